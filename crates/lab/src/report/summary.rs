//! Counts over all runs of a configuration.

use super::Cell;
use crate::Comparison;

/// One configuration over all its runs.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Summary {
    pub runs: usize,
    pub solved: usize,
    /// Instances that were run and whose optimum is published for this method.
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
