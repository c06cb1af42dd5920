//! Breadth-first heuristic search on disk, with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); the
//! layers are on disk as in Korf, "Linear-time disk-based implicit graph search", Journal of the
//! ACM 55 (2008), and the bound rises as in IDA*.

use crate::artifact::FileError;
use crate::breadth_first::{WithinBound, iterate_bounds};
use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose, Searched};
use crate::external::plan::{find_in_run, plan};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, Unfinished};
use crate::outcome::Work;
use crate::problem::{Action, Backward, DuplicateScope, Parts};
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// Proves bound after bound by breadth-first search over the states with f within it, which are in
/// files.
///
/// If a search in the same folder was stopped by a limit, a signal or the end of its process, it is
/// resumed with the last layer that was saved. The limit on nodes applies to each run; if it is
/// smaller than a layer, no run gets further than the previous one. When the search is over, or the
/// disk is full, its files are removed; they stay if the requested bound is below the one that was
/// being searched.
///
/// [`Limits::memory`](crate::Limits::memory) applies to the numbers that are being sorted and
/// compared; a limit below 64 MiB counts as 64 MiB.
///
/// # Errors
/// If the states do not fit into 16 bytes, or a file is damaged or cannot be read or written. The
/// folder is left as it is then.
///
/// # Complexity
/// The states that
/// [`breadth_first_heuristic_search`](crate::breadth_first::breadth_first_heuristic_search) stores
/// are written once, and all earlier layers in the scope of duplicates are read once per layer.
pub fn external_breadth_first_heuristic_search<P: Parts<Space: Backward>>(
    problem: &P,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let least = problem.least_estimate().unwrap_or(Depth::ZERO);
    from_bound(problem, least, Work::default(), disk, monitor)
}

/// The same. A new search takes as given that no plan is shorter than `first`; `before` is the work
/// that showed it.
///
/// # Errors
/// As [`external_breadth_first_heuristic_search`].
pub(crate) fn from_bound<P: Parts<Space: Backward>>(
    problem: &P,
    first: Depth,
    before: Work,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let sizes = Sizes::of(monitor.limits().memory);
    search(problem, (first, before), problem.space().duplicate_scope(), disk, sizes, monitor)
}

pub(super) fn search<P: Parts<Space: Backward>>(
    problem: &P,
    (first, before): (Depth, Work),
    scope: DuplicateScope,
    disk: &Disk,
    sizes: Sizes,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let mut layers = Layers::open(problem, (scope, Purpose::Plan), disk, sizes, monitor)?;
    if disk.saved().is_none() {
        layers.count_before(before);
    }
    let saved = layers.bound();
    let monitor = &mut monitor.with_more_nodes(layers.work.statistics.expanded);
    let outcome = iterate_bounds(&mut layers, saved.unwrap_or(first), monitor)?;
    Ok(if is_beyond(saved, monitor) { outcome } else { ended(outcome, disk)? })
}

impl<P: Parts<Space: Backward>> WithinBound for Layers<'_, P> {
    type Action = Action<P>;
    type Error = FileError;

    fn statistics(&self) -> Statistics {
        self.work.statistics
    }

    fn search_within(
        &mut self,
        bound: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Result<Outcome<Action<P>>, Depth>, FileError> {
        let found = match self.search(bound, lower, monitor) {
            Ok(Searched::Exhausted { next }) => return Ok(exhausted(next, self.work.statistics)),
            Ok(Searched::FoundRoot) => Ok(vec![]),
            Ok(Searched::Found(goal)) => {
                let (layers, statistics) = (&*self, self.work.statistics);
                let stored = (layers.disk, layers.layers());
                let folder = (layers.disk, layers.numbers.bytes());
                let mut poll = || Ok(monitor.poll(layers.lower, &statistics)?);
                plan(layers.problem, &layers.numbers, stored, goal, &mut |run, some| {
                    find_in_run(folder, run, some, &mut poll)
                })
            }
            Err(unfinished) => Err(unfinished),
        };
        concluded(found, self.lower, self.work.statistics, monitor).map(Ok)
    }
}

/// The result of a search that found no plan within its bound: the next bound, or that there is no
/// plan.
pub(crate) fn exhausted<A>(
    next: Option<Depth>,
    statistics: Statistics,
) -> Result<Outcome<A>, Depth> {
    next.map_or(Ok(Outcome::unsolvable(statistics)), Err)
}

/// The outcome of a search that found a plan or was stopped, given that no plan is shorter than
/// `lower`.
///
/// # Errors
/// If it has failed.
pub(crate) fn concluded<A>(
    found: Result<Vec<A>, Unfinished>,
    lower: Depth,
    statistics: Statistics,
    monitor: &Monitor<'_>,
) -> Result<Outcome<A>, FileError> {
    match found {
        Ok(plan) => {
            // Only a bound claimed by a manifest can exceed the plan.
            let length = Depth::saturated(plan.len());
            Ok(Outcome::with_plan(plan, lower.min(length), statistics))
        }
        Err(Unfinished::Failed(error)) => Err(error),
        Err(Unfinished::Stopped(stop)) => Ok(monitor.stopped(stop, None, lower, statistics)),
    }
}

/// Whether the bound of a saved search is greater than the requested one: then nothing was
/// searched, and its files stay for a greater bound.
pub(crate) fn is_beyond(saved: Option<Depth>, monitor: &Monitor<'_>) -> bool {
    let asked = monitor.limits().upper_bound;
    saved.zip(asked).is_some_and(|(saved, asked)| saved > asked)
}

/// Removes the files of a search that will not be resumed.
pub(crate) fn ended<A>(outcome: Outcome<A>, disk: &Disk) -> Result<Outcome<A>, FileError> {
    if !goes_on(&outcome) {
        disk.clear()?;
    }
    Ok(outcome)
}

/// Whether a later search can resume from the files of one with this outcome.
pub(crate) fn goes_on<A>(outcome: &Outcome<A>) -> bool {
    use crate::Verdict::{Bounded, Solved};
    match outcome.verdict() {
        Bounded(stop) | Solved(Some(stop)) => !matches!(stop, Stop::Bound | Stop::Disk),
        _ => false,
    }
}
