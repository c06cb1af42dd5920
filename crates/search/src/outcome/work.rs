//! What searches have cost, tests included.

use crate::Statistics;
use crate::snapshot::{Reader, Snapshot, Unreadable, Writer};
use std::io;

/// Counts of searches, with the tests that [`Statistics`] do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// States expanded, generated and stored.
    pub statistics: Statistics,
    /// How often a [lazy test](crate::problem::LazyTest) was asked.
    pub tested: u64,
}

impl Snapshot for Work {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.statistics)?;
        to.part(&self.tested)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self { statistics: from.part()?, tested: from.count()? })
    }
}

impl Work {
    /// What a test costs, in states expanded: from one to four were measured.
    const TEST: u64 = 2;

    /// With the work of a search that was made before.
    #[must_use]
    pub(crate) fn after(mut self, earlier: &Self) -> Self {
        self.statistics = self.statistics.after(&earlier.statistics);
        self.tested += earlier.tested;
        self
    }

    /// With the work of a search made beside it.
    #[must_use]
    pub(crate) fn beside(mut self, other: &Self) -> Self {
        self.statistics = self.statistics.beside(&other.statistics);
        self.tested += other.tested;
        self
    }

    /// The work as a number of states expanded.
    pub fn in_states(&self) -> u64 {
        self.statistics.expanded + Self::TEST * self.tested
    }
}
