//! Chooses the engine for a request, and returns its answer.

use super::choice::{Choice, is_blind};
use super::graph_engines::GraphEngine;
use super::program::{by_knuth, by_korf_felner, takes_board};
use super::table_escalation::table_escalation;
use super::tables::Tables;
use crate::heuristics::{HeuristicName, TooLarge};
use fewest_rules::tiles::{Instance, Move};
use fewest_search::{
    Answer, Direction, Engine, Feature, Monitor, Outcome, Request, SolveError, Statistics, Storage,
    Unsupported,
};

/// The name of the puzzle in errors.
pub(super) const PUZZLE: &str = "the (n²−1)-puzzle";

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
/// By default the search starts with the Manhattan distance, which needs no tables. Harder
/// instances get all cores and pattern databases, and larger ones whenever the search has taken as
/// long as they take to build; those in `tables` need not be built. If a heuristic was asked for,
/// it is used from the beginning. The default can also be saved in a checkpoint and resumed from
/// it; so can [`Engine::BreadthFirstHeuristic`], which can keep its states on disk instead.
///
/// Other engines and directions use the heuristic asked for, or the Manhattan distance; the
/// programs of the literature have their own. A position of the wrong parity is unsolvable, which
/// is found without a search.
///
/// # Errors
/// If the engine has no directions, heuristics or checkpoints and one was asked for, if the tables
/// of the heuristic are too large, or if what is stored belongs to another search.
pub fn solve_with_tables(
    instance: &Instance,
    request: &Request,
    tables: &mut Tables<'_>,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    let asked = accepted(instance, request, storage.as_deref())?;
    let (engine, direction) = method(request);
    let mut threads = storage.as_deref().and_then(Storage::ranks).unwrap_or(engine.threads());
    let mut tries = vec![];
    let (name, outcome) = if !instance.is_solvable() {
        (HeuristicName::Manhattan, Outcome::unsolvable(Statistics::default()))
    } else if is_default(request) {
        threads = rayon::current_num_threads();
        table_escalation(instance, asked, request.rule_length, tables, storage, monitor)?
    } else if engine == Engine::Knuth {
        let outcome;
        (outcome, tries) = by_knuth(instance, monitor);
        (HeuristicName::Manhattan, outcome)
    } else if engine == Engine::KorfFelner {
        (HeuristicName::PatternDatabases, by_korf_felner(instance, asked, monitor)?)
    } else {
        let heuristic = asked.map_or(Ok(HeuristicName::Manhattan), |asked| asked.named())?;
        let search = GraphEngine { engine, direction, heuristic, settings: request.settings };
        (heuristic, search.run(instance, tables, storage, monitor)?)
    };
    let heuristic = match request.heuristic {
        Some(asked) => asked,
        None if is_blind(engine) => "none",
        None => name.name(),
    };
    Ok(Answer { outcome, engine, direction, heuristic, threads, tries })
}

/// The engine and the direction of a request.
fn method(request: &Request) -> (Engine, Direction) {
    (request.engine.unwrap_or(Engine::IdaStar), request.direction.unwrap_or(Direction::Forward))
}

/// Whether the search is by table escalation.
fn is_default(request: &Request) -> bool {
    method(request) == (Engine::IdaStar, Direction::Forward)
}

/// Checks that there is a search for a request, and returns the heuristic that was asked for.
///
/// # Errors
/// If not.
fn accepted(
    instance: &Instance,
    request: &Request,
    storage: Option<&Storage<'_>>,
) -> Result<Option<Choice>, SolveError> {
    const WITH_CHECKPOINT: &[Engine] = &[
        Engine::IdaStar,
        Engine::PartialExpansionAstar,
        Engine::BreadthFirstHeuristic,
        Engine::Frontier,
    ];
    Request { heuristic: None, rule_length: None, ..*request }.without_choices(PUZZLE)?;
    let (engine, direction) = method(request);
    request.settings.suit(engine)?;
    let has_one_direction = engine.is_bidirectional() || engine.is_historical();
    if has_one_direction && request.direction.is_some() {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE }.into());
    }
    if engine == Engine::KorfFelner {
        takes_board(instance.start.size())?;
    }
    let asked = request.heuristic.map(|name| Choice::of(name, engine, instance)).transpose()?;
    storage.map_or(Ok(()), |storage| storage.suits(engine))?;
    let is_saved = is_default(request) || engine.has(Feature::Checkpoint);
    if storage.is_some_and(|storage| !storage.holds_states()) && !is_saved {
        if engine == Engine::IdaStar {
            let reason = "ida-star keeps checkpoints only when it searches from the start";
            return Err(refused("direction", &direction.to_string(), reason).into());
        }
        let (setting, having) = (Feature::Checkpoint, WITH_CHECKPOINT.to_vec());
        return Err(Unsupported::Setting { setting, engine, having }.into());
    }
    if let Some(length) = request.rule_length.filter(|_| !is_default(request)) {
        let reason = "only ida-star from the start prunes moves with rules";
        return Err(refused("rule-length", &length.to_string(), reason).into());
    }
    Ok(asked)
}

/// A choice that is not available.
pub(super) fn refused(what: &'static str, name: &str, reason: &str) -> Unsupported {
    let (name, reason) = (name.to_owned(), reason.to_owned());
    Unsupported::Choice { what, name, puzzle: PUZZLE, reason }
}

impl From<TooLarge> for SolveError {
    fn from(TooLarge { heuristic, .. }: TooLarge) -> Self {
        let reason = "its tables are too large for this board; manhattan, linear-conflict, \
                      inversion-distance and pattern-databases work on every board";
        refused("heuristic", heuristic.name(), reason).into()
    }
}
