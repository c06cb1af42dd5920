//! Counts of a layer.

use crate::Depth;
use crate::distributed::Traffic;

/// The counts of a layer of breadth-first search within a bound. All but `traffic` are the same for
/// any number of ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerCount {
    /// The bound on f.
    pub bound: Depth,
    /// Moves from a root.
    pub depth: Depth,
    /// The number of its states.
    pub states: u64,
    /// The number of successors of the previous layer, including those beyond the bound and
    /// duplicates.
    pub generated: u64,
    /// The sum of the hashes of its states, and their exclusive or: neither depends on an order.
    pub digest: [u64; 2],
    /// The messages that this rank has sent so far.
    pub traffic: Traffic,
}

/// A function that is called for each complete layer.
pub type VisitCount<'a> = dyn FnMut(&LayerCount) + 'a;
