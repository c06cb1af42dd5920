//! Errors and warnings that are collected while a level is read.

use super::{FormatError, Warning};
use crate::Located;
use crate::text::Positions;

/// An error or a warning, and its place: the offset of a byte in the text.
#[derive(Debug, Clone)]
pub(super) struct Fault<E = FormatError> {
    pub(super) at: usize,
    pub(super) error: E,
}

impl<E> Fault<E> {
    /// Returns it with its line and column.
    pub(super) fn located(self, positions: &Positions<'_>) -> Located<E> {
        positions.locate(self.at).error(self.error)
    }
}

impl FormatError {
    pub(super) fn at(self, at: usize) -> Fault {
        Fault { at, error: self }
    }
}

/// More errors about one level help nobody.
const MAX_ERRORS: usize = 32;

/// Errors and warnings of one level, in the order in which they were found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Fault>,
    pub(super) warnings: Vec<Fault<Warning>>,
}

impl Findings {
    /// Adds an error; beyond a limit, only notes that there are more. The place of the note is that
    /// of the last error, so that it stays the last when they are sorted.
    pub(super) fn error(&mut self, fault: Fault) {
        match self.errors.len() {
            0..MAX_ERRORS => self.errors.push(fault),
            MAX_ERRORS => {
                let last = self.errors.iter().map(|error| error.at).fold(fault.at, usize::max);
                self.errors.push(FormatError::MoreErrors.at(last));
            }
            _ => {}
        }
    }

    /// Returns the value, or `None` after adding its error.
    pub(super) fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.error(fault)).ok()
    }

    /// Adds a warning, up to a limit.
    pub(super) fn warn(&mut self, at: usize, error: Warning) {
        if self.warnings.len() < MAX_ERRORS {
            self.warnings.push(Fault { at, error });
        }
    }

    /// Whether the level is broken.
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }
}
