//! What searches have cost.

use crate::Statistics;

/// Counts of searches, with the tests that [`Statistics`] do not tell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Effort {
    /// States expanded, generated and stored.
    pub statistics: Statistics,
    /// How often [`StateSpace::fit_when_new`](crate::StateSpace::fit_when_new) was asked.
    pub tested: u64,
}

impl Effort {
    /// What a test costs, in states expanded: from one to four were measured.
    const TEST: u64 = 2;

    /// The effort as a number of states expanded.
    pub fn in_states(&self) -> u64 {
        self.statistics.expanded + Self::TEST * self.tested
    }
}
