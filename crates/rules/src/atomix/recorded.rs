//! Reads plans from files of other programs.

use super::{Level, Move, SavedGame, notation};
use crate::{Located, MoveError, Puzzle, TextPosition, replay};
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
        let recorded = |error: String| MoveError::Recorded(error);
        let moves = game.map_err(|error| error.at.error(recorded(error.error.to_string())));
        return Some(moves.and_then(|game| {
            let other = |error: super::SavedGameError| {
                TextPosition::START.error(recorded(error.to_string()))
            };
            game.moves(level).map_err(other)
        }));
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
    let mut position = level.start();
    let mut moves = Vec::new();
    for (from, to) in notation::history(level, history)? {
        let step = level.move_between(&position, from, to)?;
        position = level.play(&position, &step)?;
        moves.push(step);
    }
    replay(level, moves.iter().copied()).is_ok().then_some(moves)
}
