//! What the laboratory needs to know about puzzles.

use std::ffi::{OsStr, OsString};

/// Why `fewest solve` would not begin a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The arguments are wrong, whatever the input, or do not suit the puzzle.
    Arguments(String),
    /// The input cannot be read.
    Input(String),
}

/// What the laboratory needs to know about puzzles.
pub trait Puzzles: Sync {
    /// The input that stands for an instance of an experiment, if it is on this machine.
    fn input(&self, folder: Option<&str>, name: &str) -> Option<OsString>;

    /// The names of the instances that a name stands for, one for each of a list, when `fewest
    /// solve` reads it with these arguments.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn instances(
        &self,
        folder: Option<&str>,
        name: &str,
        arguments: &[String],
    ) -> Result<Vec<String>, String>;

    /// Checks that `fewest solve` with these arguments would search this input.
    ///
    /// # Errors
    /// Why it would not.
    fn check(&self, arguments: &[String], input: &OsStr) -> Result<(), Refusal>;

    /// Identifies the puzzle of an input, read as by `fewest solve` with these arguments, whatever
    /// its name; `None` if it cannot be read.
    fn identity(&self, arguments: &[String], input: &OsStr) -> Option<String>;

    /// Replays a plan of an input, read as by `fewest solve` with these arguments, by the rules.
    ///
    /// # Errors
    /// Why it is not a solution.
    fn replay(&self, arguments: &[String], input: &OsStr, moves: &[String]) -> Result<(), String>;

    /// Whether an engine may mistake one state for another and lose plans.
    fn is_lossy(&self, engine: &str) -> bool;
}
