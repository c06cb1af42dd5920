//! The engine for a request, and its answer.

use super::table_escalation::table_escalation;
use super::tables::Tables;
use crate::heuristics::HeuristicName;
use crate::ida_star::Checkpoint;
use crate::space::Model;
use fewest_rules::tiles::{Instance, Move};
use fewest_search::artifact::FileError;
use fewest_search::{
    Answer, Direction, Engine, Monitor, Outcome, Request, Reversible, Settings, Statistics,
    Unsupported,
};

const PUZZLE: &str = "the (n²−1)-puzzle";

/// Why a search did not start.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The engine cannot do what was asked.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Only the default engine has checkpoints.
    #[error("only the default engine has checkpoints")]
    NoCheckpoint,
    /// The checkpoint is of another search.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}

/// Finds a shortest plan without stored tables: see [`solve_with_tables`].
///
/// # Errors
/// As [`solve_with_tables`].
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    Tables::none(|tables| solve_with_tables(instance, request, tables, None, monitor))
}

/// Finds a shortest plan, by default with [`Engine::IdaStar`] from the start.
///
/// By default it starts with the Manhattan distance, which needs no tables. Harder instances get
/// all cores and pattern databases, larger ones whenever it has searched for as long as they take
/// to build; those in `tables` need not be built. Other engines and directions use the Manhattan
/// distance. A position of the wrong parity is unsolvable, which needs no search. The default also
/// writes a checkpoint, and resumes from one.
///
/// # Errors
/// If the engine has no directions or no checkpoints and one was asked for, or if the checkpoint is
/// of another search.
pub fn solve_with_tables(
    instance: &Instance,
    request: &Request,
    tables: &mut Tables<'_>,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    request.without_choices(PUZZLE)?;
    let engine = request.engine.unwrap_or(Engine::IdaStar);
    request.settings.suit(engine)?;
    let direction = request.direction.unwrap_or(Direction::Forward);
    if engine.is_bidirectional() && direction == Direction::Backward {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE }.into());
    }
    let is_default = (engine, direction) == (Engine::IdaStar, Direction::Forward);
    if checkpoint.is_some() && !is_default {
        return Err(SolveError::NoCheckpoint);
    }
    let mut heuristic = HeuristicName::Manhattan;
    let mut threads = engine.threads();
    let outcome = if !instance.is_solvable() {
        Outcome::unsolvable(Statistics::default())
    } else if is_default {
        threads = rayon::current_num_threads();
        let escalated = table_escalation(instance, threads, tables, checkpoint, monitor)?;
        heuristic = escalated.0;
        escalated.1
    } else {
        match instance.start.size().cells() {
            ..=16 => run::<1, 4>(instance, engine, request.settings, direction, monitor),
            17..=32 => run::<3, 5>(instance, engine, request.settings, direction, monitor),
            _ => run::<4, 6>(instance, engine, request.settings, direction, monitor),
        }
    };
    Ok(Answer { outcome, engine, direction, heuristic: heuristic.name(), threads })
}

fn run<const WORDS: usize, const BITS: u32>(
    instance: &Instance,
    engine: Engine,
    settings: Settings,
    direction: Direction,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    let forward = Model::<WORDS, BITS>::new(instance.start.clone(), instance.solved());
    match direction {
        Direction::Forward => engine.run(&forward, settings, monitor),
        Direction::Backward => engine
            .run(&forward.backward(), settings, monitor)
            .map_plan(|plan| plan.into_iter().rev().map(|step| forward.taken_back(step)).collect()),
    }
}
