//! What the page asks.

use fewest::rules::tiles;
use fewest::search::Interrupt;
use fewest::{InputError, InputOptions, Instance};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A puzzle, and the moves made on it.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    /// A level, a board, or the name of a puzzle.
    pub text: String,
    /// Which puzzle of the text, from 1.
    pub number: usize,
    /// The goal of tile puzzles.
    #[serde(default)]
    pub goal: String,
    /// The moves made since the start.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What the engine may use for one question.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Time for a search.
    pub time: Option<Duration>,
    /// Bytes for a search.
    pub memory: Option<u64>,
    /// Stops a search.
    pub interrupt: &'a Interrupt,
}

/// Why a question has no answer.
#[derive(Debug, Clone, Serialize)]
pub struct Problem {
    message: String,
    /// The line in the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column in the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Problem {
    /// Without a place in the text.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), line: None, column: None }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::new(format!("not a question: {error}"))
    }
}

impl From<InputError> for Problem {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Invalid { at, message, .. } => {
                Self { message, line: Some(at.line), column: Some(at.column) }
            }
            InputError::Several(errors) => match errors.into_iter().next() {
                Some(first) => first.into(),
                None => Self::new("this is no puzzle"),
            },
            error => Self::new(error),
        }
    }
}

/// A puzzle of the text as it is at its start.
pub(crate) struct Opened {
    pub instance: Instance,
    /// How many puzzles the text has.
    pub count: usize,
}

impl Question {
    /// Reads the puzzle.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub(crate) fn read(&self) -> Result<Opened, Problem> {
        let goal =
            if self.goal.is_empty() { Ok(tiles::Goal::default()) } else { self.goal.parse() };
        let tiles = tiles::Options { goal: goal.map_err(Problem::new)?, ..Default::default() };
        let options = InputOptions { tiles, ..InputOptions::default() };
        let mut entries = fewest::read_text(&self.text, options)?;
        let count = entries.len();
        if self.number == 0 || self.number > count {
            return Err(Problem::new(format!("there are {count} puzzles in the text")));
        }
        let instance = entries.swap_remove(self.number - 1).into_instance()?;
        Ok(Opened { instance, count })
    }

    /// The puzzle that starts where the moves lead.
    ///
    /// # Errors
    /// What is wrong with the text or a move.
    pub(crate) fn position(&self) -> Result<Instance, Problem> {
        let Opened { instance, .. } = self.read()?;
        instance.after(&self.moves).map_err(Problem::new)
    }
}
