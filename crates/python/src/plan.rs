//! Plans from users.

use crate::errors;
use crate::method::named;
use fewest::rules::{
    Located, MoveError, Notation, PlanError, Puzzle as _, TextPosition, read_plan,
};
use fewest::{AnyPuzzle, Move};
use pyo3::prelude::*;

/// Moves as a text, separated by commas or line ends, or as a list with a move in each place.
#[derive(FromPyObject)]
pub(crate) enum Moves {
    Text(String),
    List(Vec<String>),
}

/// Returns the moves that are meant; they end with the first illegal one.
pub(crate) fn read_moves(
    py: Python<'_>,
    puzzle: &AnyPuzzle,
    moves: &Moves,
    notation: Option<&str>,
) -> PyResult<Vec<Move>> {
    let notation = named("notation", notation, Notation::ALL, Notation::name)?;
    let text = match moves {
        Moves::Text(text) => text,
        Moves::List(moves) => &moves.join("\n"),
    };
    read_plan(puzzle, text, notation).map_err(|error| {
        let number = match &error {
            PlanError::Unreadable(unreadable) => number(puzzle, text, notation, unreadable),
            _ => None,
        };
        errors::misread(py, &error, number)
    })
}

/// Returns the number of the move that cannot be read: the next one after those before its place.
/// `None` if these are unknown, as in a file of another program.
fn number(
    puzzle: &AnyPuzzle,
    text: &str,
    notation: Option<Notation>,
    Located { at, error }: &Located<MoveError>,
) -> Option<usize> {
    if matches!(error, MoveError::Recorded(_)) && *at == TextPosition::START {
        return None;
    }
    let mut lines = text.split_inclusive('\n');
    let before: String = lines.by_ref().take(at.line - 1).collect();
    let line: String = lines.next()?.chars().take(at.column - 1).collect();
    // Words before the place may be part of the move.
    let begin = line.rfind(',').map_or(0, |comma| comma + 1);
    // If no notation fits, the error is that of the first.
    let notation = notation.or_else(|| puzzle.readings().first().copied());
    let moves = |line: &str| read_plan(puzzle, &format!("{before}{line}"), notation).ok();
    Some(moves(&line).or_else(|| moves(&line[..begin]))?.len() + 1)
}
