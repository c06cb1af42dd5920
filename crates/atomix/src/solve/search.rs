//! Solving a level: from a request to an answer in moves of the rules.

use super::configuration::{Configuration, PUZZLE};
use crate::board::{Board, Slide};
use crate::heuristic::HeuristicName;
use crate::pdb::BuildError;
use crate::space::{Ends, Graph, Guided, TieBreaking, stopped_at_start};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, MAX_ATOMS, Move};
use fewest_search::bound_by_bound::bound_by_bound;
use fewest_search::breadth_first_heuristic::breadth_first_heuristic;
use fewest_search::cheapest_way::{Way, cheapest_way};
use fewest_search::state_table_astar::state_table_astar;
use fewest_search::{
    Answer, Direction, Engine, Goals, Monitor, Outcome, Request, Testing, Unsupported,
};

/// Calls a function that is generic over the number of atoms with the least capacity that suffices:
/// every stored state has a byte for each. Every capacity is compiled separately, which takes long for
/// many engines.
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
/// [`Unsupported`] for engines that need invertible moves, for directions of bidirectional engines,
/// and for heuristics, tie-breaking rules and treatments of several goals that the engine does not
/// have.
pub fn solve(
    level: &Level,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, Unsupported> {
    let engine = request.engine.unwrap_or(Engine::BreadthFirstHeuristic);
    if engine == Engine::Frontier {
        let reason = "a slide cannot always be taken back";
        return Err(Unsupported::Engine { engine, puzzle: PUZZLE, reason });
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
            breadth_first_heuristic_search(level, configuration.heuristic, request, monitor)
        ),
        _ => with_capacity_for!(level, [8, 16], search(level, &configuration, request, monitor)),
    };
    let (direction, outcome) = match searched {
        Ok(ended) => ended,
        Err(BuildError::Stopped(stop)) => {
            let direction = request.direction.unwrap_or(Direction::Forward);
            (direction, stopped_at_start(level, stop))
        }
        Err(BuildError::TooLarge) => {
            let (what, name) = ("heuristic", configuration.heuristic.name());
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

fn breadth_first_heuristic_search<const N: usize>(
    level: &Level,
    heuristic: HeuristicName,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let guided = |direction| {
        let graph = Graph::<N>::new(level, direction);
        Guided::new(graph, heuristic, TieBreaking::Heuristic, Ends::One, monitor)
            .map(|space| (direction, space))
    };
    let directions = request.direction.map_or(Direction::ALL.to_vec(), |asked| vec![asked]);
    let spaces = directions.into_iter().map(guided).collect::<Result<Vec<_>, _>>()?;
    // By default, whether to test is found out.
    let testings = match request.heuristic {
        None => &[Testing::Always, Testing::Never][..],
        Some(_) => &[Testing::Always],
    };
    let ways: Vec<_> = testings
        .iter()
        .flat_map(|&testing| {
            spaces.iter().map(move |(direction, space)| Way {
                direction: *direction,
                space,
                testing,
            })
        })
        .collect();
    match ways.as_slice() {
        [only] => Ok((only.direction, breadth_first_heuristic(only.space, monitor))),
        ways => Ok(cheapest_way(ways, monitor)),
    }
}

fn search<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let &Configuration { engine, heuristic, ties, goals } = configuration;
    let direction = request.direction.unwrap_or(Direction::Forward);
    let ends = if engine.is_bidirectional() { Ends::Both } else { Ends::One };
    let guided =
        |graph, monitor: &Monitor<'_>| Guided::<N>::new(graph, heuristic, ties, ends, monitor);
    let outcome = match goals {
        Goals::Together => {
            let space = guided(Graph::new(level, direction), monitor)?;
            engine.run(&space, request.settings, monitor)
        }
        Goals::Apart => {
            let graphs = Graph::of_single_goals(level, direction);
            let spaces = graphs.into_iter().map(|graph| guided(graph, monitor));
            let spaces = spaces.collect::<Result<Vec<_>, _>>()?;
            let run = |space: &_, monitor: &mut Monitor<'_>| match engine {
                // `bound_by_bound` raises its bounds.
                Engine::StateTableAstar => state_table_astar(space, monitor),
                _ => engine.run(space, request.settings, monitor),
            };
            bound_by_bound(&spaces, run, monitor)
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
