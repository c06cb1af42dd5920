//! The counts of a search.

use crate::snapshot::snapshot;

/// Counts of one search, over all its iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// The number of states whose successors were generated.
    pub expanded: u64,
    /// The number of those expanded before the last f-layer began: the part that does not depend on
    /// tie-breaking.
    pub expanded_until_last_layer: u64,
    /// The number of successors generated.
    pub generated: u64,
    /// The number of states in the closed and open lists at the end, or at the peak if an engine
    /// forgets some.
    pub stored: u64,
    /// The number of expansions of states that had been expanded before.
    pub reexpanded: u64,
}

snapshot!(Statistics {; expanded, expanded_until_last_layer, generated, stored, reexpanded });

impl Statistics {
    /// Returns the counts of a search that continues another one, all of whose layers came before.
    #[must_use]
    pub fn after(mut self, earlier: &Self) -> Self {
        self.expanded += earlier.expanded;
        self.expanded_until_last_layer += earlier.expanded;
        self.generated += earlier.generated;
        self.stored = self.stored.max(earlier.stored);
        self.reexpanded += earlier.reexpanded;
        self
    }

    /// Returns the counts of a search plus those of another one that ran beside it, in none of its
    /// layers.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self
    }

    /// The same counts, or `before` where that is greater.
    #[must_use]
    pub(crate) fn at_least(mut self, before: &Self) -> Self {
        self.expanded = self.expanded.max(before.expanded);
        let until_last = self.expanded_until_last_layer.max(before.expanded_until_last_layer);
        self.expanded_until_last_layer = until_last;
        self.generated = self.generated.max(before.generated);
        self.stored = self.stored.max(before.stored);
        self.reexpanded = self.reexpanded.max(before.reexpanded);
        self
    }
}
