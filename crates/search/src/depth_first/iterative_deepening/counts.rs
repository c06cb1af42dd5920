//! The counts of one search.

use crate::Statistics;

/// Nodes expanded and generated so far.
#[derive(Default)]
pub struct Counts {
    /// In the iterations, and before them.
    pub searched: Statistics,
    /// In searches for better paths beside the iterations.
    pub beside: Statistics,
}

impl Counts {
    /// Returns the sum of both.
    pub fn all(&self) -> Statistics {
        self.searched.plus(&self.beside)
    }
}
