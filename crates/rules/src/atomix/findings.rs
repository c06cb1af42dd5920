//! What is noticed in a level while it is read.

use super::raw::Fault;
use super::{FormatError, Warning};

/// More errors of one level help nobody.
const MAX_ERRORS: usize = 32;

/// Errors and warnings of one level, in the order in which they were found.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) errors: Vec<Fault>,
    /// Each with the offset of its byte in the text.
    pub(super) warnings: Vec<(usize, Warning)>,
}

impl Findings {
    /// Keeps an error; of very many the first ones, and that there are more.
    pub(super) fn error(&mut self, fault: Fault) {
        match self.errors.len() {
            0..MAX_ERRORS => self.errors.push(fault),
            MAX_ERRORS => self.errors.push(FormatError::MoreErrors.at(fault.at)),
            _ => {}
        }
    }

    /// The value, or `None` after its error was kept.
    pub(super) fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.error(fault)).ok()
    }

    /// Keeps a warning, if there are not very many.
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
