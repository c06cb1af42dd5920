//! The positions near the start of a board, and near its goal.

use super::graph_engines::ends;
use super::tables::{NotRun, Tables};
use crate::board::for_packed;
use crate::heuristics::HeuristicName;
use crate::space::Graph;
use fewest_rules::tiles::Instance;
use fewest_search::breadth_first::Survey;
use fewest_search::{Direction, Monitor, Problem, Stop, erased};

/// Counts the positions of a board by layer and by estimate: see [`erased::survey`].
///
/// # Errors
/// The limit that is reached while the tables of the heuristic are built; memory if these are too
/// large.
pub fn survey(
    instance: &Instance,
    direction: Direction,
    heuristic: HeuristicName,
    tables: &mut Tables<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<Survey, Stop> {
    let [from, to] = ends(instance, direction);
    let heuristic = tables.heuristic(&to, heuristic, monitor).map_err(|reason| match reason {
        NotRun::Stopped(stop) => stop,
        NotRun::NotSearched(_) => Stop::Memory,
    })?;
    Ok(for_packed!(from.size(), Packed => {
        erased::survey(&Problem::new(Graph::<Packed>::new(from, to), heuristic), monitor)
    }))
}
