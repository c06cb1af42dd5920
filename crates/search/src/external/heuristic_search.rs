//! Breadth-first heuristic search on disk, with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); the layers
//! are on disk as in Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55
//! (2008), and the bound rises as in IDA*.

use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose, Searched};
use crate::external::plan::plan;
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, Unfinished};
use crate::problem::{Action, Backward, DuplicateScope, Parts};
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// Proves bound after bound by breadth-first search over the states with f within it, which are in
/// files.
///
/// It goes on where a search in the same folder was stopped, by a limit, a signal or the end of its
/// process: with the last layer that was saved. The limit on nodes is one on this run; with one that
/// is smaller than a layer no run comes further than the one before. When it is over, or the disk is
/// full, its files are removed.
///
/// [`Limits::memory`](crate::Limits::memory) is for numbers that are being sorted and compared; below
/// 64 MiB it takes 64 MiB.
///
/// # Errors
/// If the states do not fit into 16 bytes, or a file is damaged or cannot be read or written. What
/// is in the folder stays.
///
/// # Complexity
/// The states that [`breadth_first_heuristic_search`](crate::breadth_first::breadth_first_heuristic_search)
/// stores are written once, and all earlier layers in the scope of duplicates are read once a layer.
pub fn external_breadth_first_heuristic_search<P: Parts<Space: Backward>>(
    problem: &P,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let sizes = Sizes::of(monitor.limits().memory);
    search(problem, problem.space().duplicate_scope(), disk, sizes, monitor)
}

pub(super) fn search<P: Parts<Space: Backward>>(
    problem: &P,
    scope: DuplicateScope,
    disk: &Disk,
    sizes: Sizes,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let mut layers = Layers::open(problem, (scope, Purpose::Plan), disk, sizes, monitor)?;
    let least = problem.least_estimate().unwrap_or(Depth::ZERO);
    let mut bound = layers.bound().unwrap_or(least);
    let monitor = &mut monitor.with_more_nodes(layers.work.statistics.expanded);
    loop {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            let outcome = Outcome::beyond_bound(bound, layers.work.statistics);
            return ended(outcome, disk);
        }
        let searched = layers.search(bound, bound, monitor);
        match result(problem, &layers, searched, monitor)? {
            Ok(outcome) => return ended(outcome, disk),
            Err(next) => bound = next,
        }
    }
}

/// The outcome of a search within a bound, or the next bound.
pub(super) fn result<P: Parts<Space: Backward>>(
    problem: &P,
    layers: &Layers<'_, P>,
    searched: Result<Searched, Unfinished>,
    monitor: &mut Monitor<'_>,
) -> Result<Result<Outcome<Action<P>>, Depth>, ExternalError> {
    let statistics = layers.work.statistics;
    let found = match searched {
        Ok(Searched::Exhausted { next: Some(next) }) => return Ok(Err(next)),
        Ok(Searched::Exhausted { next: None }) => return Ok(Ok(Outcome::unsolvable(statistics))),
        Ok(Searched::FoundRoot) => Ok(vec![]),
        Ok(Searched::Found(goal)) => plan(problem, layers, goal, monitor),
        Err(unfinished) => Err(unfinished),
    };
    match found {
        Ok(plan) => Ok(Ok(outcome_of(plan, layers.lower, statistics))),
        Err(Unfinished::Failed(error)) => Err(error.into()),
        Err(Unfinished::Stopped(stop)) => {
            Ok(Ok(monitor.stopped(stop, None, layers.lower, statistics)))
        }
    }
}

/// A plan, given that none is shorter than `lower`.
fn outcome_of<A>(plan: Vec<A>, lower: Depth, statistics: Statistics) -> Outcome<A> {
    // Only a bound claimed by a manifest can exceed the plan.
    let length = Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX));
    Outcome::with_plan(plan, lower.min(length), statistics)
}

/// Removes the files of a search that does not go on.
pub(super) fn ended<A>(outcome: Outcome<A>, disk: &Disk) -> Result<Outcome<A>, ExternalError> {
    use crate::Verdict::{Bounded, Solved};
    let goes_on = match outcome.verdict() {
        Bounded(stop) | Solved(Some(stop)) => !matches!(stop, Stop::Bound | Stop::Disk),
        _ => false,
    };
    if !goes_on {
        disk.clear()?;
    }
    Ok(outcome)
}
