//! What is run.

use crate::Puzzles;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;

/// One instance and one way to solve it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Task {
    /// The instance.
    pub instance: String,
    /// The name of the configuration.
    pub configuration: String,
    /// Its arguments: a configuration with changed arguments is another one.
    pub arguments: Vec<String>,
    /// The [identity](Puzzles::identity) of its puzzle, if it is on this machine. Records of earlier
    /// programs have none.
    pub puzzle: Option<String>,
}

impl Task {
    /// The same task, with the puzzle that this input stands for now.
    pub fn of(self, input: Option<&OsStr>, puzzles: &dyn Puzzles) -> Self {
        let puzzle = input.and_then(|input| puzzles.identity(&self.arguments, input));
        Self { puzzle, ..self }
    }

    /// Whether both are the same, as far as their puzzles are known.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let is_other = |puzzle| other.puzzle.as_ref().is_some_and(|other| other != puzzle);
        !self.puzzle.as_ref().is_some_and(is_other)
            && self.instance == other.instance
            && self.configuration == other.configuration
            && self.arguments == other.arguments
    }
}
