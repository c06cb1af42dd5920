//! The report as Markdown.

use super::grouped::grouped;
use super::misses::Misses;
use super::plots::Plot;
use super::summary::{Summary, groups};
use super::{Cell, Report};
use crate::record::Solved;
use crate::{Bound, Comparison, Figure, RunResult};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The whole report.
pub(super) fn markdown(report: &Report<'_>, plots: &[Plot]) -> String {
    let mut out = head(report);
    out += &summary(report);
    out += &misses(report);
    out += &bounds(report);
    out += &not_run(report);
    out += &counts(report, "expanded", |solved| solved.expanded, |figure| figure.expanded);
    if report.cells().any(|cell| cell.figure.generated.is_some()) {
        out += &counts(report, "generated", |solved| solved.generated, |figure| figure.generated);
    }
    out += &by_atoms(report);
    if !plots.is_empty() {
        out += "\n## Plots\n";
    }
    for plot in plots {
        let (title, file) = (text(&plot.title), plot.file());
        let _ = write!(out, "\n{title}:\n\n![{title}]({file})\n");
    }
    out += &failures(report);
    out
}

/// A table in Markdown; numbers stay on the left, as they have signs beside them.
fn table(head: &[String], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(head.len()));
    let rows = rows.into_iter().map(|row| line(&row));
    format!("\n{}{rule}{}", line(head), rows.collect::<String>())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Text as it is, whatever Markdown would make of it.
fn text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '[' | ']' | '<' | '|') {
            plain.push('\\');
        }
        plain.push(if c.is_control() { ' ' } else { c });
    }
    plain
}

fn head(report: &Report<'_>) -> String {
    let Report { experiment, conditions, .. } = report;
    let mut out = format!("# {}\n", text(&experiment.title));
    if !experiment.about.is_empty() {
        let _ = write!(out, "\n{}\n", experiment.about.trim());
    }
    let limits = conditions.limits;
    let days = report.cells().map(|cell| cell.record.began.strftime("%Y-%m-%d").to_string());
    let days: BTreeSet<_> = days.collect();
    let dates = match (days.first(), days.last()) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (first, _) => first.cloned().unwrap_or_default(),
    };
    let tasks = experiment.instances.len() * experiment.configurations.len();
    let mut facts = vec![
        ("runs", format!("{} of {tasks}", report.cells().count())),
        (
            "limits of each run",
            format!(
                "{} s, {} MiB, {} thread{}",
                limits.seconds,
                limits.mebibytes,
                limits.threads,
                if limits.threads.get() == 1 { "" } else { "s" }
            ),
        ),
        ("machine", text(&conditions.machine.to_string())),
        ("dates (UTC)", dates),
        ("program", format!("fewest {}, build {}", conditions.version, conditions.program)),
    ];
    if !experiment.published.source.is_empty() {
        facts.push(("published figures", text(&experiment.published.source)));
    }
    let rows = facts.into_iter().map(|(name, value)| vec![name.to_owned(), value]);
    out += &table(&words(&["", ""]), rows);
    out += "\nA configuration is what `fewest solve` is given beside the limits:\n";
    let rows = experiment.configurations.iter().map(|one| {
        let arguments = format!("`{}`", one.arguments.join(" ").replace('`', "'"));
        let arguments = if one.arguments.is_empty() { "–".to_owned() } else { arguments };
        let published = one.published.as_deref().map_or_else(|| "–".to_owned(), text);
        vec![text(&one.name), arguments.replace('|', "\\|"), published, text(&one.note)]
    });
    out + &table(&words(&["configuration", "arguments", "published as", "note"]), rows)
}

