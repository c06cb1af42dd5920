//! Levels as they were read.

use super::error::InputError;
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

    pub(super) fn only(name: String, puzzle: AnyPuzzle) -> Self {
        Self { number: 1, name, title: None, puzzle: Ok(puzzle) }
    }
}
