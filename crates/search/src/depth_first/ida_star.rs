//! Iterative-deepening A*, plain and weighted.
//!
//! # Source
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985). Weighted: Korf, "Linear-space best-first search", Artificial
//! Intelligence 62 (1993); for Atomix Hüffner 2003, section 7.1.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::visited::Visited;
use crate::depth_first::{PathOptions, Switch};
use crate::outcome::Completeness;
use crate::problem::{Action, Parts};
use crate::{Depth, Monitor, Outcome, Stop, Weight};

/// Searches depth-first with a bound on f that rises until a goal is within it.
///
/// Moves that the [`MovePruning`](crate::problem::MovePruning) prunes are skipped. Keeps only the
/// current path, so it cannot detect that it has seen the whole space: on an unsolvable puzzle with
/// moves back and forth it runs until a limit stops it.
///
/// # Complexity
/// Memory linear in the plan; time in the number of *paths* with f within the bound.
pub fn ida_star<P: Parts>(
    problem: &P,
    options: PathOptions,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    weighted_ida_star(problem, Weight::ONE, options, monitor)
}

/// Does the same with a bound on g + w·h.
///
/// The plan is at most w times as long as a shortest one; the lower bound may be tighter than that.
///
/// # Complexity
/// As [`ida_star`]; usually far fewer paths.
pub fn weighted_ida_star<P: Parts>(
    problem: &P,
    weight: Weight,
    options: PathOptions,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let PathOptions { move_pruning, move_ordering } = options;
    iterate(problem, weight, move_ordering, &mut PathOnly { move_pruning }, monitor)
}

/// Remembers no states.
struct PathOnly {
    move_pruning: Switch,
}

impl<K> Visited<K> for PathOnly {
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    fn prunes_moves(&self) -> bool {
        self.move_pruning == Switch::On
    }

    fn begin_iteration(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    fn is_duplicate(&mut self, _: K, _: Depth) -> bool {
        false
    }

    fn len(&self) -> u64 {
        0
    }
}
