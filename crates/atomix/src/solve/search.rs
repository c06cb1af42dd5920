//! From a level to an answer in moves of the rules.

use crate::choice::{Choice, PUZZLE};
use crate::guided::{Ends, Guided};
use crate::refusal::Refusal;
use crate::{Board, HeuristicName, MAX_ATOMS, Model, Slide, Strength, Ties};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, Move};
use fewest_search::bound_by_bound::bound_by_bound;
use fewest_search::breadth_first_heuristic::breadth_first_heuristic;
use fewest_search::cheapest_way::{Way, cheapest_way};
use fewest_search::state_table_astar::state_table_astar;
use fewest_search::{
    Answer, Depth, Direction, Engine, Goals, Monitor, Outcome, Request, StateSpace, Statistics,
    Testing, Unsupported,
};

/// Calls a function that is generic over the number of atoms with the least capacity that suffices:
/// every stored state has a byte for each. Every capacity has its own code, which takes long to
/// compile for many engines.
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
/// Without a request it is breadth-first heuristic search, bound by bound in the direction that
/// promises to be cheaper, with the test for unsupported stops where it pays. Plans are looked for
/// beside it.
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
        let reason = "a slide cannot always be taken back";
        return Err(Unsupported::Engine { engine, puzzle: PUZZLE, reason });
    }
    if let (true, Some(direction @ Direction::Backward)) =
        (engine.is_bidirectional(), request.direction)
    {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE });
    }
    let choice = Choice::of(engine, request)?;
    let searched = match engine {
        Engine::BreadthFirstHeuristic => with_capacity_for!(
            level,
            [8, 12, 16, 24, 32],
            breadth_first_heuristic_search(level, choice.heuristic, request, monitor)
        ),
        _ => with_capacity_for!(level, [8, 16], search(level, &choice, request, monitor)),
    };
    let (direction, outcome) = match searched {
        Ok(ended) => ended,
        Err(Refusal::Stopped(stop)) => {
            let direction = request.direction.unwrap_or(Direction::Forward);
            let lower = start_estimate(level, direction).unwrap_or(Depth::ZERO);
            (direction, Outcome::bounded(stop, lower, Statistics::default()))
        }
        Err(Refusal::TooLarge) => {
            let (what, name) = ("heuristic", choice.heuristic.name());
            let reason = "its tables would not fit into memory";
            return Err(Unsupported::Choice { what, name, puzzle: PUZZLE, reason });
        }
    };
    let outcome = outcome.map_plan(|plan| in_rules(level, direction, plan));
    let heuristic = choice.heuristic_name();
    Ok(Answer { outcome, engine, direction, heuristic, threads: engine.threads() })
}

/// The sum of generalized distances of the start: no plan is shorter. `None` if the level is
/// unsolvable even by generalized moves.
///
/// Generalized moves can be taken back, so it is the same forward and backward.
pub fn start_estimate(level: &Level, direction: Direction) -> Option<Depth> {
    with_capacity_for!(level, [16], estimate(level, direction))
}

fn estimate<const N: usize>(level: &Level, direction: Direction) -> Option<Depth> {
    let model = Model::<N>::new(level, direction, Strength::Distances);
    model.initial_states().iter().filter_map(|root| model.heuristic(root)).min()
}

/// The direction and the outcome of a search.
type Searched = Result<(Direction, Outcome<Slide>), Refusal>;

fn breadth_first_heuristic_search<const N: usize>(
    level: &Level,
    heuristic: HeuristicName,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let guided = |direction| {
        let model = Model::<N>::new(level, direction, heuristic.strength());
        let space = Guided::new(model, heuristic, Ties::Heuristic, Ends::One, monitor);
        space.map(|space| (direction, space))
    };
    let directions = request.direction.map_or(Direction::ALL.to_vec(), |asked| vec![asked]);
    let spaces = directions.into_iter().map(guided).collect::<Result<Vec<_>, _>>()?;
    // What was not asked for is what suits.
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
    choice: &Choice,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Searched {
    let &Choice { engine, heuristic, ties, goals } = choice;
    let direction = request.direction.unwrap_or(Direction::Forward);
    let ends = if engine.is_bidirectional() { Ends::Both } else { Ends::One };
    let strength = heuristic.strength();
    let guided =
        |model, monitor: &mut Monitor<'_>| Guided::<N>::new(model, heuristic, ties, ends, monitor);
    let outcome = match goals {
        Goals::Together => {
            let model = Model::new(level, direction, strength);
            engine.run(&guided(model, monitor)?, request.settings, monitor)
        }
        Goals::Apart => {
            let models = Model::of_single_goals(level, direction, strength);
            let spaces = models.into_iter().map(|model| guided(model, monitor));
            let spaces = spaces.collect::<Result<Vec<_>, _>>()?;
            let run = |space: &_, monitor: &mut Monitor<'_>| match engine {
                // It is bound by bound already.
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
        plan.iter_mut().for_each(|slide| *slide = slide.reversed());
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
