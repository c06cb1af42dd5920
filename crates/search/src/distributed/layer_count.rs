//! What is told of a layer.

use crate::Depth;
use crate::distributed::Traffic;

/// What a layer of breadth-first search within a bound holds: the same for any number of ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerCount {
    /// The bound on f.
    pub bound: Depth,
    /// Moves from a root.
    pub depth: Depth,
    /// States in it.
    pub states: u64,
    /// Successors of the layer before it, with those beyond the bound and duplicates.
    pub generated: u64,
    /// The sum of hashes of its states, and their exclusive or: they do not depend on an order.
    pub digest: [u64; 2],
    /// What this rank has sent to others so far.
    pub traffic: Traffic,
}

/// Is told of each layer that is complete.
pub type VisitCount<'a> = dyn FnMut(&LayerCount) + 'a;
