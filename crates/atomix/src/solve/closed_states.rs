//! The states that prove a lower bound, for a certificate.

use super::capacity::with_capacity_for;
use crate::heuristic::{HeuristicLevel, HeuristicName};
use crate::pdb::BuildError;
use crate::space::{Graph, least_h_first, level_problem};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::breadth_first::{self, VisitLayer};
use fewest_search::{Depth, Direction, Monitor, Stop};

/// Visits what [`breadth_first::closed_states`] does with the excess of pairs, layer by layer: the
/// states of a layer one after the other, each a byte for an atom. That is its cell, the number of
/// its free square in reading order; atoms are in order of labels, and those of one label in
/// ascending order of cells. Whether no state is a goal.
///
/// # Errors
/// The limit that is reached.
pub fn closed_states(
    level: &Level,
    direction: Direction,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    with_capacity_for!(
        level,
        [8, 12, 16, 24, 32],
        with_capacity(level, direction, bound, visit, monitor)
    )
}

fn with_capacity<const N: usize>(
    level: &Level,
    direction: Direction,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    let heuristic = HeuristicName::Level(HeuristicLevel::Pairs);
    let graph = Graph::<N>::new(level, direction);
    let atoms = graph.atoms();
    let problem = level_problem(graph, heuristic, &least_h_first(), monitor);
    let problem = problem.map_err(|error| match error {
        BuildError::Stopped(stop) => stop,
        BuildError::TooLarge => Stop::Memory,
    })?;
    let mut visit = |depth, states: &[_]| {
        let bytes = |state: &crate::Packed<N>| {
            state.cells()[..atoms].iter().map(|cell| cell.0).collect::<Vec<_>>()
        };
        visit(depth, &states.iter().flat_map(bytes).collect::<Vec<_>>())
    };
    breadth_first::closed_states(&problem, bound, &mut visit, monitor)
}
