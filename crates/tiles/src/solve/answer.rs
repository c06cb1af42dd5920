//! Chooses the engine for a request, and returns its answer.

use super::choice::{Choice, is_blind, refused};
use super::method::Method;
use super::program::{by_knuth, by_korf_felner, takes_board};
use super::solver::TooLarge;
use super::stages::Stage;
use super::table_escalation::table_escalation;
use super::tables::Tables;
use crate::heuristics::HeuristicName;
use fewest_rules::tiles::{Instance, Move};
use fewest_search::depth_first::iterative_deepening::SearchCheckpoint;
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
    Request { heuristic: None, rule_length: None, ..*request }.without_choices(PUZZLE)?;
    let engine = request.engine.unwrap_or(Engine::IdaStar);
    request.settings.suit(engine)?;
    let direction = request.direction.unwrap_or(Direction::Forward);
    let has_one_direction = engine.is_bidirectional() || engine.is_historical();
    if has_one_direction && request.direction.is_some() {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE }.into());
    }
    if engine == Engine::KorfFelner {
        takes_board(instance.start.size())?;
    }
    let asked = request.heuristic.map(|name| Choice::of(name, engine, instance)).transpose()?;
    let is_default = (engine, direction) == (Engine::IdaStar, Direction::Forward);
    const WITH_CHECKPOINT: &[Engine] = &[
        Engine::IdaStar,
        Engine::PartialExpansionAstar,
        Engine::BreadthFirstHeuristic,
        Engine::Frontier,
    ];
    storage.as_ref().map_or(Ok(()), |storage| storage.suits(engine))?;
    let is_elsewhere = storage.as_deref().is_some_and(Storage::holds_states);
    let is_saved = is_default || engine.has(Feature::Checkpoint);
    if storage.is_some() && !is_elsewhere && !is_saved {
        let (setting, having) = (Feature::Checkpoint, WITH_CHECKPOINT.to_vec());
        return Err(match engine {
            Engine::IdaStar => Unsupported::Choice {
                what: "direction",
                name: direction.to_string(),
                puzzle: PUZZLE,
                reason: "ida-star keeps checkpoints only when it searches from the start"
                    .to_owned(),
            },
            _ => Unsupported::Setting { setting, engine, having },
        }
        .into());
    }
    if let (Some(length), false) = (request.rule_length, is_default) {
        let (what, name) = ("rule-length", length.to_string());
        let reason = "only ida-star from the start prunes moves with rules".to_owned();
        return Err(Unsupported::Choice { what, name, puzzle: PUZZLE, reason }.into());
    }
    let ranks = storage.as_deref().and_then(Storage::ranks);
    let (mut threads, mut tries) = (ranks.unwrap_or_else(|| engine.threads()), vec![]);
    let (name, outcome) = if !instance.is_solvable() {
        (HeuristicName::Manhattan, Outcome::unsolvable(Statistics::default()))
    } else if is_default {
        threads = rayon::current_num_threads();
        let only = asked.map(|asked| Stage::asked_for(asked, &instance.solved())).transpose()?;
        let length = request.rule_length;
        let mut checkpoint = match storage {
            Some(Storage::Checkpoint(checkpoint)) => Some(SearchCheckpoint::of(checkpoint)?),
            _ => None,
        };
        let checkpoint = checkpoint.as_mut();
        table_escalation(instance, only, length, threads, tables, checkpoint, monitor)?
    } else if engine.is_historical() {
        let ran = match engine {
            Engine::Knuth => by_knuth(instance, monitor),
            _ => by_korf_felner(instance, asked.as_ref(), monitor)?,
        };
        tries = ran.tries;
        (ran.heuristic, ran.outcome)
    } else {
        let heuristic = asked.map_or(Ok(HeuristicName::Manhattan), |asked| asked.named())?;
        let method = Method { engine, direction, heuristic, settings: request.settings };
        (heuristic, method.run(instance, tables, storage, monitor)?)
    };
    let heuristic = match request.heuristic {
        Some(asked) => asked,
        None if is_blind(engine) => "none",
        None => name.name(),
    };
    Ok(Answer { outcome, engine, direction, heuristic, threads, tries })
}

impl From<TooLarge> for SolveError {
    fn from(TooLarge { heuristic, .. }: TooLarge) -> Self {
        let reason = "its tables are too large for this board; manhattan, linear-conflict, \
                      inversion-distance and pattern-databases work on every board";
        refused(heuristic.name(), reason).into()
    }
}
