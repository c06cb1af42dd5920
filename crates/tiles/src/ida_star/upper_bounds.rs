//! Finds plans that need not be shortest, for searches that a limit ends.

use super::search::path;
use crate::board::for_packed;
use crate::space::{AnyHeuristic, Graph, Incremental, pushes};
use fewest_rules::tiles::{Cell, Instance};
use fewest_search::depth_first::iterative_deepening::Counts;
use fewest_search::outcome::Work;
use fewest_search::portfolio::{Beam, beam_bytes};
use fewest_search::problem::LazyTesting;
use fewest_search::{Depth, Monitor, Problem, Stop};

/// Beams take one part in this many of the memory limit.
pub(crate) const MEMORY_SHARE: u64 = 8;
/// A beam may expand one position per this many of the previous iteration. Expanding one takes a
/// beam several times as long as IDA*.
const SHARE: u64 = 64;
/// The widest beam: it takes some tenths of a second.
const MOST_WIDTH: u64 = 1 << 12;
/// The narrowest beam that is tried.
const LEAST_WIDTH: u64 = 1 << 8;
/// A position has at most this many successors other than its predecessor.
const CHILDREN: usize = 3;

/// Looks for short plans by wider and wider beam searches.
pub(super) struct UpperBounds<'a> {
    instance: &'a Instance,
    heuristic: &'a AnyHeuristic,
    /// The width of the widest beam so far.
    widest: usize,
}

impl<'a> UpperBounds<'a> {
    pub fn new(instance: &'a Instance, heuristic: &'a AnyHeuristic) -> Self {
        Self { instance, heuristic, widest: 0 }
    }

    /// A beam search in proportion to an iteration that expanded `last` positions: for the path of
    /// a plan of at most one and a half times `bound` moves, and shorter than the known one of
    /// `known` moves. None is shorter than `bound`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn improve(
        &mut self,
        bound: Depth,
        known: Option<usize>,
        last: u64,
        counts: &mut Counts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Cell>>, Stop> {
        let start = self.instance.start;
        let longest = bound.0.saturating_add(bound.0 / 2);
        let shorter = known.map_or(longest, |moves| moves.saturating_sub(2) as u16);
        let limits = *monitor.limits();
        let limit = limits.upper_bound.map_or(shorter, |asked| shorter.min(asked.0));
        let found = for_packed!(start.size(), Packed => {
            let graph = Graph::<Packed>::new(start, self.instance.solved());
            let problem = Problem::new(graph, Incremental(self.heuristic));
            let bytes = beam_bytes(&problem, longest.into(), CHILDREN) as u64;
            let fitting = limits.memory.map_or(u64::MAX, |memory| memory / MEMORY_SHARE / bytes);
            let width = (last / SHARE / u64::from(longest.max(1))).min(fitting).min(MOST_WIDTH);
            if width < LEAST_WIDTH.max(self.widest as u64 + 1) || limit < bound.0 {
                return Ok(None);
            }
            self.widest = width as usize;
            let (limit, testing) = (Depth(limit), LazyTesting::Off);
            let beam = Beam { width: self.widest, limit, testing, seed: 0 };
            let mut work = Work::default();
            let found = beam.plan(&problem, &mut monitor.after(&counts.all()), &mut work);
            counts.beside = counts.beside.plus(&work.statistics);
            found?
        });
        Ok(found.map(|plan| path(&start, pushes(plan))))
    }
}
