//! The puzzles in a text.

use crate::{Problem, Question};
use serde::Serialize;

/// One of several puzzles.
#[derive(Serialize)]
pub(crate) struct Listed {
    number: u32,
    title: Option<String>,
    is_broken: bool,
}

/// Lists the puzzles; a single one is a list, too.
pub(crate) fn list(question: &Question) -> Result<Vec<Listed>, Problem> {
    let entries = question.entries()?.into_iter();
    let listed = entries.map(|entry| Listed {
        number: entry.number,
        title: entry.title,
        is_broken: entry.puzzle.is_err(),
    });
    Ok(listed.collect())
}
