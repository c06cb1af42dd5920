//! The counts of one search.

use fewest_search::Statistics;

/// Positions expanded and generated so far.
#[derive(Default)]
pub(super) struct Counts {
    /// By IDA* itself, and by A* before it.
    pub searched: Statistics,
    /// By beam searches beside it.
    pub beams: Statistics,
}

impl Counts {
    /// All of them together.
    pub fn all(&self) -> Statistics {
        self.searched.beside(&self.beams)
    }
}
