//! The states near the start of a level, and near its goals.

use super::capacity::with_capacity_for;
use crate::board::Packed;
use crate::heuristic::HeuristicName;
use crate::space::{Graph, Guidance, least_h_first, untested_problem};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::breadth_first::Survey;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Direction, Monitor, Stop};

/// Counts the states of a level by layer and by estimate: see [`erased::survey`]. No lazy
/// test is applied.
///
/// # Errors
/// The limit that is reached while the tables of the heuristic are built; memory if these are too
/// large.
pub fn survey(
    level: &Level,
    direction: Direction,
    heuristic: HeuristicName,
    monitor: &Monitor<'_>,
) -> Result<Survey, Stop> {
    with_capacity_for!(level, count(level, direction, heuristic, monitor))
}

fn count<const N: usize>(
    level: &Level,
    direction: Direction,
    heuristic: HeuristicName,
    monitor: &Monitor<'_>,
) -> Result<Survey, Stop>
where
    Packed<N>: PackedKey,
{
    let graph = Graph::<N>::new(level, direction);
    let guidance = Guidance::new(&graph, heuristic, monitor)?;
    Ok(erased::survey(&untested_problem(graph, guidance, &least_h_first()), monitor))
}