fn summary(report: &Report<'_>) -> String {
    let columns = [
        "configuration",
        "runs",
        "solved",
        "published solved",
        "▲ beaten",
        "reached",
        "▼ not reached",
        "‼ contradicts",
        "failed",
        "processor time",
        "generated per expanded",
    ];
    let mut unchecked = 0;
    let configurations = report.experiment.configurations.iter().enumerate();
    let rows: Vec<_> = configurations
        .map(|(i, configuration)| {
            let summary = Summary::of(report.column(i));
            unchecked += summary.unchecked;
            let reasons = reasons(report.column(i));
            let not_reached = summary.not_reached;
            vec![
                text(&configuration.name),
                summary.runs.to_string(),
                summary.solved.to_string(),
                summary.published_solved.to_string(),
                summary.beaten.to_string(),
                summary.reached.to_string(),
                if reasons.is_empty() {
                    "0".to_owned()
                } else {
                    format!("{not_reached} ({reasons})")
                },
                summary.contradicts.to_string(),
                summary.failed.to_string(),
                format!("{:.0} s", summary.cpu_seconds),
                summary.branching.map_or(String::new(), |factor| format!("{factor:.2}")),
            ]
        })
        .collect();
    let mut out = "\n## Summary\n".to_owned();
    out += &table(&words(&columns), rows);
    out += "\nSolved: a plan was replayed by the rules, and the engine shows that none is shorter. \
            Published solved: those of the same levels that the publication has as solved by this \
            method.\n";
    if unchecked > 0 {
        let _ = write!(
            out,
            "\n{unchecked} plans were not replayed for this report: their levels are not on this \
             machine, or the plans are too long to be recorded.\n"
        );
    }
    out
}

/// What engines that may lose plans have lost; nothing if there are none.
fn misses(report: &Report<'_>) -> String {
    let (mut rows, mut list) = (Vec::new(), String::new());
    for (i, configuration) in report.experiment.configurations.iter().enumerate() {
        let Some(misses) = Misses::of(report.column(i)) else { continue };
        let Misses { finished, longer, without_plan, unfinished } = &misses;
        let name = text(&configuration.name);
        let numbers =
            [*finished, finished - misses.missed(), longer.len(), without_plan.len(), *unfinished];
        let numbers = numbers.into_iter().map(|number| number.to_string());
        rows.push([name.clone()].into_iter().chain(numbers).collect());
        for (instance, length, optimum) in longer {
            let instance = text(instance);
            let _ = writeln!(list, "- {name}, {instance}: {length} moves instead of {optimum}");
        }
        for instance in without_plan {
            let _ = writeln!(list, "- {name}, {}: no plan", text(instance));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let mut out = "\n## Misses\n\nRuns of engines that may take a state for another and lose plans, on \
                   levels whose optimum is published. A run is finished if it ended by itself, with \
                   a plan or with nothing left to search; it has missed if its plan is longer than \
                   the optimum, or if it has none. What a limit ended says nothing of misses.\n"
        .to_owned();
    let columns =
        ["configuration", "finished", "shortest", "longer plan", "no plan", "not finished"];
    out += &table(&words(&columns), rows);
    if list.is_empty() { out } else { format!("{out}\n{list}") }
}

/// How often each reason kept runs from a published bound.
fn reasons<'a, 'b: 'a>(cells: impl Iterator<Item = &'a Cell<'b>>) -> String {
    let mut counts = BTreeMap::new();
    for cell in cells {
        if let Some(Comparison::NotReached(reason)) = &cell.comparison {
            *counts.entry(reason.as_str()).or_insert(0_usize) += 1;
        }
    }
    let counts: Vec<_> =
        counts.iter().map(|(why, count)| format!("{}: {count}", text(why))).collect();
    counts.join(", ")
}

fn column_names(report: &Report<'_>) -> Vec<String> {
    let names = report.experiment.configurations.iter().map(|one| text(&one.name));
    let first = if has_atoms(report) { &["level", "atoms"][..] } else { &["level"] };
    words(first).into_iter().chain(names).collect()
}

fn has_atoms(report: &Report<'_>) -> bool {
    report.rows().any(|(instance, _)| report.experiment.published.atoms(instance).is_some())
}

/// Rows of a table of all instances and configurations.
fn cells(report: &Report<'_>, show: impl Fn(&Cell<'_>) -> String) -> Vec<Vec<String>> {
    let rows = report.rows().map(|(instance, row)| {
        let atoms = report.experiment.published.atoms(instance).map(|atoms| atoms.to_string());
        let atoms = has_atoms(report).then(|| atoms.unwrap_or_default());
        let cells = row.iter().map(|cell| cell.as_ref().map_or("not run".to_owned(), &show));
        [text(instance)].into_iter().chain(atoms).chain(cells).collect()
    });
    rows.collect()
}

