//! Solving a level: from a request to an answer in moves of the rules.

use super::configuration::{Configuration, PUZZLE};
use crate::board::{Board, Slide};
use crate::heuristic::HeuristicName;
use crate::pdb::BuildError;
use crate::space::{
    Graph, LevelProblem, TieBreaking, consistent_problem, level_problem, stopped_at_start,
};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, MAX_ATOMS, Move};
use fewest_search::best_first::{bae_star, nbs, state_table_astar};
use fewest_search::breadth_first::breadth_first_heuristic_search;
use fewest_search::portfolio::{
    Configuration as ProofConfiguration, cheapest_configuration, per_goal,
};
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{
    Answer, Direction, Engine, MissingPart, Monitor, MultiGoal, Outcome, Request, Unsupported,
};

/// Calls a function that is generic over the number of atoms with the least capacity that suffices:
/// every stored state has a byte for each. Every capacity is compiled anew, which takes long for many
/// engines.
macro_rules! with_capacity_for {
    ($level:expr, $capacities:tt, $function:ident $arguments:tt) => {
        with_capacity_for!(@ $level, $capacities, $function, $arguments)
    };
    (@ $level:expr, [$($capacity:literal),*], $function:ident, $arguments:tt) => {
        match $level.atoms().len() {
            $(..=$capacity => $function::<$capacity> $arguments,)*
            _ => $function::<MAX_ATOMS> $arguments,
        }
    };
}

/// Looks for a shortest plan.
///
/// By default this is breadth-first heuristic search, bound by bound in the direction that is expected
/// to be cheaper, with the test for unsupported stops where it pays; beams look for plans beside it.
///
/// # Errors
/// [`Unsupported`] for engines that need moves that can be taken back, which slides cannot, for
/// directions of engines that search from both ends, and for heuristics, ties and ways with goals
/// that the engine does not have.
pub fn solve(
    level: &Level,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, Unsupported> {
    let engine = request.engine.unwrap_or(Engine::BreadthFirstHeuristic);
    if engine == Engine::Frontier {
        // A slide cannot always be taken back.
        return Err(Unsupported::part(engine, PUZZLE, MissingPart::Undirected));
    }
    if let (true, Some(direction @ Direction::Backward)) =
        (engine.is_bidirectional(), request.direction)
    {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE });
    }
    let configuration = Configuration::of(engine, request)?;
    let searched = match engine {
        Engine::BreadthFirstHeuristic => with_capacity_for!(
            level,
            [8, 12, 16, 24, 32],
            by_breadth_first(level, configuration.heuristic, request, monitor)
        ),
        _ => with_capacity_for!(level, [8, 16], search(level, &configuration, request, monitor)),
    };
    let (direction, outcome) = match searched {
        Ok(ended) => ended,
        Err(BuildError::Stopped(stop)) => {
            let direction = request.direction.unwrap_or(Direction::Forward);
            (direction, stopped_at_start(level, stop, monitor))
        }
        Err(BuildError::TooLarge) => {
            let (what, name) = ("heuristic", configuration.heuristic.name().to_owned());
            let reason = "its tables would not fit into memory";
            return Err(Unsupported::Choice { what, name, puzzle: PUZZLE, reason });
        }
    };
    let outcome = outcome.map_plan(|plan| in_rules(level, direction, plan));
    let heuristic = configuration.heuristic_name();
    Ok(Answer { outcome, engine, direction, heuristic, threads: engine.threads() })
}

/// The direction and the outcome of a search.
type Searched = Result<(Direction, Outcome<Slide>), BuildError>;

fn by_breadth_first<const N: usize>(
    level: &Level,
    heuristic: HeuristicName,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let directions = request.direction.map_or(Direction::ALL.to_vec(), |asked| vec![asked]);
    let problem = |&direction: &Direction| {
        level_problem(Graph::<N>::new(level, direction), heuristic, TieBreaking::Heuristic, monitor)
    };
    let problems = directions.iter().map(problem).collect::<Result<Vec<_>, _>>()?;
    // By default, whether to test is found out.
    let testings = match request.heuristic {
        None => &[LazyTesting::On, LazyTesting::Off][..],
        Some(_) => &[LazyTesting::On],
    };
    let configurations: Vec<_> = testings
        .iter()
        .flat_map(|&testing| {
            let ends = directions.iter().zip(&problems);
            ends.map(move |(&direction, problem)| ProofConfiguration {
                direction,
                problem,
                testing,
            })
        })
        .collect();
    Ok(match configurations.as_slice() {
        [only] => (only.direction, breadth_first_heuristic_search(only.problem, monitor)),
        all => cheapest_configuration(all, monitor),
    })
}

fn search<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let &Configuration { engine, heuristic, tie_breaking, multi_goal } = configuration;
    let direction = request.direction.unwrap_or(Direction::Forward);
    let problem = |graph: Graph<N>, monitor: &Monitor<'_>| {
        level_problem(graph, heuristic, tie_breaking, monitor)
    };
    let run = |problem: &LevelProblem<N>, monitor: &mut Monitor<'_>| {
        let outcome = engine.run(problem, request.settings, monitor);
        outcome.expect("bidirectional engines are run with both problems")
    };
    let outcome = match (engine, multi_goal) {
        (Engine::Nbs | Engine::BaeStar, _) => {
            let forward = Graph::new(level, Direction::Forward);
            let backward = forward.reversed();
            if engine == Engine::BaeStar {
                let ends = [forward, backward].map(consistent_problem::<N>);
                bae_star(&ends[0], &ends[1], monitor)
            } else {
                nbs(&problem(forward, monitor)?, &problem(backward, monitor)?, monitor)
            }
        }
        (_, MultiGoal::Joint) => run(&problem(Graph::new(level, direction), monitor)?, monitor),
        (_, MultiGoal::Separate) => {
            let graphs = Graph::of_single_goals(level, direction);
            let problems = graphs.into_iter().map(|graph| problem(graph, monitor));
            let problems = problems.collect::<Result<Vec<_>, _>>()?;
            match engine {
                // It is bound by bound already.
                Engine::StateTableAstar => per_goal(&problems, state_table_astar, monitor),
                _ => per_goal(&problems, run, monitor),
            }
        }
    };
    Ok((direction, outcome))
}

/// A plan of the model in moves of the rules, from the start to the goal.
///
/// # Panics
/// If the plan is not legal there: the two models contradict each other.
pub fn in_rules(level: &Level, direction: Direction, mut plan: Vec<Slide>) -> Vec<Move> {
    if direction == Direction::Backward {
        plan.reverse();
        plan.iter_mut().for_each(|slide| *slide = slide.inverse());
    }
    let board = Board::new(level);
    let mut position = level.start();
    let mut in_rules = Vec::with_capacity(plan.len());
    for slide in plan {
        let (from, to) = (board.square(slide.from), board.square(slide.to));
        let step = level.move_between(&position, from, to);
        let step = step.expect("every slide of the model is a move of the rules");
        position = level.play(&position, &step).expect("such a move is legal");
        in_rules.push(step);
    }
    in_rules
}
