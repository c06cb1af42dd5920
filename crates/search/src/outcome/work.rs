//! The cost of searches, tests included.

use crate::Statistics;
use crate::snapshot::snapshot;

/// Counts of searches, with the tests, which [`Statistics`] do not include.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// States expanded, generated and stored.
    pub statistics: Statistics,
    /// The number of times that a [lazy test](crate::problem::LazyTest) was asked.
    pub tested: u64,
}

snapshot!(Work { statistics; tested });

impl Work {
    /// The cost of a test, in states expanded: measured values were from one to four.
    const TEST: u64 = 2;

    /// Adds the work of an earlier search.
    #[must_use]
    pub(crate) fn after(mut self, earlier: &Self) -> Self {
        self.statistics = self.statistics.after(&earlier.statistics);
        self.tested += earlier.tested;
        self
    }

    /// Adds the work of a search made alongside.
    #[must_use]
    pub(crate) fn plus(mut self, other: &Self) -> Self {
        self.statistics = self.statistics.plus(&other.statistics);
        self.tested += other.tested;
        self
    }

    /// Returns the work converted to a number of expanded states.
    pub fn in_states(&self) -> u64 {
        self.statistics.expanded + Self::TEST * self.tested
    }
}