fn bounds(report: &Report<'_>) -> String {
    let mut out = "\n## Bounds\n\nIn each cell ours, and the published bound in brackets. =13: a \
                   shortest plan has 13 moves. ≥22: no plan has fewer. 20–25: a plan has 25, none \
                   fewer than 20. ≥37?: a \
                   search that may lose plans found none shorter. ▲ says more than the published bound, ▼ less, for the reason \
                   given; ‼ contradicts it.\n"
        .to_owned();
    let show = |cell: &Cell<'_>| {
        let ours = cell.result.to_string();
        let sign = cell.comparison.as_ref().map_or("", Comparison::sign);
        let reason = match &cell.comparison {
            Some(Comparison::NotReached(_)) => match &cell.result {
                RunResult::Bounded { stop, .. } => stop.as_str(),
                _ => "",
            },
            _ => "",
        };
        let published = cell.figure.bound.map(|bound| format!("({bound})")).unwrap_or_default();
        let parts = [ours.as_str(), sign, reason, &published];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    };
    out += &table(&column_names(report), cells(report, show));
    out
}

fn not_run(report: &Report<'_>) -> String {
    let names = report.experiment.instances.iter();
    let is_run = |name: &&String| report.rows().any(|(instance, _)| instance == **name);
    let names: Vec<_> = names.filter(|name| !is_run(name)).map(|name| text(name)).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\nNot run, {} levels: {}.\n", names.len(), names.join(", "))
}

/// Counts of one kind, ours and the published ones.
fn counts(
    report: &Report<'_>,
    kind: &str,
    ours: impl Fn(&Solved) -> u64,
    published: impl Fn(&Figure) -> Option<u64>,
) -> String {
    let mut out = format!("\n## States {kind}\n\nOurs until the answer was known");
    let has_published = report.cells().any(|cell| published(&cell.figure).is_some());
    out += if has_published { ", the published number in brackets" } else { "" };
    out += "; numbers of runs that a limit ended are in italics.\n";
    let show = |cell: &Cell<'_>| {
        let count = cell.record.result.as_ref().map(|solved| grouped(ours(solved)));
        let is_solved = cell.result.is_solved();
        let ours =
            count.map_or("–".to_owned(), |it| if is_solved { it } else { format!("*{it}*") });
        let is_published_solved = cell.figure.bound.is_some_and(Bound::is_exact);
        match published(&cell.figure).map(grouped) {
            Some(published) if is_published_solved => format!("{ours} ({published})"),
            Some(published) => format!("{ours} (*{published}*)"),
            None => ours,
        }
    };
    out += &table(&column_names(report), cells(report, show));
    out
}

fn by_atoms(report: &Report<'_>) -> String {
    let groups = groups(report);
    if groups.is_empty() {
        return String::new();
    }
    let mut out = "\n## By number of atoms\n\nLevels solved, and the harmonic mean of the states \
                   expanded on them; the published ones in brackets, over the levels of this table \
                   that were solved there.\n"
        .to_owned();
    let mut names = column_names(report);
    names[0] = "atoms".to_owned();
    names[1] = "levels".to_owned();
    let rounded = |mean: f64| grouped(mean.round() as u64);
    let rows = groups.iter().map(|(group, (count, columns))| {
        let cells = columns.iter().zip(&report.experiment.configurations).map(|(column, one)| {
            let mean =
                column.expanded().map_or(String::new(), |mean| format!(", {}", rounded(mean)));
            let ours = format!("{}{mean}", column.solved);
            let mean = column.published_expanded();
            let mean = mean.map_or(String::new(), |mean| format!(", {}", rounded(mean)));
            match one.published {
                Some(_) => format!("{ours} ({}{mean})", column.published_solved),
                None => ours,
            }
        });
        [group.name(), count.to_string()].into_iter().chain(cells).collect()
    });
    out += &table(&names, rows);
    out
}

fn failures(report: &Report<'_>) -> String {
    let failed = report.cells().filter_map(|cell| match &cell.result {
        RunResult::Failed(reason) => Some((&cell.record.task, reason)),
        _ => None,
    });
    let failed = failed.map(|(task, reason)| {
        format!("- {}, {}: {}\n", text(&task.instance), text(&task.configuration), text(reason))
    });
    let list: String = failed.collect();
    if list.is_empty() { list } else { format!("\n## Failed runs\n\n{list}") }
}
