//! All shortest plans of a board.

use super::graph_engines::{ends, in_order};
use super::tables::{NotRun, Tables};
use crate::board::for_packed;
use crate::heuristics::HeuristicName;
use crate::space::Graph;
use fewest_rules::tiles::{Instance, Move};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::{Answer, Depth, Monitor, Problem, SolveError, Statistics, Stop, erased};

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
    let length = Depth(answer.outcome.plan().map_or(0, <[Move]>::len) as u16);
    let heuristic = answer.heuristic.parse().unwrap_or(HeuristicName::Manhattan);
    let [from, to] = ends(instance, answer.direction);
    let made = monitor
        .aside(length, &Statistics::default(), |monitor| tables.heuristic(&to, heuristic, monitor));
    let heuristic = match made {
        Ok(heuristic) => heuristic,
        Err(NotRun::Stopped(stop)) => return Ok(Err(stop)),
        Err(NotRun::NotSearched(error)) => return Err(error),
    };
    let counted = for_packed!(from.size(), Packed => {
        let problem = Problem::new(Graph::<Packed>::new(from, to), heuristic);
        erased::shortest_plans(&problem, length, listed, monitor)
    });
    Ok(counted.map(|ShortestPlans { count, listed }| {
        let listed = listed.into_iter().map(|plan| in_order(plan, answer.direction)).collect();
        ShortestPlans { count, listed }
    }))
}
