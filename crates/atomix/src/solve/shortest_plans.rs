//! All shortest plans of a level.

use super::capacity::with_capacity_for;
use super::in_rules;
use crate::board::Packed;
use crate::heuristic::{HeuristicLevel, HeuristicName};
use crate::space::{Graph, least_h_first, level_problem};
use fewest_rules::atomix::{Level, MAX_ATOMS, Move};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::erased::{self, PackedKey};
use fewest_search::{Answer, Depth, Direction, Monitor, Stop};

/// Counts all plans as short as the plan of an answer, which must be proved to be shortest, and
/// lists the first `listed` of them. The search has the direction and the heuristic of the answer.
///
/// Atoms with the same label are alike: two plans differ only if their moves begin or end at
/// different cells.
///
/// # Errors
/// The limit that is reached.
pub fn shortest_plans(
    level: &Level,
    answer: &Answer<Move>,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Move>, Stop> {
    let Answer { outcome, direction, heuristic, .. } = answer;
    let length = Depth(outcome.plan().map_or(0, <[Move]>::len) as u16);
    let heuristic = HeuristicName::named(heuristic);
    let heuristic = heuristic.unwrap_or(HeuristicName::Level(HeuristicLevel::Distances));
    with_capacity_for!(level, count(level, length, *direction, heuristic, listed, monitor))
}

fn count<const N: usize>(
    level: &Level,
    length: Depth,
    direction: Direction,
    heuristic: HeuristicName,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Move>, Stop>
where
    Packed<N>: PackedKey,
{
    let graph = Graph::<N>::new(level, direction);
    let problem = level_problem(graph, heuristic, &least_h_first(), monitor)?;
    let ShortestPlans { count, listed } =
        erased::shortest_plans(&problem, length, listed, monitor)?;
    let listed = listed.into_iter().map(|plan| in_rules(level, direction, plan)).collect();
    Ok(ShortestPlans { count, listed })
}
