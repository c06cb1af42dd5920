//! The engines on any start and any goal.

use crate::model::{Model, moves_from};
use crate::packing::Word;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Instance, Move};
use fewest_search::{
    Answer, Direction, Engine, Monitor, Request, Unsupported, astar::astar,
    breadth_first::breadth_first, frontier::frontier, ida_star::ida_star,
};

/// Searches for the fewest moves from the start to the goal.
///
/// The default engine is [`Engine::Frontier`]: it searches from both ends and keeps the last
/// layers only.
///
/// # Errors
/// If the towers are higher than 15: their states do not fit into 16 bytes.
///
/// # Complexity
/// Positions grow by about 18.8 a size; an exchange of towers of 7 is the largest that takes
/// seconds.
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, Unsupported> {
    if let Some(model) = Model::<u64>::new(instance) {
        return Ok(run(instance, &model, request, monitor));
    }
    let engine = request.engine.unwrap_or(DEFAULT);
    let reason = "it is made for towers of at most 15 pieces";
    let model = Model::<u128>::new(instance);
    let model = model.ok_or(Unsupported::Engine { engine, puzzle: "Panex", reason })?;
    Ok(run(instance, &model, request, monitor))
}

const DEFAULT: Engine = Engine::Frontier;

fn run<K: Word>(
    instance: &Instance,
    forward: &Model<K>,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Answer<Move> {
    let engine = request.engine.unwrap_or(DEFAULT);
    let direction = request.direction.unwrap_or(Direction::Forward);
    let model = match direction {
        Direction::Forward => forward.clone(),
        Direction::Backward => forward.backward(),
    };
    let outcome = match engine {
        Engine::Astar => astar(&model, monitor),
        Engine::IdaStar => ida_star(&model, monitor),
        Engine::BreadthFirst => breadth_first(&model, monitor),
        Engine::Frontier => frontier(&model, monitor),
    };
    let outcome = outcome.map_plan(|mut steps| {
        if direction == Direction::Backward {
            steps.reverse();
            steps = steps.into_iter().map(|step| forward.taken_back(step)).collect();
        }
        moves_from(&instance.start(), &steps)
    });
    Answer { outcome, engine, direction, heuristic: "none" }
}
