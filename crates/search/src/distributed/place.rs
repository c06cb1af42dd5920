//! Where a search within a bound is, between two pieces of a layer.
//!
//! A layer is filled in one piece, or in several where a limit ends one or the search is saved. States
//! that were expanded have given all their successors then: what is left is what was not expanded, and
//! what has arrived too late to be stored.

use crate::Depth;
use crate::distributed::{LayerCount, Traffic};
use crate::problem::FBound;
use crate::snapshot::snapshot;

/// Where a search within a bound is.
pub(super) struct Place<K> {
    pub(super) shared: Shared,
    pub(super) own: Own<K>,
}

/// What all ranks know alike.
pub(super) struct Shared {
    pub(super) bound: FBound,
    /// Of the layer that is filled.
    pub(super) depth: Depth,
    /// States of the layer before that are not expanded yet, by ranks.
    pub(super) open: Vec<u64>,
    /// States of the layer so far, by ranks.
    pub(super) new: Vec<u64>,
    /// Successors of the layer before so far, and hashes of the states.
    pub(super) generated: u64,
    pub(super) digest: (u64, u64),
    /// States of the layers before.
    pub(super) stored: u64,
}

snapshot!(Shared { bound, depth, open, new, generated, digest, stored });

impl Shared {
    /// The beginning, for so many ranks.
    pub(super) fn new(bound: FBound, ranks: usize) -> Self {
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

    /// Goes from a layer that is whole to the next one.
    pub(super) fn next_layer(&mut self) {
        self.depth = self.depth.next();
        self.open = std::mem::replace(&mut self.new, vec![0; self.open.len()]);
        (self.generated, self.digest) = (0, (0, 0));
    }

    /// What is told of a layer that is whole.
    pub(super) fn count(&self, traffic: Traffic) -> LayerCount {
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

/// What one rank holds beside its closed list.
pub(super) struct Own<K> {
    /// States that were taken out to be expanded, and were not.
    pub(super) left: Vec<K>,
    /// States that have arrived, and were not looked for.
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
    /// The beginning: of so many ranks this one stores these roots.
    pub(super) fn new(bound: FBound, ranks: usize, roots: Vec<K>) -> Self {
        Self { shared: Shared::new(bound, ranks), own: Own { pending: roots, ..Own::default() } }
    }

    /// Goes from a layer that is whole to the next one.
    pub(super) fn next_layer(&mut self) {
        self.shared.next_layer();
    }
}
