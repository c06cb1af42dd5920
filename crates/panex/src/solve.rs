//! Runs the engines on any start and any goal.

use crate::frontier::frontier_search;
use crate::model::{Model, Step, moves_from, with_model};
use crate::word::Word;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Instance, Move};
use fewest_search::erased::{bae_star, nbs};
use fewest_search::problem::{Backward, Blind, LastMove};
use fewest_search::{
    Answer, Direction, Engine, Feature, Guarantee, MissingPart, Monitor, Problem, Request,
    SolveError, Storage, Unsupported,
};

/// Searches for the fewest moves from the start to the goal, in memory only: see
/// [`solve_with_storage`].
///
/// # Errors
/// As [`solve_with_storage`].
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    solve_with_storage(instance, request, None, monitor)
}

/// Searches for the fewest moves from the start to the goal.
///
/// The default engine is [`Engine::Frontier`]: it searches from both ends and keeps only the last
/// layers.
///
/// # Errors
/// If the towers are higher than 12, whose states do not fit into 16 bytes; if the engine is
/// useless without a heuristic, or is a program for another puzzle; for a checkpoint, a disk or
/// ranks that the engine cannot use; and if a checkpoint or disk belongs to another search.
///
/// # Complexity
/// The number of positions grows by a factor of about 18.8 per size; an exchange of towers of 7 is
/// the largest that takes seconds.
pub fn solve_with_storage(
    instance: &Instance,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    let engine = request.engine.unwrap_or(Engine::Frontier);
    let of_no_use = matches!(engine, Engine::BreadthFirstHeuristic | Engine::Anytime);
    if of_no_use || engine.guarantee() == Guarantee::Weighted {
        let reason = "it is of no use without a heuristic; frontier needs none".to_owned();
        return Err(Unsupported::Engine { engine, puzzle: PUZZLE, reason }.into());
    }
    if engine.is_historical() {
        return Err(Unsupported::part(engine, PUZZLE, MissingPart::Program).into());
    }
    request.without_choices(PUZZLE)?;
    request.settings.suit(engine)?;
    const WITH_CHECKPOINT: &[Engine] = &[Engine::PartialExpansionAstar, Engine::Frontier];
    storage.as_ref().map_or(Ok(()), |storage| storage.suits(engine))?;
    let is_elsewhere = storage.as_deref().is_some_and(Storage::holds_states);
    if storage.is_some() && !is_elsewhere && !WITH_CHECKPOINT.contains(&engine) {
        let (setting, having) = (Feature::Checkpoint, WITH_CHECKPOINT.to_vec());
        return Err(Unsupported::Setting { setting, engine, having }.into());
    }
    let answer =
        with_model!(instance, model => run(instance, &model, engine, request, storage, monitor));
    let too_high = || Unsupported::Engine { engine, puzzle: PUZZLE, reason: TOO_HIGH.to_owned() };
    answer.unwrap_or_else(|| Err(too_high().into()))
}

pub(crate) const PUZZLE: &str = "Panex";

pub(crate) const TOO_HIGH: &str = "its states have no room for towers of more than 12 pieces";

fn run<K: Word>(
    instance: &Instance,
    forward: &Model<K>,
    engine: Engine,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    let direction = request.direction.unwrap_or(Direction::Forward);
    let model = match direction {
        Direction::Forward => forward.clone(),
        Direction::Backward => forward.reversed(),
    };
    let threads = storage.as_deref().and_then(Storage::ranks).unwrap_or_else(|| engine.threads());
    let outcome = match engine {
        Engine::Frontier => {
            let recovery = request.settings.plan_recovery.unwrap_or_default();
            let checkpoint = match storage {
                Some(Storage::Checkpoint(checkpoint)) => Some(checkpoint),
                _ => None,
            };
            frontier_search(&model, recovery, checkpoint, monitor)?
        }
        Engine::Nbs => nbs(&blind(&model), &blind(&model.reversed()), monitor),
        Engine::BaeStar => bae_star(&blind(&model), &blind(&model.reversed()), monitor),
        _ => {
            let is_idle = |last: Step, next: Step| model.settled(last).contains(next.from);
            let problem = blind(&model).with_pruning(LastMove(is_idle));
            let run = engine.run(&problem, request.settings, storage, monitor);
            run.map_err(|error| error.of(engine, PUZZLE))?
        }
    };
    let outcome = outcome.map_plan(|mut steps| {
        if direction == Direction::Backward {
            steps.reverse();
            steps = steps.into_iter().map(Step::inverse).collect();
        }
        moves_from(&instance.start(), &steps)
    });
    Ok(Answer { outcome, engine, direction, heuristic: "none", threads, tries: vec![] })
}

/// The problem without a heuristic: no useful bound is known for arbitrary positions.
pub(crate) fn blind<K: Word>(model: &Model<K>) -> Problem<Model<K>> {
    Problem::new(model.clone(), Blind)
}
