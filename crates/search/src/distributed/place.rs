//! The progress of a search within a bound, between two pieces of a layer.
//!
//! A layer is filled in one piece, or in several if a limit ends one or the search is saved.
//! Between pieces, all successors of expanded states have been sent. The rest are the states not
//! yet expanded, and those that arrived too late to be stored.

use crate::Depth;
use crate::distributed::{LayerCount, Traffic};
use crate::problem::FBound;
use crate::snapshot::snapshot;

/// The position of a search within a bound.
pub(super) struct Place<K> {
    pub(super) shared: Shared,
    pub(super) own: Own<K>,
}

/// What all ranks know alike.
pub(crate) struct Shared {
    pub(crate) bound: FBound,
    /// The depth of the layer being filled.
    pub(crate) depth: Depth,
    /// States of the previous layer not expanded yet, by rank.
    pub(crate) open: Vec<u64>,
    /// States of the layer so far, by rank.
    pub(crate) new: Vec<u64>,
    /// Successors of the previous layer so far, and hashes of the states.
    pub(crate) generated: u64,
    pub(crate) digest: (u64, u64),
    /// States of the earlier layers.
    pub(crate) stored: u64,
}

snapshot!(Shared { bound, depth, open, new, generated, digest, stored });

impl Shared {
    /// The start, for this many ranks.
    pub(crate) fn new(bound: FBound, ranks: usize) -> Self {
        Self {
            bound,
            depth: Depth::ZERO,
            open: vec![0; ranks],
            new: vec![0; ranks],
            generated: 0,
            digest: (0, 0),
            stored: 0,
        }
    }

    /// Goes from a complete layer to the next one.
    pub(crate) fn next_layer(&mut self) {
        self.depth = self.depth.next();
        self.open = std::mem::replace(&mut self.new, vec![0; self.open.len()]);
        (self.generated, self.digest) = (0, (0, 0));
    }

    /// The report on a complete layer.
    pub(crate) fn count(&self, traffic: Traffic) -> LayerCount {
        LayerCount {
            bound: self.bound.limit(),
            depth: self.depth,
            states: self.new.iter().sum(),
            generated: self.generated,
            digest: [self.digest.0, self.digest.1],
            traffic,
        }
    }
}

/// What one rank holds besides its closed list.
pub(super) struct Own<K> {
    /// States that were taken out for expansion but not expanded.
    pub(super) left: Vec<K>,
    /// States that have arrived but were not looked up.
    pub(super) pending: Vec<K>,
    /// The least goal in the layer so far.
    pub(super) goal: Option<K>,
}

impl<K> Default for Own<K> {
    fn default() -> Self {
        Self { left: vec![], pending: vec![], goal: None }
    }
}

impl<K> Place<K> {
    /// The start: out of `ranks` ranks, this one stores these roots.
    pub(super) fn new(bound: FBound, ranks: usize, roots: Vec<K>) -> Self {
        Self { shared: Shared::new(bound, ranks), own: Own { pending: roots, ..Own::default() } }
    }

    /// Goes from a complete layer to the next one.
    pub(super) fn next_layer(&mut self) {
        self.shared.next_layer();
    }
}
