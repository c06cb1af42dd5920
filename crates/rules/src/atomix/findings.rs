//! Errors and warnings that are collected while a level is read.

use super::raw::Fault;
use super::{FormatError, Warning};

/// More errors about one level help nobody.
const MAX_ERRORS: usize = 32;

/// Errors and warnings of one level, in the order in which they were found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Fault>,
    /// Each with the offset of its byte in the text.
    pub(super) warnings: Vec<(usize, Warning)>,
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
    pub(super) fn warn(&mut self, at: usize, warning: Warning) {
        if self.warnings.len() < MAX_ERRORS {
            self.warnings.push((at, warning));
        }
    }

    /// Whether the level is broken.
    pub(super) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }
}
