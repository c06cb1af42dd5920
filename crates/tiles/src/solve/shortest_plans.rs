//! All shortest plans of a board.

use super::any_heuristic::AnyHeuristic;
use super::method::{NotRun, pushes};
use super::tables::Tables;
use crate::board::Packed;
use crate::heuristics::HeuristicName;
use crate::space::Graph;
use fewest_rules::tiles::{Instance, Move};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Answer, Depth, Direction, Monitor, Problem, SolveError, Statistics, Stop};

/// Counts all plans as short as the plan of an answer, which must be proved to be shortest, and
/// lists the first `listed` of them. The search has the direction and the heuristic of the answer.
///
/// # Errors
/// If the tables of the heuristic are too large; within it, the limit that is reached.
pub fn shortest_plans(
    instance: &Instance,
    answer: &Answer<Move>,
    listed: usize,
    tables: &mut Tables<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<Result<ShortestPlans<Move>, Stop>, SolveError> {
    let counted = match instance.start.size().cells() {
        ..=16 => count::<1, 4>(instance, answer, listed, tables, monitor),
        17..=32 => count::<3, 5>(instance, answer, listed, tables, monitor),
        _ => count::<7, 6>(instance, answer, listed, tables, monitor),
    };
    match counted {
        Ok(plans) => Ok(Ok(plans)),
        Err(NotRun::Stopped(stop)) => Ok(Err(stop)),
        Err(NotRun::TooLarge(error)) => Err(error.into()),
        Err(NotRun::NotSearched(error)) => Err(error),
    }
}

/// The same for boards that fit [`Packed`](crate::Packed).
fn count<const WORDS: usize, const BITS: u32>(
    instance: &Instance,
    answer: &Answer<Move>,
    listed: usize,
    tables: &mut Tables<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Move>, NotRun>
where
    Packed<WORDS, BITS>: PackedKey,
{
    let length = Depth(answer.outcome.plan().map_or(0, <[Move]>::len) as u16);
    let heuristic = answer.heuristic.parse().unwrap_or(HeuristicName::Manhattan);
    let (from, to) = match answer.direction {
        Direction::Forward => (instance.start, instance.solved()),
        Direction::Backward => (instance.solved(), instance.start),
    };
    let heuristic = monitor.aside(length, &Statistics::default(), |monitor| {
        AnyHeuristic::towards(&to, heuristic, tables, monitor)
    })?;
    let problem = Problem::new(Graph::<WORDS, BITS>::new(from, to), heuristic);
    let ShortestPlans { count, mut listed } =
        erased::shortest_plans(&problem, length, listed, monitor)?;
    if answer.direction == Direction::Backward {
        // Pushing the same tile again undoes a move.
        listed.iter_mut().for_each(|plan| plan.reverse());
    }
    Ok(ShortestPlans { count, listed: listed.into_iter().map(pushes).collect() })
}
