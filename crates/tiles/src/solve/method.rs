//! The engines of `fewest_search` on a board.

use super::answer::PUZZLE;
use super::any_heuristic::AnyHeuristic;
use super::solver::TooLarge;
use super::tables::Tables;
use crate::board::Packed;
use crate::heuristics::{HeuristicName, Manhattan};
use crate::space::Graph;
use fewest_rules::tiles::{Instance, Move, Tile};
use fewest_search::breadth_first::frontier_search;
use fewest_search::erased::{PackedKey, bae_star, nbs};
use fewest_search::portfolio::anytime;
use fewest_search::problem::{Backward, LastMove, MovePruning, NoTest};
use fewest_search::{
    Depth, Direction, Engine, Monitor, Outcome, Problem, Settings, SolveError, StateSpace,
    Statistics, Stop, Storage,
};

/// An engine and its settings.
pub(super) struct Method {
    pub engine: Engine,
    pub direction: Direction,
    pub heuristic: HeuristicName,
    pub settings: Settings,
}

/// A board as a problem.
type GraphProblem<const WORDS: usize, const BITS: u32, M> =
    Problem<Graph<WORDS, BITS>, AnyHeuristic, NoTest, M>;

/// Why an engine did not run.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotRun {
    /// The heuristic does not fit the board.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached while tables were built.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The engine needs more than the puzzle has, or another checkpoint.
    #[error(transparent)]
    NotSearched(#[from] SolveError),
}

impl Method {
    /// Searches for a shortest plan.
    ///
    /// # Errors
    /// If the tables of the heuristic are too large.
    pub fn run(
        &self,
        instance: &Instance,
        tables: &mut Tables<'_>,
        storage: Option<&mut Storage<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Move>, SolveError> {
        let searched = match instance.start.size().cells() {
            ..=16 => self.search::<1, 4>(instance, tables, storage, monitor),
            17..=32 => self.search::<3, 5>(instance, tables, storage, monitor),
            _ => self.search::<7, 6>(instance, tables, storage, monitor),
        };
        searched.or_else(|reason| match reason {
            NotRun::Stopped(stop) => {
                Ok(monitor.stopped(stop, None, Depth::ZERO, Statistics::default()))
            }
            NotRun::TooLarge(error) => Err(error.into()),
            NotRun::NotSearched(error) => Err(error),
        })
    }

    /// The same for boards that fit [`Packed`](crate::Packed).
    fn search<const WORDS: usize, const BITS: u32>(
        &self,
        instance: &Instance,
        tables: &mut Tables<'_>,
        storage: Option<&mut Storage<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Move>, NotRun>
    where
        Packed<WORDS, BITS>: PackedKey,
    {
        let (start, solved) = (&instance.start, &instance.solved());
        let graph = Graph::<WORDS, BITS>::new(*start, *solved);
        let mut problem = |graph: Graph<WORDS, BITS>, target, monitor: &mut Monitor<'_>| {
            let heuristic = monitor.aside(Depth::ZERO, &Statistics::default(), |monitor| {
                AnyHeuristic::towards(target, self.heuristic, tables, monitor)
            });
            Ok::<_, NotRun>(Problem::new(graph, heuristic?).with_pruning(LastMove(is_way_back)))
        };
        let Self { engine, direction, settings, .. } = *self;
        match engine {
            Engine::Frontier => {
                let recovery = settings.plan_recovery.unwrap_or_default();
                let checkpoint = match storage {
                    Some(Storage::Checkpoint(checkpoint)) => Some(checkpoint),
                    _ => None,
                };
                return match frontier_search(&graph, recovery, checkpoint, monitor) {
                    Ok(outcome) => Ok(outcome.map_plan(pushes)),
                    Err(error) => Err(NotRun::NotSearched(error.into())),
                };
            }
            Engine::Nbs | Engine::BaeStar | Engine::Anytime => {
                let backward = problem(graph.reversed(), start, monitor)?;
                let forward = problem(graph, solved, monitor)?;
                let outcome = match engine {
                    Engine::Nbs => nbs(&forward, &backward, monitor),
                    Engine::BaeStar => bae_star(&forward, &backward, monitor),
                    _ => anytime([&forward, &backward], &problem_between, monitor),
                };
                return Ok(outcome.map_plan(pushes));
            }
            _ => {}
        }
        let problem = match direction {
            Direction::Forward => problem(graph, solved, monitor)?,
            Direction::Backward => problem(graph.reversed(), start, monitor)?,
        };
        let outcome = engine
            .run(&problem, settings, storage, monitor)
            .map_err(|error| error.of(engine, PUZZLE))?;
        Ok(outcome.map_plan(|mut plan| {
            if direction == Direction::Backward {
                // Pushing the same tile again undoes a move.
                plan.reverse();
            }
            pushes(plan)
        }))
    }
}

/// The moves that push the tiles of these numbers.
pub(super) fn pushes(tiles: Vec<u8>) -> Vec<Move> {
    tiles.into_iter().map(|tile| Move(Tile(tile))).collect()
}

/// The problem of a path from one position to another, with the Manhattan distance.
fn problem_between<const WORDS: usize, const BITS: u32, M>(
    problem: &GraphProblem<WORDS, BITS, M>,
    from: Packed<WORDS, BITS>,
    to: Packed<WORDS, BITS>,
) -> GraphProblem<WORDS, BITS, M>
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
