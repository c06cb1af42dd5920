//! The lower bound of the start, which holds if a search is stopped before it begins.

use super::Graph;
use crate::heuristic::LowerBound;
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::{Depth, Direction, Monitor, Outcome, StateSpace, Statistics, Stop};

/// Returns the sum of generalized distances of the start: no plan is shorter. `None` if the level
/// is unsolvable even by generalized moves.
///
/// Generalized moves are invertible, so it is the same forward and backward.
pub fn start_estimate(level: &Level, direction: Direction) -> Option<Depth> {
    let graph = Graph::<MAX_ATOMS>::new(level, direction);
    let distances = LowerBound::of_distances(graph.targets());
    graph.roots().iter().filter_map(|root| distances.value(graph.cells(root))).min()
}

/// Returns the outcome of a search that was stopped while its tables were built.
pub fn stopped_at_start<A>(level: &Level, stop: Stop, monitor: &Monitor<'_>) -> Outcome<A> {
    let statistics = Statistics::default();
    match start_estimate(level, Direction::Forward) {
        None => Outcome::unsolvable(statistics),
        Some(lower) => monitor.stopped(stop, None, lower, statistics),
    }
}
