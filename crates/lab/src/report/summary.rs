//! Counts over many instances: per configuration, and per number of atoms.

use super::{Cell, Report};
use crate::Comparison;
use std::collections::BTreeMap;

/// One configuration over all its runs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Summary {
    pub runs: usize,
    pub solved: usize,
    /// Instances that were run and whose optimum the publication has by this method.
    pub published_solved: usize,
    pub beaten: usize,
    pub reached: usize,
    pub not_reached: usize,
    pub contradicts: usize,
    pub failed: usize,
    /// Plans that could not be replayed.
    pub unchecked: usize,
    /// Processor time of all runs.
    pub cpu_seconds: f64,
    /// States generated for each state expanded, over all runs together.
    pub branching: Option<f64>,
}

impl Summary {
    pub(super) fn of<'a, 'b: 'a>(cells: impl Iterator<Item = &'a Cell<'b>>) -> Self {
        let mut summary = Self::default();
        let (mut expanded, mut generated) = (0_u64, 0_u64);
        for cell in cells {
            summary.runs += 1;
            summary.solved += usize::from(cell.result.is_solved());
            summary.failed += usize::from(matches!(cell.result, crate::RunResult::Failed(_)));
            summary.unchecked += usize::from(!cell.is_checked);
            let is_exact = cell.figure.bound.is_some_and(|bound| bound.is_exact());
            summary.published_solved += usize::from(is_exact);
            match cell.comparison {
                Some(Comparison::Beaten) => summary.beaten += 1,
                Some(Comparison::Reached) => summary.reached += 1,
                Some(Comparison::NotReached(_)) => summary.not_reached += 1,
                Some(Comparison::Contradicts) => summary.contradicts += 1,
                None => {}
            }
            if let Some(solved) = &cell.record.result {
                expanded = expanded.saturating_add(solved.expanded);
                summary.cpu_seconds += solved.cpu_seconds.unwrap_or_default();
                generated = generated.saturating_add(solved.generated);
            }
        }
        summary.branching = (expanded > 0).then(|| generated as f64 / expanded as f64);
        summary
    }
}

/// The instances with so many atoms, as the tables of Gliesch group them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group(u16);

impl Group {
    fn of(atoms: u16) -> Self {
        Self(match atoms {
            ..=3 => 3,
            4..=9 => atoms,
            10 | 11 => 11,
            12 => 12,
            13 | 14 => 14,
            15 | 16 => atoms,
            17.. => 17,
        })
    }

    pub(super) fn name(self) -> String {
        match self.0 {
            3 => "≤ 3".to_owned(),
            11 => "10, 11".to_owned(),
            14 => "13, 14".to_owned(),
            17 => "≥ 17".to_owned(),
            atoms => atoms.to_string(),
        }
    }
}

/// One configuration over the instances of a group.
#[derive(Debug, Default)]
pub(super) struct Grouped {
    pub solved: usize,
    pub published_solved: usize,
    expanded: HarmonicMean,
    published_expanded: HarmonicMean,
}

impl Grouped {
    /// The mean over the instances that we solved.
    pub(super) fn expanded(&self) -> Option<f64> {
        self.expanded.value()
    }

    /// The mean over the instances that the publication solved.
    pub(super) fn published_expanded(&self) -> Option<f64> {
        self.published_expanded.value()
    }
}

/// The harmonic mean, which one long run does not rule; the mean of Gliesch's tables.
#[derive(Debug, Default)]
struct HarmonicMean {
    count: u32,
    sum: f64,
}

impl HarmonicMean {
    fn add(&mut self, value: u64) {
        self.count += 1;
        self.sum += 1.0 / value.max(1) as f64;
    }

    fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| f64::from(self.count) / self.sum)
    }
}

/// The groups that occur, with their number of instances and one entry a configuration.
pub(super) fn groups(report: &Report<'_>) -> BTreeMap<Group, (usize, Vec<Grouped>)> {
    let mut groups = BTreeMap::new();
    let configurations = report.experiment.configurations.len();
    for (instance, row) in report.rows() {
        let Some(atoms) = report.experiment.published.atoms(instance) else { continue };
        let empty = || (0, (0..configurations).map(|_| Grouped::default()).collect::<Vec<_>>());
        let (count, grouped) = groups.entry(Group::of(atoms)).or_insert_with(empty);
        *count += 1;
        for (cell, grouped) in row.iter().zip(grouped) {
            let Some(cell) = cell else { continue };
            if let Some(solved) = cell.solved() {
                grouped.solved += 1;
                grouped.expanded.add(solved.expanded);
            }
            if cell.figure.bound.is_some_and(|bound| bound.is_exact()) {
                grouped.published_solved += 1;
                cell.figure.expanded.into_iter().for_each(|it| grouped.published_expanded.add(it));
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harmonic_means_are_those_of_the_published_tables() {
        // Table E.1 and the first line of table 4.6: eight levels without a database.
        let mut mean = HarmonicMean::default();
        [28, 418, 120, 599, 353, 2548, 4963, 181].into_iter().for_each(|it| mean.add(it));
        assert_eq!(mean.value().map(f64::round), Some(140.0));
    }
}
