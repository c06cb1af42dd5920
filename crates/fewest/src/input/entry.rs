//! The levels of a source, good or broken.

use super::error::{InputError, InputWarning};
use crate::{AnyPuzzle, Instance};

/// One level of a source of levels, good or broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The number of the level in its source, from 1.
    pub number: u32,
    /// The name in output.
    pub name: String,
    /// The title that its source gives it, if any.
    pub title: Option<String>,
    /// The puzzle, or the error in it.
    pub puzzle: Result<AnyPuzzle, InputError>,
    /// Warnings about what looks like a mistake, in good and broken levels.
    pub warnings: Vec<InputWarning>,
}

impl Entry {
    /// Returns the instance, if the level is not broken.
    ///
    /// # Errors
    /// The error in the level.
    pub fn into_instance(self) -> Result<Instance, InputError> {
        let Self { name, title, puzzle, .. } = self;
        Ok(Instance { name, title, puzzle: puzzle? })
    }

    /// A file that cannot be read, among others that can.
    pub(crate) fn broken(error: InputError) -> Self {
        let (name, warnings) = (String::new(), Vec::new());
        Self { number: 1, name, title: None, puzzle: Err(error), warnings }
    }

    pub(super) fn only(name: String, puzzle: AnyPuzzle) -> Self {
        Self { number: 1, name, title: None, puzzle: Ok(puzzle), warnings: Vec::new() }
    }
}
