//! The counts of one search.

use crate::Statistics;

/// Nodes expanded and generated so far.
#[derive(Default)]
pub struct Counts {
    /// By the iterations, and by what came before them.
    pub searched: Statistics,
    /// By searches for better paths beside them.
    pub beside: Statistics,
}

impl Counts {
    /// All of them together.
    pub fn all(&self) -> Statistics {
        self.searched.beside(&self.beside)
    }
}
