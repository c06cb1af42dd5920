//! Questions of the page.

use fewest::input::{Entry, InputWarning};
use fewest::rules::{TextPosition, tiles};
use fewest::search::{self, Interrupt};
use fewest::{InputError, InputOptions, Instance};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

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
    /// The heuristic to examine; by default the sum of distances.
    #[serde(default)]
    pub heuristic: String,
    /// Seconds that a search may take, if less than the limits allow.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// The limits of the engine for one question.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Time for a search.
    pub time: Option<Duration>,
    /// Bytes for a search.
    pub memory: Option<u64>,
    /// Stops a search.
    pub interrupt: &'a Interrupt,
}

impl Limits<'_> {
    /// The limits of a search that begins now: it may take some seconds, but never more than `most`.
    pub(crate) fn of_search(&self, seconds: Option<f64>, most: Option<Duration>) -> search::Limits {
        let own = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let time = own.into_iter().chain(self.time).chain(most).min();
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        search::Limits { deadline, memory: self.memory, ..search::Limits::default() }
    }
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
    /// Further errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Problem>,
}

impl Problem {
    /// A problem without a place in the text.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), line: None, column: None, others: vec![] }
    }

    fn at(TextPosition { line, column }: TextPosition, message: String) -> Self {
        Self { message, line: Some(line), column: Some(column), others: vec![] }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::new(format!("invalid request: {error}"))
    }
}

impl From<InputError> for Problem {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Invalid { at, message, .. } => Self::at(at, message),
            InputError::Several(errors) => {
                let mut all = errors.into_iter().map(Self::from);
                let first = all.next().unwrap_or_else(|| Self::new("this is not a puzzle"));
                Self { others: all.collect(), ..first }
            }
            error => Self::new(error),
        }
    }
}

impl From<InputWarning> for Problem {
    fn from(warning: InputWarning) -> Self {
        Self::at(warning.at, warning.message)
    }
}

/// A puzzle of the text at its start.
pub(crate) struct Opened {
    pub instance: Instance,
    /// Its number in its source, if the text has several puzzles.
    pub number: Option<u32>,
    /// Oddities that are accepted although they look like mistakes.
    pub warnings: Vec<Problem>,
}

impl Question {
    /// The puzzles of the text, good and broken.
    ///
    /// # Errors
    /// What is wrong with the text as a whole, and where.
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, Problem> {
        let goal =
            if self.goal.is_empty() { Ok(tiles::Goal::default()) } else { self.goal.parse() };
        let tiles = tiles::Options { goal: goal.map_err(Problem::new)?, ..Default::default() };
        let options = InputOptions { tiles, ..InputOptions::default() };
        Ok(fewest::read_text(&self.text, options)?)
    }

    /// Reads the puzzle.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub(crate) fn read(&self) -> Result<Opened, Problem> {
        let mut entries = self.entries()?;
        let count = entries.len();
        if self.number == 0 || self.number > count {
            return Err(Problem::new(format!("there are {count} puzzles in the text")));
        }
        let mut entry = entries.swap_remove(self.number - 1);
        let warnings = std::mem::take(&mut entry.warnings);
        let number = (count > 1).then_some(entry.number);
        let instance = entry.into_instance()?;
        let warnings = warnings.into_iter().map(Problem::from).collect();
        Ok(Opened { instance, number, warnings })
    }

    /// The puzzle that starts at the position after the moves.
    ///
    /// # Errors
    /// What is wrong with the text or a move.
    pub(crate) fn position(&self) -> Result<Instance, Problem> {
        let Opened { instance, .. } = self.read()?;
        instance.after(&self.moves).map_err(Problem::new)
    }
}
