//! States generated at each bound of a search that raises its bound step by step: the numbers of
//! figures like Hüffner's figure 11.

use super::document::{Block, Field, Table, numbers};
use super::{Cell, Report};
use fewest_chart::grouped;
use std::collections::{BTreeMap, BTreeSet};

/// The states generated while each bound was searched; those before the first bound that the run
/// reports belong to it.
pub(super) fn generated(cell: &Cell<'_>) -> BTreeMap<u64, u64> {
    let Some(solved) = &cell.record.result else { return BTreeMap::new() };
    let last = solved.lower.map(|lower| (lower + 1, solved.generated));
    let raised = cell.record.progress.iter().map(|progress| (progress.lower, progress.generated));
    let mut before = 0;
    let mut counts = BTreeMap::new();
    // A bound is searched until the next one is known.
    for (next, generated) in raised.chain(last) {
        let count = generated.saturating_sub(before);
        if count > 0 && next > 0 {
            *counts.entry(next - 1).or_default() += count;
        }
        before = generated;
    }
    counts
}

/// The run of a configuration on an instance.
pub(super) fn cell<'r, 'a>(
    report: &'r Report<'a>,
    column: usize,
    instance: &str,
) -> Option<&'r Cell<'a>> {
    report.column(column).find(|cell| cell.record.task.instance == instance)
}

/// A table for each instance whose bounds are plotted.
pub(super) fn tables(report: &Report<'_>) -> Vec<Block> {
    report.experiment.per_bound.iter().flat_map(|instance| table(report, instance)).collect()
}

fn table(report: &Report<'_>, instance: &str) -> Vec<Block> {
    let configurations = report.experiment.configurations.iter().enumerate();
    let columns = configurations.filter_map(|(i, one)| {
        let counts = cell(report, i, instance).map(generated)?;
        (!counts.is_empty()).then_some((one.name.as_str(), counts))
    });
    let columns: Vec<_> = columns.collect();
    let bounds: BTreeSet<_> = columns.iter().flat_map(|(_, counts)| counts.keys()).collect();
    if bounds.is_empty() {
        return Vec::new();
    }
    let number = |count: u64| Field::number(grouped(count), count as f64);
    let row = |bound: &u64| {
        let counts = columns.iter().map(|(_, counts)| counts.get(bound).copied());
        let counts = counts.map(|count| count.map_or_else(Field::default, number));
        [Field::number(bound.to_string(), *bound as f64)].into_iter().chain(counts).collect()
    };
    let sums = columns.iter().map(|(_, counts)| number(counts.values().sum()));
    let names = columns.iter().map(|(name, _)| numbers(name));
    let table = Table {
        columns: [numbers("bound")].into_iter().chain(names).collect(),
        rows: bounds.into_iter().map(row).collect(),
        totals: vec![[Field::words("all")].into_iter().chain(sums).collect()],
        is_in_csv: false,
    };
    vec![Block::Heading(format!("States generated at each bound: {instance}")), Block::Table(table)]
}
