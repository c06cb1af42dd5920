//! A level as a problem: the graph with all parts that guide and prune a search of it.

use super::Graph;
use super::guidance::{GeneralizedDistance, Guidance};
use super::move_pruning::MovePruning;
use super::tie_breaking::{TieBreaker, TieBreaking, TieBreakingRules};
use crate::board::Packed;
use crate::heuristic::{HeuristicLevel, HeuristicName, LazyTest};
use crate::pdb::BuildError;
use fewest_rules::atomix::Level;
use fewest_search::outcome::unlimited;
use fewest_search::{Direction, Monitor, Problem};
use std::sync::Arc;

/// A level of at most `N` atoms, searched in one direction with a chosen heuristic.
pub type LevelProblem<const N: usize> =
    Problem<Graph<N>, Guidance, Option<LazyTest>, MovePruning, TieBreaker>;

/// Returns the problem of a graph with a heuristic and rules for ties.
///
/// # Errors
/// [`BuildError`] if a pattern database is too large, or at a limit.
pub fn level_problem<const N: usize>(
    graph: Graph<N>,
    heuristic: HeuristicName,
    tie_breaking: &TieBreakingRules,
    monitor: &Monitor<'_>,
) -> Result<LevelProblem<N>, BuildError> {
    let guidance = Guidance::new(&graph, heuristic, monitor)?;
    let (level, direction) = (heuristic.level(), graph.direction());
    let test = LazyTest::new(&guidance.lower_bound, level, direction, monitor.halt())?;
    Ok(Problem { test, ..untested_problem(graph, guidance, tie_breaking) })
}

/// Returns the problem of a graph without a lazy test.
pub fn untested_problem<const N: usize>(
    space: Graph<N>,
    heuristic: Guidance,
    tie_breaking: &TieBreakingRules,
) -> LevelProblem<N> {
    let pruning = MovePruning::new(Arc::clone(space.board()), space.direction());
    let tie_breaking = TieBreaker::new(tie_breaking, space.targets());
    Problem { space, heuristic, test: None, pruning, tie_breaking }
}

/// Returns the default rules for ties.
pub fn least_h_first() -> TieBreakingRules {
    [TieBreaking::Heuristic].into_iter().collect()
}

/// Returns the problem of a path from one state to another in the graph of a problem, with the sum
/// of distances as heuristic.
pub fn problem_between<const N: usize>(
    problem: &LevelProblem<N>,
    from: Packed<N>,
    to: Packed<N>,
) -> LevelProblem<N> {
    with_distances(problem, problem.space.between(from, to))
}

/// Returns a problem with other states as goals, with the sum of distances as heuristic.
pub fn problem_towards<const N: usize>(
    problem: &LevelProblem<N>,
    goals: Vec<Packed<N>>,
) -> LevelProblem<N> {
    with_distances(problem, problem.space.towards(goals))
}

/// Another graph of a problem's board, with the sum of distances as heuristic.
fn with_distances<const N: usize>(problem: &LevelProblem<N>, space: Graph<N>) -> LevelProblem<N> {
    let heuristic = problem.heuristic.of_distances(space.targets());
    untested_problem(space, heuristic, &least_h_first())
}

/// Returns the problem of a level at one level of the heuristic. Its tables are built without
/// limits.
///
/// # Panics
/// If the level has more than `N` atoms.
pub fn problem_at<const N: usize>(
    level: &Level,
    direction: Direction,
    heuristic: HeuristicLevel,
) -> LevelProblem<N> {
    let (graph, heuristic) = (Graph::new(level, direction), HeuristicName::Level(heuristic));
    let ties = least_h_first();
    let built = unlimited(|monitor| level_problem(graph, heuristic, &ties, monitor));
    built.expect("without limits nothing stops it")
}

/// Returns the problem of a graph with a consistent heuristic.
pub fn consistent_problem<const N: usize>(
    graph: Graph<N>,
) -> Problem<Graph<N>, GeneralizedDistance> {
    let heuristic = GeneralizedDistance::new(&graph);
    Problem::new(graph, heuristic)
}
