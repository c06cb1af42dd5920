//! From a level to an answer in moves of the rules.

use crate::{Board, Model, Slide, Strength};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, Move};
use fewest_search::breadth_first_heuristic::cheaper_direction;
use fewest_search::{Answer, Depth, Direction, Engine, Monitor, Request, StateSpace, Unsupported};

/// The most atoms of a level, as in the rules.
pub const MAX_ATOMS: usize = fewest_rules::atomix::MAX_ATOMS;

const PUZZLE: &str = "Atomix";

/// Calls a function that is generic over the number of atoms with the least one that suffices:
/// every stored state has a byte for each.
macro_rules! with_capacity_for {
    ($level:expr, $function:ident ( $($argument:expr),* )) => {
        match $level.atoms().len() {
            ..=8 => $function::<8>($($argument),*),
            ..=12 => $function::<12>($($argument),*),
            ..=16 => $function::<16>($($argument),*),
            ..=24 => $function::<24>($($argument),*),
            ..=32 => $function::<32>($($argument),*),
            _ => $function::<MAX_ATOMS>($($argument),*),
        }
    };
}

/// Looks for a shortest plan.
///
/// Without a request it is breadth-first heuristic search, bound by bound in the direction that
/// promises to be cheaper.
///
/// # Errors
/// [`Unsupported`] for engines that need moves that can be taken back, which slides cannot, and
/// for directions of engines that search from both ends.
pub fn solve(
    level: &Level,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, Unsupported> {
    with_capacity_for!(level, solve_with(level, request, monitor))
}

/// The sum of generalized distances of the start: no plan is shorter. `None` if the level is
/// unsolvable even by generalized moves.
///
/// Generalized moves can be taken back, so it is the same forward and backward.
pub fn start_estimate(level: &Level, direction: Direction) -> Option<Depth> {
    with_capacity_for!(level, estimate(level, direction))
}

fn estimate<const N: usize>(level: &Level, direction: Direction) -> Option<Depth> {
    let model = Model::<N>::new(level, direction, Strength::Distances);
    model.initial_states().iter().filter_map(|root| model.heuristic(root)).min()
}

fn solve_with<const N: usize>(
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
    let strength = match engine {
        // One asks for dead ends only, the other needs consistent heuristics.
        Engine::BreadthFirst | Engine::BaeStar => Strength::Distances,
        Engine::BreadthFirstHeuristic => Strength::SupportedStops,
        // They do not ask about new states alone.
        _ => Strength::Pairs,
    };
    let model = |direction| Model::<N>::new(level, direction, strength);
    let (direction, outcome) = match (request.direction, engine) {
        (None, Engine::BreadthFirstHeuristic) => {
            let (forward, backward) = (model(Direction::Forward), model(Direction::Backward));
            cheaper_direction([&forward, &backward], monitor)
        }
        (chosen, _) => {
            let direction = chosen.unwrap_or(Direction::Forward);
            (direction, engine.run(&model(direction), request.weight, monitor))
        }
    };
    let outcome = outcome.map_plan(|plan| in_rules(level, direction, plan));
    let heuristic = match engine {
        Engine::BreadthFirst => "none",
        _ => strength.name(),
    };
    Ok(Answer { outcome, engine, direction, heuristic, threads: engine.threads() })
}

/// A plan of the model in moves of the rules, from the start to the goal.
///
/// # Panics
/// If the plan is not legal there: the two models contradict each other.
fn in_rules(level: &Level, direction: Direction, mut plan: Vec<Slide>) -> Vec<Move> {
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
