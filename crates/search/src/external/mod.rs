//! Breadth-first search on disk, with delayed duplicate detection.
//!
//! The children of a layer are collected unsorted, duplicates included, sorted in pieces as large
//! as memory allows, merged, and compared with the earlier layers by reading these once in the same
//! order. A layer is a sorted run in a file; there are no random accesses.
//!
//! Works in the thread pool that it is called from (`rayon`).
//!
//! # Source
//! Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008); Zhou and
//! Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006). Our graphs may be
//! directed: see [`DuplicateScope`](crate::problem::DuplicateScope).

mod block;
mod breadth_first;
pub(crate) mod candidates;
mod closed_states;
pub(crate) mod disk;
pub(crate) mod expansion;
pub(crate) mod heuristic_search;
pub(crate) mod layer;
mod layers;
mod merge;
pub(crate) mod numbers;
pub(crate) mod plan;
pub(crate) mod run;
pub(crate) mod sizes;
mod subtraction;
#[cfg(test)]
mod tests;

pub use breadth_first::{LayerCounts, external_breadth_first_search, external_layers};
pub use closed_states::{Unvisited, external_closed_states};
pub use disk::Disk;
pub use heuristic_search::external_breadth_first_heuristic_search;

use crate::Stop;
use crate::artifact::FileError;

/// The error of keys that are too long for a search on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("on disk its states must fit into 16 bytes")]
pub struct LongKeys;

/// The reason why a search on disk has no outcome.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The states are too long.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file is damaged, belongs to another search, or cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Why a layer is unfinished.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// A limit was reached.
    Stopped(Stop),
    /// A file cannot be used.
    Failed(FileError),
}

impl From<Stop> for Unfinished {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<FileError> for Unfinished {
    fn from(error: FileError) -> Self {
        Self::Failed(error)
    }
}
