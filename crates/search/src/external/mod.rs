//! Breadth-first search on disk, with delayed duplicate detection.
//!
//! The children of a layer are collected unsorted, duplicates included, sorted in pieces as large
//! as memory allows, merged, and compared with the earlier layers by reading these once in the same
//! order. A layer is a sorted run in a file; there are no random accesses.
//!
//! Works in the thread pool that it is called from (`rayon`).
//!
//! The states may belong to several [ranks](crate::distributed). A rank sends children to their
//! owners as in memory; each collects those that it owns and merges them at the end of the layer. A
//! search by one process is one by a single rank, except for its folder and for the last layer,
//! which it does not complete once it has found a goal.
//!
//! ```text
//! rank-0/MANIFEST   how far the search was, and the runs of the first rank
//! rank-0/run-12     states that it owns
//! rank-1/…          the same of the second one
//! ```
//!
//! # Source
//! Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008); Zhou and
//! Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006). Our graphs may be
//! directed: see [`DuplicateScope`](crate::problem::DuplicateScope). The distribution by a hash is
//! that of Kishimoto, Fukunaga and Botea 2013. On disk it was first used by Robinson, Kunkle and
//! Cooperman, "A comparative analysis of parallel disk-based methods for enumerating implicit
//! graphs", PASCO 2007.

mod block;
mod candidates;
mod closed_states;
mod conclusion;
mod disk;
mod expansion;
mod layer;
mod layer_counts;
mod layers;
mod merge;
mod numbers;
mod plan;
mod problem;
mod rank_disk;
mod run;
mod search;
mod sizes;
mod subtraction;
#[cfg(test)]
mod tests;

pub use closed_states::{NotListed, external_closed_states};
pub use disk::Disk;
pub use layer_counts::{LayerCounts, external_layers};
pub(crate) use numbers::Numbers;
pub use rank_disk::RankDisk;
pub(crate) use search::{Search, ended, is_beyond, of_process};
pub use search::{
    distributed_external_breadth_first_heuristic_search, distributed_external_breadth_first_search,
    external_breadth_first_heuristic_search, external_breadth_first_search,
};

use crate::Stop;
use crate::artifact::FileError;
use crate::distributed::RankError;

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
    /// The ranks cannot search together.
    #[error(transparent)]
    Ranks(RankError),
}

impl From<RankError> for ExternalError {
    fn from(error: RankError) -> Self {
        match error {
            RankError::Checkpoint(error) => Self::File(error),
            error => Self::Ranks(error),
        }
    }
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
