//! The results: a summary, misses, likely bounds, and all bounds level by level.

use super::document::{Block, Content, Field, Table, numbers, plain, words};
use super::levels::level_table;
use super::misses::Misses;
use super::summary::Summary;
use super::{Cell, Report};
use crate::{Comparison, Record, RunResult};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn summary<'a>(report: &Report<'_>) -> Vec<Block<'a>> {
    let has_published = report.cells().any(|cell| cell.comparison.is_some());
    let mut unchecked = 0;
    let configurations = report.experiment.configurations.iter().enumerate();
    let rows = configurations.map(|(i, configuration)| {
        let summary = Summary::of(report.column(i));
        unchecked += summary.unchecked;
        let compared = |count: usize| {
            let is_compared = has_published && configuration.published.is_some();
            if is_compared { Field::count(count) } else { Field::default() }
        };
        let occurring =
            |count: usize| if count > 0 { Field::count(count) } else { Field::default() };
        let mut not_reached = compared(summary.not_reached);
        let reasons = reasons(report.column(i));
        if !reasons.is_empty() {
            not_reached.text.extend(plain(format!(" ({reasons})")));
        }
        let seconds = summary.cpu_seconds;
        vec![
            Field::words(configuration.name.as_str()),
            Field::count(summary.runs),
            Field::count(summary.solved),
            compared(summary.published_solved),
            compared(summary.beaten),
            compared(summary.reached),
            not_reached,
            compared(summary.contradicts),
            occurring(summary.failed),
            Field::number(format!("{seconds:.0} s"), seconds),
            summary.branching.map_or_else(Field::default, |factor| {
                Field::number(format!("{factor:.2}"), factor)
            }),
        ]
    });
    let mut columns = vec![words("configuration")];
    columns.extend(
        [
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
        ]
        .map(numbers),
    );
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
pub(super) fn misses<'a>(report: &Report<'_>) -> Vec<Block<'a>> {
    let (mut rows, mut list) = (Vec::new(), Vec::new());
    for (i, configuration) in report.experiment.configurations.iter().enumerate() {
        let Some(misses) = Misses::of(report.column(i)) else { continue };
        let Misses { finished, longer, without_plan, unfinished } = &misses;
        let name = configuration.name.as_str();
        let numbers =
            [*finished, finished - misses.missed(), longer.len(), without_plan.len(), *unfinished];
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
    let mut blocks = vec![
        Block::Heading("Misses".to_owned()),
        Block::Paragraph(plain(text)),
        Block::Table(Table { columns, rows, ..Table::default() }),
    ];
    if !list.is_empty() {
        blocks.push(Block::List(list));
    }
    blocks
}

/// Bounds that are likely but not proved; empty if there are none.
pub(super) fn likely<'a>(report: &Report<'_>) -> Vec<Block<'a>> {
    let rows = report.cells().filter_map(|cell| {
        let solved = cell.record.result.as_ref()?;
        let likely = solved.likely_lower?;
        let bound = |moves: u64| Field::number(moves.to_string(), moves as f64);
        let miss = solved.miss_probability;
        Some(vec![
            Field::words(cell.record.task.instance.as_str()),
            Field::words(cell.record.task.configuration.as_str()),
            cell.result.lower().map_or_else(Field::default, bound),
            bound(likely),
            miss.map_or_else(Field::default, |it| Field::number(format!("{it:.2e}"), it)),
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
    vec![
        Block::Heading("Likely bounds".to_owned()),
        Block::Paragraph(plain(text)),
        Block::Table(table.without_empty_columns()),
    ]
}

pub(super) fn bounds<'a>(report: &Report<'_>) -> Vec<Block<'a>> {
    let mut text = "=13: a shortest plan has 13 moves. ≥22: no plan has fewer. 20–25: a plan has \
                    25, none fewer than 20. ≥37?: a search that may lose plans found none shorter."
        .to_owned();
    if report.cells().any(|cell| cell.comparison.is_some()) {
        text += " The published bound is in brackets. ▲ says more than that, ▼ less, for the reason \
                 given; ‼ contradicts it.";
    }
    let mut blocks = vec![
        Block::Heading("Bounds".to_owned()),
        Block::Paragraph(plain(text)),
        Block::Table(level_table(report, Content::Numbers, bound)),
    ];
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

pub(super) fn failures<'a>(report: &Report<'_>) -> Vec<Block<'a>> {
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
