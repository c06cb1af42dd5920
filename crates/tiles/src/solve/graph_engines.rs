//! The engines of `fewest_search` on the graph of positions.

use super::answer::PUZZLE;
use super::tables::{NotRun, Tables};
use crate::board::{PackedBoard, for_packed};
use crate::heuristics::{HeuristicName, Manhattan};
use crate::space::{AnyHeuristic, Graph, pushes};
use fewest_rules::tiles::{Board, Instance, Move};
use fewest_search::breadth_first::frontier_search;
use fewest_search::erased::{bae_star, nbs};
use fewest_search::portfolio::anytime;
use fewest_search::problem::{LastMove, MovePruning, NoTest};
use fewest_search::{
    Depth, Direction, Engine, Monitor, Outcome, Problem, Settings, SolveError, StateSpace,
    Statistics, Storage,
};

/// An engine and its settings.
pub(super) struct GraphEngine {
    pub engine: Engine,
    pub direction: Direction,
    pub heuristic: HeuristicName,
    pub settings: Settings,
}

/// A board as a problem.
type GraphProblem<B, M> = Problem<Graph<B>, AnyHeuristic, NoTest, M>;

impl GraphEngine {
    /// Searches for a shortest plan.
    ///
    /// # Errors
    /// If the tables of the heuristic are too large.
    pub fn run(
        &self,
        instance: &Instance,
        tables: &mut Tables<'_>,
        storage: Option<Storage<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Move>, SolveError> {
        let searched = for_packed!(instance.start.size(), Packed => {
            self.search::<Packed>(instance, tables, storage, monitor)
        });
        searched.or_else(|reason| match reason {
            NotRun::Stopped(stop) => {
                Ok(monitor.stopped(stop, None, Depth::ZERO, Statistics::default()))
            }
            NotRun::NotSearched(error) => Err(error),
        })
    }

    fn search<B: PackedBoard>(
        &self,
        instance: &Instance,
        tables: &mut Tables<'_>,
        storage: Option<Storage<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Move>, NotRun> {
        let Self { engine, direction, settings, .. } = *self;
        let mut problem = |direction, monitor: &mut Monitor<'_>| {
            let [from, to] = ends(instance, direction);
            let heuristic = monitor.aside(Depth::ZERO, &Statistics::default(), |monitor| {
                tables.heuristic(&to, self.heuristic, monitor)
            });
            let graph = Graph::<B>::new(from, to);
            Ok::<_, NotRun>(Problem::new(graph, heuristic?).with_pruning(LastMove(is_way_back)))
        };
        match engine {
            Engine::Frontier => {
                let [from, to] = ends(instance, Direction::Forward);
                let recovery = settings.plan_recovery.unwrap_or_default();
                let checkpoint = match storage {
                    Some(Storage::Checkpoint(checkpoint)) => Some(checkpoint),
                    _ => None,
                };
                let graph = Graph::<B>::new(from, to);
                let outcome = frontier_search(&graph, recovery, checkpoint, monitor);
                Ok(outcome.map_err(SolveError::from)?.map_plan(pushes))
            }
            Engine::Nbs | Engine::BaeStar | Engine::Anytime => {
                let backward = problem(Direction::Backward, monitor)?;
                let forward = problem(Direction::Forward, monitor)?;
                let outcome = match engine {
                    Engine::Nbs => nbs(&forward, &backward, monitor),
                    Engine::BaeStar => bae_star(&forward, &backward, monitor),
                    _ => anytime([&forward, &backward], &problem_between, monitor),
                };
                Ok(outcome.map_plan(pushes))
            }
            _ => {
                let problem = problem(direction, monitor)?;
                let outcome = engine.run(&problem, settings, storage, monitor);
                let outcome = outcome.map_err(|error| error.of(engine, PUZZLE))?;
                Ok(outcome.map_plan(|plan| in_order(plan, direction)))
            }
        }
    }
}

/// Where a search in a direction begins and ends.
pub(super) fn ends(instance: &Instance, direction: Direction) -> [Board; 2] {
    match direction {
        Direction::Forward => [instance.start, instance.solved()],
        Direction::Backward => [instance.solved(), instance.start],
    }
}

/// The moves of a plan that a search in a direction found, from the start to the goal.
pub(super) fn in_order(mut plan: Vec<u8>, direction: Direction) -> Vec<Move> {
    if direction == Direction::Backward {
        // Pushing the same tile again undoes a move.
        plan.reverse();
    }
    pushes(plan)
}

/// The problem of a path from one position to another, with the Manhattan distance.
fn problem_between<B: PackedBoard, M>(
    problem: &GraphProblem<B, M>,
    from: B,
    to: B,
) -> GraphProblem<B, M>
where
    M: MovePruning<u8> + Copy,
{
    let graph = &problem.space;
    let [start, target] = [from, to].map(|key| graph.board(&graph.unpack(key)));
    let heuristic = AnyHeuristic::Manhattan(Manhattan::new(&target).into());
    Problem::new(Graph::new(start, target), heuristic).with_pruning(problem.pruning)
}

/// Whether a move undoes the previous one.
///
/// # Sound because
/// only the move just made can be undone by pushing the same tile, and the position before it is on
/// the path already.
fn is_way_back(previous: u8, next: u8) -> bool {
    previous == next
}
