//! The positions near the start of a board, and near its goal.

use super::any_heuristic::AnyHeuristic;
use super::method::NotRun;
use super::tables::Tables;
use crate::board::Packed;
use crate::heuristics::HeuristicName;
use crate::space::Graph;
use fewest_rules::tiles::Instance;
use fewest_search::breadth_first::Survey;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Direction, Monitor, Problem, Stop};

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
    let counted = match instance.start.size().cells() {
        ..=16 => count::<1, 4>(instance, direction, heuristic, tables, monitor),
        17..=32 => count::<3, 5>(instance, direction, heuristic, tables, monitor),
        _ => count::<7, 6>(instance, direction, heuristic, tables, monitor),
    };
    counted.map_err(|reason| match reason {
        NotRun::Stopped(stop) => stop,
        NotRun::TooLarge(_) | NotRun::NotSearched(_) => Stop::Memory,
    })
}

/// The same for boards that fit [`Packed`](crate::Packed).
fn count<const WORDS: usize, const BITS: u32>(
    instance: &Instance,
    direction: Direction,
    heuristic: HeuristicName,
    tables: &mut Tables<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<Survey, NotRun>
where
    Packed<WORDS, BITS>: PackedKey,
{
    let (from, to) = match direction {
        Direction::Forward => (instance.start, instance.solved()),
        Direction::Backward => (instance.solved(), instance.start),
    };
    let heuristic = AnyHeuristic::towards(&to, heuristic, tables, monitor)?;
    let problem = Problem::new(Graph::<WORDS, BITS>::new(from, to), heuristic);
    Ok(erased::survey(&problem, monitor))
}
