//! The results: a summary, misses, likely bounds, and all bounds level by level.

use super::document::{Block, Content, Field, Table, numbers, plain, section, words};
use super::levels::level_table;
use super::misses::Misses;
use super::{Cell, Report};
use crate::record::Solved;
use crate::{Comparison, Record, RunResult};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn summary(report: &Report<'_>) -> Vec<Block> {
    let has_published = report.cells().any(|cell| cell.comparison.is_some());
    let configurations = report.experiment.configurations.iter().enumerate();
    let rows = configurations.map(|(i, configuration)| {
        let is_compared = has_published && configuration.published.is_some();
        let count = |is: fn(&Cell<'_>) -> bool| report.column(i).filter(|cell| is(cell)).count();
        let compared = |is: fn(&Cell<'_>) -> bool| {
            if is_compared { Field::count(count(is)) } else { Field::default() }
        };
        let mut not_reached =
            compared(|cell| matches!(cell.comparison, Some(Comparison::NotReached(_))));
        let reasons = reasons(report.column(i));
        if !reasons.is_empty() {
            not_reached.text.extend(plain(format!(" ({reasons})")));
        }
        let failed = count(|cell| matches!(cell.result, RunResult::Failed(_)));
        let solved = || report.column(i).filter_map(|cell| cell.record.result.as_ref());
        let seconds = solved().filter_map(|solved| solved.cpu_seconds).fold(0.0, |a, b| a + b);
        let total = |of: fn(&Solved) -> u64| solved().map(of).fold(0, u64::saturating_add);
        let (expanded, generated) = (total(|it| it.expanded), total(|it| it.generated));
        let branching = (expanded > 0).then(|| generated as f64 / expanded as f64);
        vec![
            Field::words(configuration.name.as_str()),
            Field::count(count(|_| true)),
            Field::count(count(|cell| cell.result.is_solved())),
            compared(|cell| cell.is_published_solved()),
            compared(|cell| cell.comparison == Some(Comparison::Beaten)),
            compared(|cell| cell.comparison == Some(Comparison::Reached)),
            not_reached,
            compared(|cell| cell.comparison == Some(Comparison::Contradicts)),
            if failed > 0 { Field::count(failed) } else { Field::default() },
            Field::number(format!("{seconds:.0} s"), seconds),
            Field::optional(branching, |factor| format!("{factor:.2}")),
        ]
    });
    let names = [
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
    let columns = [words("configuration")].into_iter().chain(names.map(numbers)).collect();
    let table = Table { columns, rows: rows.collect(), ..Table::default() };
    let mut text = "Solved: a plan was replayed by the rules, and the engine shows that none is \
                    shorter."
        .to_owned();
    if has_published {
        text += " Published solved: those of the same levels that the publication has as solved by \
                 this method.";
    }
    let mut assumed = BTreeMap::<_, BTreeSet<_>>::new();
    for Record { task, result, .. } in report.cells().map(|cell| cell.record) {
        if let Some(assumes) = result.as_ref().and_then(|solved| solved.assumes.as_deref()) {
            assumed.entry(assumes).or_default().insert(task.instance.as_str());
        }
    }
    for (assumes, instances) in assumed {
        let instances: Vec<_> = instances.into_iter().collect();
        text += &format!(" Bounds of {} hold if {assumes}.", instances.join(", "));
    }
    let mut blocks = vec![
        Block::Heading("Summary".to_owned()),
        Block::Table(table.without_empty_columns()),
        Block::Paragraph(plain(text)),
    ];
    let unchecked = report.cells().filter(|cell| !cell.is_checked).count();
    if unchecked > 0 {
        blocks.push(Block::Paragraph(plain(format!(
            "{unchecked} plans were not replayed for this report: their levels are not on this \
             machine, or the plans are too long to be recorded."
        ))));
    }
    blocks
}

/// Counts how often each reason kept runs from a published bound.
fn reasons<'a, 'b: 'a>(cells: impl Iterator<Item = &'a Cell<'b>>) -> String {
    let mut counts = BTreeMap::new();
    for cell in cells {
        if let Some(Comparison::NotReached(reason)) = &cell.comparison {
            *counts.entry(reason.as_str()).or_insert(0_usize) += 1;
        }
    }
    let counts: Vec<_> = counts.iter().map(|(why, count)| format!("{why}: {count}")).collect();
    counts.join(", ")
}

/// The plans lost by engines that may lose plans; empty if there are no such engines.
pub(super) fn misses(report: &Report<'_>) -> Vec<Block> {
    let (mut rows, mut list) = (Vec::new(), Vec::new());
    for (i, configuration) in report.experiment.configurations.iter().enumerate() {
        let Some(misses) = Misses::of(report.column(i)) else { continue };
        let Misses { finished, longer, without_plan, unfinished } = &misses;
        let name = configuration.name.as_str();
        let shortest = finished - longer.len() - without_plan.len();
        let numbers = [*finished, shortest, longer.len(), without_plan.len(), *unfinished];
        let numbers = numbers.map(Field::count);
        rows.push([Field::words(name)].into_iter().chain(numbers).collect());
        let longer = longer.iter().map(|(instance, length, optimum)| {
            plain(format!("{name}, {instance}: {length} moves instead of {optimum}"))
        });
        let without = without_plan.iter();
        let without = without.map(|instance| plain(format!("{name}, {instance}: no plan")));
        list.extend(longer.chain(without));
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let text = "Runs of engines that may take a state for another and lose plans, on levels whose \
                optimum is published. A run is finished if it ended by itself, with a plan or with \
                nothing left to search; it has missed if its plan is longer than the optimum, or if \
                it has none. What a limit ended says nothing of misses.";
    let names = ["finished", "shortest", "longer plan", "no plan", "not finished"].map(numbers);
    let columns = [words("configuration")].into_iter().chain(names).collect();
    let mut blocks = section("Misses", text, Table { columns, rows, ..Table::default() });
    if !list.is_empty() {
        blocks.push(Block::List(list));
    }
    blocks
}

/// Bounds that are likely but not proved; empty if there are none.
pub(super) fn likely(report: &Report<'_>) -> Vec<Block> {
    let rows = report.cells().filter_map(|cell| {
        let solved = cell.record.result.as_ref()?;
        let likely = solved.likely_lower?;
        let bound = |moves: u64| Field::number(moves.to_string(), moves as f64);
        Some(vec![
            Field::words(cell.record.task.instance.as_str()),
            Field::words(cell.record.task.configuration.as_str()),
            cell.result.lower().map(bound).unwrap_or_default(),
            bound(likely),
            Field::optional(solved.miss_probability, |it| format!("{it:.2e}")),
            Field::words(cell.figure.bound.map(|bound| bound.to_string()).unwrap_or_default()),
        ])
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let text = "Not proved: an engine that may take a state for another has found no shorter plan. \
                The probability of a miss is its own estimate, for the load that its table reached.";
    let names = ["proved bound", "likely bound", "probability of a miss", "published"];
    let columns = [words("level"), words("configuration")].into_iter().chain(names.map(numbers));
    let table = Table { columns: columns.collect(), rows, is_in_csv: true, ..Table::default() };
    section("Likely bounds", text, table.without_empty_columns())
}

pub(super) fn bounds(report: &Report<'_>) -> Vec<Block> {
    let mut text = "=13: a shortest plan has 13 moves. ≥22: no plan has fewer. 20–25: a plan has \
                    25, none fewer than 20. ≥37?: a search that may lose plans found none shorter."
        .to_owned();
    if report.cells().any(|cell| cell.comparison.is_some()) {
        text += " The published bound is in brackets. ▲ says more than that, ▼ less, for the reason \
                 given; ‼ contradicts it.";
    }
    let mut blocks = section("Bounds", text, level_table(report, Content::Numbers, bound));
    let names = report.experiment.instances.iter();
    let is_run = |name: &&String| report.rows().any(|(instance, _)| instance == **name);
    let names: Vec<_> = names.filter(|name| !is_run(name)).map(String::as_str).collect();
    if !names.is_empty() {
        let text = format!("Not run, {} levels: {}.", names.len(), names.join(", "));
        blocks.push(Block::Paragraph(plain(text)));
    }
    blocks
}

fn bound(cell: &Cell<'_>) -> Field {
    let mut ours = cell.result.to_string();
    let likely = cell.record.result.as_ref().and_then(|solved| solved.likely_lower);
    if let Some(likely) = likely.filter(|likely| cell.result.lower() < Some(*likely)) {
        ours += &format!(", ≥{likely}?");
    }
    let sign = cell.comparison.as_ref().map_or("", Comparison::sign);
    let reason = match (&cell.comparison, &cell.result) {
        (Some(Comparison::NotReached(_)), RunResult::Bounded { stop, .. }) => stop.as_str(),
        _ => "",
    };
    let parts = [ours.as_str(), sign, reason].into_iter().filter(|part| !part.is_empty());
    let published = cell.figure.bound.map(|bound| bound.to_string());
    let key = cell.result.lower().or(cell.result.upper()).map(|moves| moves as f64);
    let class = match (&cell.comparison, &cell.result) {
        (_, RunResult::Failed(_)) => "failed",
        (Some(Comparison::Beaten), _) => "beaten",
        (Some(Comparison::NotReached(_)), _) => "less",
        (Some(Comparison::Contradicts), _) => "contradicts",
        (Some(Comparison::Reached) | None, _) => "",
    };
    let text = plain(parts.collect::<Vec<_>>().join(" "));
    Field { text, key, class, ..Field::default() }.with_published(published)
}

pub(super) fn failures(report: &Report<'_>) -> Vec<Block> {
    let failed = report.cells().filter_map(|cell| match &cell.result {
        RunResult::Failed(reason) => Some((&cell.record.task, reason)),
        _ => None,
    });
    let failed = failed.map(|(task, reason)| {
        plain(format!("{}, {}: {reason}", task.instance, task.configuration))
    });
    let list: Vec<_> = failed.collect();
    if list.is_empty() {
        return Vec::new();
    }
    vec![Block::Heading("Failed runs".to_owned()), Block::List(list)]
}
