//! The states near the start of a level, and near its goals.

use super::capacity::with_capacity_for;
use crate::board::Packed;
use crate::heuristic::HeuristicName;
use crate::pdb::BuildError;
use crate::space::{Graph, Guidance};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::breadth_first::Survey;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Direction, Monitor, Problem, Stop};

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
    let guidance = Guidance::new(&graph, heuristic, monitor).map_err(|error| match error {
        BuildError::Stopped(stop) => stop,
        BuildError::TooLarge => Stop::Memory,
    })?;
    Ok(erased::survey(&Problem::new(graph, guidance), monitor))
}
