//! The engine for a request, and its answer.

use super::method::Method;
use super::solver::TooLarge;
use super::table_escalation::table_escalation;
use super::tables::Tables;
use crate::heuristics::HeuristicName;
use fewest_rules::tiles::{Instance, Move};
use fewest_search::artifact::FileError;
use fewest_search::depth_first::parallel::Checkpoint;
use fewest_search::{
    Answer, Direction, Engine, Monitor, Outcome, Request, Statistics, Unsupported,
};

/// The name of the puzzle in errors.
pub(super) const PUZZLE: &str = "the (n²−1)-puzzle";

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
/// to build; those in `tables` need not be built. With a heuristic that was asked for it searches
/// from the beginning. The default also writes a checkpoint, and resumes from one.
///
/// Other engines and directions use the heuristic asked for, or the Manhattan distance. A position
/// of the wrong parity is unsolvable, which needs no search.
///
/// # Errors
/// If the engine has no directions, heuristics or checkpoints and one was asked for, if the tables
/// of the heuristic are too large, or if the checkpoint is of another search.
pub fn solve_with_tables(
    instance: &Instance,
    request: &Request,
    tables: &mut Tables<'_>,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    Request { heuristic: None, ..*request }.without_choices(PUZZLE)?;
    let engine = request.engine.unwrap_or(Engine::IdaStar);
    request.settings.suit(engine)?;
    let direction = request.direction.unwrap_or(Direction::Forward);
    if engine.is_bidirectional() && request.direction.is_some() {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE }.into());
    }
    let asked = request.heuristic.map(|name| heuristic(engine, name)).transpose()?;
    let is_default = (engine, direction) == (Engine::IdaStar, Direction::Forward);
    if checkpoint.is_some() && !is_default {
        return Err(SolveError::NoCheckpoint);
    }
    let heuristic = asked.unwrap_or(HeuristicName::Manhattan);
    let (threads, name, outcome) = if !instance.is_solvable() {
        (engine.threads(), heuristic.name(), Outcome::unsolvable(Statistics::default()))
    } else if is_default {
        let threads = rayon::current_num_threads();
        let searched = table_escalation(instance, asked, threads, tables, checkpoint, monitor)?;
        (threads, searched.0.name(), searched.1)
    } else {
        let name = if is_blind(engine) { "none" } else { heuristic.name() };
        let method = Method { engine, direction, heuristic, settings: request.settings };
        (engine.threads(), name, method.run(instance, tables, monitor)?)
    };
    Ok(Answer { outcome, engine, direction, heuristic: name, threads })
}

/// Whether an engine uses no heuristic.
fn is_blind(engine: Engine) -> bool {
    matches!(engine, Engine::BreadthFirst | Engine::Frontier)
}

/// The heuristic of a name for an engine.
fn heuristic(engine: Engine, name: &str) -> Result<HeuristicName, Unsupported> {
    if is_blind(engine) {
        let reason = "breadth-first and frontier search without one; astar and all other engines \
                      take it";
        return Err(refused(name, reason));
    }
    let unknown = "it is none of manhattan, linear-conflict, inversion-distance, walking-distance \
                   and pattern-databases";
    name.parse().map_err(|_| refused(name, unknown))
}

/// A heuristic that cannot be used.
fn refused(name: &str, reason: &str) -> Unsupported {
    let (name, reason) = (name.to_owned(), reason.to_owned());
    Unsupported::Choice { what: "heuristic", name, puzzle: PUZZLE, reason }
}

impl From<TooLarge> for SolveError {
    fn from(TooLarge { heuristic, .. }: TooLarge) -> Self {
        let reason = "its tables are too large for this board; manhattan, linear-conflict, \
                      inversion-distance and pattern-databases work on every board";
        Self::Unsupported(refused(heuristic.name(), reason))
    }
}
