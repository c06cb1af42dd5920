//! The saved part of an iteration, from which it can be resumed.

use super::tree_kernel::UNKNOWN;
use crate::Depth;
use crate::snapshot::snapshot;
use blake3::Hash;

/// The counts at the start of an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IterationCounts {
    /// The bound of the iteration.
    pub bound: Depth,
    /// Nodes expanded in all previous iterations.
    pub expanded: u64,
    /// Nodes generated in all previous iterations.
    pub generated: u64,
    /// Nodes expanded in the previous iteration.
    pub last: u64,
}

snapshot!(IterationCounts { bound; expanded, generated, last });

/// Which subtrees of an iteration have been searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubtreeProgress {
    /// A digest of the roots.
    pub roots: Hash,
    /// The priority of each subtree, in the order of the tree.
    pub priorities: Vec<u16>,
    /// For each subtree, in the order of search, the moves left in its deepest node; [`UNKNOWN`]
    /// if it has not been searched.
    pub left: Vec<u16>,
    /// Nodes expanded in the subtrees that have been searched.
    pub expanded: u64,
    /// Nodes generated in the subtrees that have been searched.
    pub generated: u64,
}

snapshot!(SubtreeProgress { roots, priorities, left; expanded, generated });

impl SubtreeProgress {
    /// Returns the progress of an iteration of which no subtree has been searched.
    pub fn none(roots: Hash, priorities: Vec<u16>) -> Self {
        let left = vec![UNKNOWN; priorities.len()];
        Self { roots, priorities, left, expanded: 0, generated: 0 }
    }

    /// Returns the progress of an iteration whose subtrees are not known yet.
    pub fn unknown() -> Self {
        Self::none(blake3::hash(&[]), vec![])
    }
}
