//! Reads plans from files of other programs.

use super::{Level, Move, SavedGame, SavedGameError, notation};
use crate::{Located, MoveError, Puzzle, TextPosition, Walk};
use serde::Deserialize;

/// A solution of a level as published by kp-atomix; everything else in the list is about the set.
#[derive(Deserialize)]
struct Solution {
    history: Option<String>,
}

/// Reads the plan of a saved game of KAtomic, or the shortest one for this level in a list of
/// solutions of kp-atomix; `None` if the text is neither.
pub(super) fn plan(level: &Level, text: &str) -> Option<Result<Vec<Move>, Located<MoveError>>> {
    if let Some(game) = SavedGame::parse(text.as_bytes()) {
        let moves = game
            .and_then(|game| game.moves(level).map_err(|error| TextPosition::START.error(error)));
        let recorded = |error: SavedGameError| MoveError::Recorded(error.to_string());
        return Some(moves.map_err(|Located { at, error }| at.error(recorded(error))));
    }
    let solutions = solutions(text)?;
    let histories = solutions.iter().filter_map(|solution| solution.history.as_deref());
    let plans = histories.filter_map(|history| solving(level, history));
    let none = || MoveError::Recorded("none of these histories solves this level".to_owned());
    Some(plans.min_by_key(Vec::len).ok_or_else(|| TextPosition::START.error(none())))
}

/// Reads the list of solutions in a text of JSON, or of JavaScript that assigns one.
fn solutions(text: &str) -> Option<Vec<Solution>> {
    if !text.contains("\"history\"") {
        return None;
    }
    let list = &text[text.find('[')?..];
    let mut values = serde_json::Deserializer::from_str(list).into_iter::<Vec<Solution>>();
    values.next()?.ok()
}

/// Returns the moves of a history, if they solve a level.
fn solving(level: &Level, history: &str) -> Option<Vec<Move>> {
    let mut walk = Walk::new(level, level.start());
    for (from, to) in notation::history(level, history)? {
        walk.push(level.move_between(walk.position()?, from, to)?);
    }
    walk.position().is_some_and(|last| level.is_goal(last)).then(|| walk.into_moves())
}
