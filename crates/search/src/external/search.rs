//! Breadth-first search and breadth-first heuristic search on disk, by one process or several
//! ranks.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); the
//! layers are on disk as in Korf, "Linear-time disk-based implicit graph search", Journal of the
//! ACM 55 (2008), and the bound rises as in IDA*: Korf, "Depth-first iterative-deepening",
//! Artificial Intelligence 27 (1985). For undirected graphs, only the last two layers are needed to
//! detect duplicates: Korf, Zhang, Thayer and Hohwald, "Frontier search", Journal of the ACM 52
//! (2005).

use crate::artifact::FileError;
use crate::distributed::{Threads, Transport, VisitCount, agree, together};
use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose, Searched};
use crate::external::problem::{Edge, Numbered, NumberedProblem};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, RankDisk, Unfinished};
use crate::outcome::Work;
use crate::problem::{Action, Backward, Parts};
use crate::{Depth, Monitor, Outcome, Stop};

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
    let which = Search::from_least(problem);
    of_process(problem, which, disk, monitor)
}

/// Searches layer by layer from the roots until a goal appears. The heuristic is used only to
/// detect dead ends.
///
/// The rest is as in [`external_breadth_first_heuristic_search`].
///
/// # Errors
/// If the states do not fit into 16 bytes, if a file is damaged or cannot be read or written, or if
/// the search in the folder is for plans within another bound.
pub fn external_breadth_first_search<P: Parts<Space: Backward>>(
    problem: &P,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    of_process(problem, Search::Blind, disk, monitor)
}

/// The same as [`external_breadth_first_heuristic_search`], by several ranks, each with the states
/// that it owns on a disk. Every rank calls this with the same problem and the same limits, except
/// for the memory limit, which is its own; all return the same.
///
/// Layers have the same states and counts as in memory, with any number of ranks: the layer in
/// which a goal is found is completed. If the disk of a rank is full, or its part of the limit is
/// spent, all stop with what was proved, and all files are removed, as they are when the search is
/// over. A search in the same folders is resumed by the same number of ranks, with the last layer
/// that all of them have saved.
///
/// # Errors
/// As there; and if the ranks were not started in the same way. An error of one rank is one of all.
///
/// # Complexity
/// That of the search on disk by one process, shared by the ranks. With n ranks, each sends
/// `(n - 1)/n` of its successors within the bound to other ranks, duplicates included.
pub fn distributed_external_breadth_first_heuristic_search<'a, P: Parts<Space: Backward>>(
    problem: &P,
    transport: &mut dyn Transport,
    disk: &RankDisk<'_>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let which = Search::from_least(problem);
    of_ranks(problem, which, transport, disk, visit, monitor)
}

/// The same as [`external_breadth_first_search`], by several ranks as in
/// [`distributed_external_breadth_first_heuristic_search`].
///
/// # Errors
/// As in both.
pub fn distributed_external_breadth_first_search<'a, P: Parts<Space: Backward>>(
    problem: &P,
    transport: &mut dyn Transport,
    disk: &RankDisk<'_>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    of_ranks(problem, Search::Blind, transport, disk, visit, monitor)
}

/// Selects one of the two searches.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Search {
    /// A new search takes as given that no plan is shorter than the first bound; the work showed
    /// it.
    Heuristic(Depth, Work),
    Blind,
}

impl Search {
    /// Breadth-first heuristic search that begins with the least estimate.
    pub(super) fn from_least<P: Parts>(problem: &P) -> Self {
        Self::Heuristic(problem.least_estimate().unwrap_or(Depth::ZERO), Work::default())
    }
}

/// Searches in one process.
///
/// # Errors
/// As [`external_breadth_first_search`].
pub(crate) fn of_process<P: Parts<Space: Backward>>(
    problem: &P,
    which: Search,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let (problem, sizes) = (Numbered::new(problem)?, Sizes::of(monitor.limits().memory));
    Ok(problem.with_actions(alone(&problem, which, (disk, sizes), monitor)?))
}

fn of_ranks<'a, P: Parts<Space: Backward>>(
    problem: &P,
    which: Search,
    transport: &mut dyn Transport,
    disk: &RankDisk<'_>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let (problem, sizes) = (Numbered::new(problem)?, Sizes::of(monitor.limits().memory));
    let ended = by_ranks(&problem, which, transport, (disk, sizes), visit, monitor)?;
    Ok(problem.with_actions(ended))
}

