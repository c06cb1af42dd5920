//! The engines on tasks.

use crate::dispatch::with_model;
use crate::ground::Ground;
use crate::heuristic_name::HeuristicName;
use crate::hmax::Hmax;
use crate::model::ActionId;
use fewest_rules::pddl::{Instance, Move};
use fewest_search::problem::Blind;
use fewest_search::{
    Answer, Direction, Engine, Monitor, Problem, Request, SolveError, Unsupported,
};

pub(crate) const PUZZLE: &str = "tasks in PDDL";

/// Searches for the fewest actions that reach the goal.
///
/// The default engine is [`Engine::Astar`] with [`Hmax`]. A task is searched forward: a goal in
/// PDDL is a condition, and the states where it holds are not known.
///
/// # Errors
/// If the task is too large, or the engine needs backward moves, or the request asks for something
/// unavailable.
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    let engine = request.engine.unwrap_or(Engine::Astar);
    if cfg!(target_arch = "wasm32") {
        // A page reads no tasks, and the download should be small.
        let reason = "the web page has no engines for them".to_owned();
        return Err(Unsupported::Engine { engine, puzzle: PUZZLE, reason }.into());
    }
    let direction = Direction::Forward;
    if request.direction.is_some_and(|asked| asked != direction) {
        let (what, name) = ("direction", Direction::Backward.to_string());
        let reason =
            "a goal is a condition, and the states where it holds are not known".to_owned();
        return Err(Unsupported::Choice { what, name, puzzle: PUZZLE, reason }.into());
    }
    let heuristic = match request.heuristic {
        None => HeuristicName::default(),
        Some(name) => name.parse().map_err(|_| Unsupported::Choice {
            what: "heuristic",
            name: name.to_owned(),
            puzzle: PUZZLE,
            reason: format!(
                "expected {}",
                HeuristicName::ALL.map(HeuristicName::name).join(" or ")
            ),
        })?,
    };
    Request { heuristic: None, ..*request }.without_choices(PUZZLE)?;
    request.settings.suit(engine)?;
    let ground = Ground::new(instance).map_err(|error| Unsupported::Engine {
        engine,
        puzzle: PUZZLE,
        reason: error.to_string(),
    })?;
    let settings = request.settings;
    let outcome = with_model!(&ground, model => match heuristic {
        HeuristicName::Blind => engine.run_forward(&Problem::new(model, Blind), settings, monitor),
        HeuristicName::Hmax => {
            engine.run_forward(&Problem::new(model, Hmax::new(&ground)), settings, monitor)
        }
    });
    let outcome = outcome.map_err(|error| error.of(engine, PUZZLE))?;
    let step = |id: ActionId| ground.steps[id.0 as usize].clone();
    let outcome = outcome.map_plan(|plan| plan.into_iter().map(step).collect());
    let (heuristic, threads) = (heuristic.name(), engine.threads());
    Ok(Answer { outcome, engine, direction, heuristic, threads, tries: vec![] })
}

/// Returns why shortest plans are not counted: counting goes back from the goals.
pub fn uncounted() -> Unsupported {
    let (what, name) = ("the option", "--all".to_owned());
    let reason = "counting goes back from the states where the goal holds, which are not known";
    let reason = reason.to_owned();
    Unsupported::Choice { what, name, puzzle: PUZZLE, reason }
}
