//! Levels as they were read.

use super::error::{InputError, InputWarning};
use crate::{AnyPuzzle, Instance};

/// One level of a source of levels, good or broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the source, from 1.
    pub number: u32,
    /// What it is called in output.
    pub name: String,
    /// What its source calls it, if anything.
    pub title: Option<String>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<AnyPuzzle, InputError>,
    /// What looks like a mistake in it, whether it is broken or not.
    pub warnings: Vec<InputWarning>,
}

impl Entry {
    /// The instance, if the level is not broken.
    ///
    /// # Errors
    /// What is wrong with the level.
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