pub(super) fn alone(
    problem: &dyn NumberedProblem,
    which: Search,
    disk: (&Disk, Sizes),
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Edge>, FileError> {
    let mut alone = Threads::alone();
    let mut layers = Layers::new(problem, disk, Purpose::Plan, &mut alone, None);
    layers.resume(monitor)?;
    layers.run(which, monitor)
}

pub(super) fn by_ranks<'a>(
    problem: &'a dyn NumberedProblem,
    which: Search,
    transport: &mut dyn Transport,
    (asked, sizes): (&RankDisk<'_>, Sizes),
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Edge>, ExternalError> {
    agree(problem.fingerprint(), transport, Some(&asked.saved), monitor)?;
    let opened = asked.open(transport);
    let folder = together(transport, opened)?;
    let disk = (&folder.disk, sizes);
    let mut layers = Layers::new(problem, disk, Purpose::Plan, transport, Some(visit));
    if let Some(resumed) = layers.resume(monitor)? {
        asked.saved.tell_resumed(resumed, layers.mailbox.rank() == 0);
    }
    Ok(layers.run(which, monitor)?)
}

impl Layers<'_, '_> {
    /// Searches to the end, and removes the files unless a later search can resume from them.
    fn run(mut self, which: Search, monitor: &mut Monitor<'_>) -> Result<Outcome<Edge>, FileError> {
        let (saved, asked) = (self.bound(), monitor.limits().upper_bound);
        let outcome = match which {
            Search::Heuristic(first, before) => {
                if saved.is_none() {
                    self.count_before(before);
                }
                self.iterate_bounds(saved.unwrap_or(first), monitor)?
            }
            Search::Blind => {
                if let (Some(saved), Some(asked)) = (saved, asked)
                    && saved != asked
                {
                    let [found, expected] =
                        [saved, asked].map(|most| format!("plans of at most {most} moves"));
                    return Err(FileError::Mismatch {
                        path: self.disk.manifest(),
                        found,
                        expected,
                    });
                }
                let monitor = &mut monitor.with_more_nodes(self.work.statistics.expanded);
                let searched =
                    self.search_within(asked.unwrap_or(Depth::MAX), Depth::ZERO, monitor)?;
                searched.unwrap_or_else(|next| Outcome::beyond_bound(next, self.work.statistics))
            }
        };
        if is_beyond(saved, monitor) {
            return Ok(outcome);
        }
        if self.mailbox.ranks() > 1 && !can_be_resumed(&outcome) {
            self.forget(true)?;
        }
        let ended = ended(outcome, self.disk);
        together(self.mailbox.transport(), ended)
    }

    /// Proves one bound after another, from the first to that of a plan or the last requested one.
    fn iterate_bounds(
        &mut self,
        first: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Edge>, FileError> {
        let monitor = &mut monitor.with_more_nodes(self.work.statistics.expanded);
        let mut bound = first;
        loop {
            if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
                return Ok(Outcome::beyond_bound(bound, self.work.statistics));
            }
            match self.search_within(bound, bound, monitor)? {
                Ok(outcome) => return Ok(outcome),
                Err(next) => bound = next,
            }
        }
    }

    /// Searches within a bound, given that no plan is shorter than `lower`. Returns the outcome, or
    /// the next bound if there is no plan.
    ///
    /// # Errors
    /// If a file cannot be used.
    fn search_within(
        &mut self,
        bound: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Result<Outcome<Edge>, Depth>, FileError> {
        let found = match self.search(bound, lower, monitor) {
            Ok(Searched::Exhausted { next: Some(next) }) => return Ok(Err(next)),
            Ok(Searched::Exhausted { next: None }) => {
                return Ok(Ok(Outcome::unsolvable(self.work.statistics)));
            }
            Ok(Searched::Found(goal, depth)) => self.plan(goal, depth, monitor),
            Err(unfinished) => Err(unfinished),
        };
        let (lower, statistics) = (self.lower, self.work.statistics);
        match found {
            Ok(plan) => {
                // Only a bound claimed by a manifest can exceed the plan.
                let length = Depth::saturated(plan.len());
                Ok(Ok(Outcome::with_plan(plan, lower.min(length), statistics)))
            }
            Err(Unfinished::Failed(error)) => Err(error),
            Err(Unfinished::Stopped(stop)) => {
                Ok(Ok(monitor.stopped(stop, None, lower, statistics)))
            }
        }
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
    if !can_be_resumed(&outcome) {
        disk.clear()?;
    }
    Ok(outcome)
}

/// Whether a later search can resume from the files of one with this outcome.
fn can_be_resumed<A>(outcome: &Outcome<A>) -> bool {
    use crate::Verdict::{Bounded, Solved};
    match outcome.verdict() {
        Bounded(stop) | Solved(Some(stop)) => !matches!(stop, Stop::Bound | Stop::Disk),
        _ => false,
    }
}
