//! How often engines that may lose plans lose the shortest one.

use super::Cell;
use crate::{Bound, RunResult};

/// One configuration over the instances whose optimum is published.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Misses {
    /// Runs that ended by themselves: with a plan, or with nothing left to search.
    pub finished: usize,
    /// Finished runs with a plan that is longer than the optimum: instance, length, optimum.
    pub longer: Vec<(String, u64, u64)>,
    /// Finished runs without a plan: the instances.
    pub without_plan: Vec<String>,
    /// Runs that a limit ended, or that failed: they do not count for misses.
    pub unfinished: usize,
}

impl Misses {
    /// Counts the runs of a configuration; `None` unless one of them is by an engine that may lose
    /// plans.
    pub(super) fn of<'a, 'b: 'a>(cells: impl Iterator<Item = &'a Cell<'b>>) -> Option<Self> {
        let mut misses = Self::default();
        let mut is_lossy = false;
        for cell in cells {
            let Some(Bound::Exactly(optimum)) = cell.figure.bound else { continue };
            is_lossy |= cell.is_lossy;
            let instance = || cell.record.task.instance.clone();
            match &cell.result {
                RunResult::Solved { upper, .. } => {
                    misses.finished += 1;
                    if *upper > optimum {
                        misses.longer.push((instance(), *upper, optimum));
                    }
                }
                RunResult::Bounded { stop, .. } if stop == "incomplete" => {
                    misses.finished += 1;
                    misses.without_plan.push(instance());
                }
                _ => misses.unfinished += 1,
            }
        }
        is_lossy.then_some(misses)
    }
}
