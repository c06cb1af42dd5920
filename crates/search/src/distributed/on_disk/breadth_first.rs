//! Breadth-first search and breadth-first heuristic search by several ranks on disk.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006), with an
//! iterated bound; the layers are on disk as in Korf, "Linear-time disk-based implicit graph
//! search", Journal of the ACM 55 (2008).

use crate::artifact::FileError;
use crate::breadth_first::{WithinBound, iterate_bounds, once};
use crate::distributed::breadth_first::within;
use crate::distributed::collective::{agree, together};
use crate::distributed::on_disk::layers::{Layers, Searched};
use crate::distributed::on_disk::plan::plan;
use crate::distributed::on_disk::{RankDisk, RankDiskError};
use crate::distributed::{Transport, VisitCount};
use crate::external::heuristic_search::{concluded, ended, exhausted, goes_on, is_beyond};
use crate::external::sizes::Sizes;
use crate::problem::{Action, Backward, DuplicateScope, Parts};
use crate::{Depth, Monitor, Outcome, Statistics};

/// Proves bound after bound by breadth-first search over the states with f within it, each of which
/// is on the disk of one rank. Every rank calls this with the same problem and the same limits,
/// except for the memory limit, which is its own; all return the same.
///
/// Layers have the same states and counts as in memory, with any number of ranks: the layer in
/// which a goal is found is completed. If the disk of a rank is full, or its part of the limit is
/// spent, all stop with what was proved, and all files are removed, as they are when the search is
/// over.
///
/// If a search in the same folders by the same number of ranks was stopped by a limit, a signal or
/// the end of a process, it is resumed with the last layer that all ranks have saved. Memory and
/// the limit on nodes are as in
/// [`external_breadth_first_heuristic_search`](crate::external::external_breadth_first_heuristic_search).
///
/// # Errors
/// If the states do not fit into 16 bytes, if the ranks were not started in the same way, or if a
/// file of one of them is damaged, belongs to another search, or cannot be read or written. The
/// folders are left as they are then.
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
) -> Result<Outcome<Action<P>>, RankDiskError> {
    let parts = parts(problem, monitor);
    search(problem, parts, Search::Heuristic, transport, disk, visit, monitor)
}

/// Searches layer by layer from the roots until a goal appears. The heuristic is used only to
/// detect dead ends.
///
/// The rest is as in [`distributed_external_breadth_first_heuristic_search`]; a saved search must
/// be one within the same [upper bound](crate::Limits::upper_bound).
///
/// # Errors
/// As there.
pub fn distributed_external_breadth_first_search<'a, P: Parts<Space: Backward>>(
    problem: &P,
    transport: &mut dyn Transport,
    disk: &RankDisk<'_>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankDiskError> {
    let parts = parts(problem, monitor);
    search(problem, parts, Search::Blind, transport, disk, visit, monitor)
}

/// Selects one of the two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::distributed) enum Search {
    Heuristic,
    Blind,
}

fn parts<P: Parts<Space: Backward>>(problem: &P, monitor: &Monitor<'_>) -> (DuplicateScope, Sizes) {
    (problem.space().duplicate_scope(), Sizes::of(monitor.limits().memory))
}

pub(in crate::distributed) fn search<'a, P: Parts<Space: Backward>>(
    problem: &P,
    parts: (DuplicateScope, Sizes),
    which: Search,
    transport: &mut dyn Transport,
    asked: &RankDisk<'_>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankDiskError> {
    agree(problem, transport, Some(&asked.saved), monitor)?;
    let method = match which {
        Search::Blind => within(monitor),
        Search::Heuristic => String::new(),
    };
    let opened = asked.open(&method, transport);
    let folder = together(transport, opened)?;
    let mut layers = Layers::new(problem, parts, &folder.disk, transport, visit)?;
    layers.go_on(asked, monitor)?;
    let monitor = &mut monitor.with_more_nodes(layers.finished.statistics.expanded);
    let saved = layers.bound();
    let outcome = match which {
        Search::Heuristic => {
            let least = problem.least_estimate().unwrap_or(Depth::ZERO);
            iterate_bounds(&mut layers, saved.unwrap_or(least), monitor)?
        }
        Search::Blind => once(&mut layers, monitor)?,
    };
    if is_beyond(saved, monitor) {
        return Ok(outcome);
    }
    if !goes_on(&outcome) {
        layers.forget(true)?;
    }
    let ended = ended(outcome, &folder.disk);
    Ok(together(layers.mailbox.transport(), ended)?)
}

impl<P: Parts<Space: Backward>> WithinBound for Layers<'_, '_, P> {
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
            Ok(Searched::Found(goal, depth)) => plan(self, goal, depth, monitor),
            Err(unfinished) => Err(unfinished),
        };
        concluded(found, self.lower, self.work.statistics, monitor).map(Ok)
    }
}
