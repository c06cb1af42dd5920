//! Breadth-first search by ranks that keep their states on disk.
//!
//! A rank sends children to their owners as in memory. The owner collects them, and merges them at
//! the end of the layer like the search [on disk](crate::external) by one process: its layers are
//! sorted runs in its own folder.
//!
//! ```text
//! rank-0/MANIFEST   how far the search was, and the runs of the first rank
//! rank-0/run-12     states that it owns
//! rank-1/…          the same of the second one
//! ```
//!
//! # Source
//! Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008); the
//! distribution by a hash is that of Kishimoto, Fukunaga and Botea 2013. On disk it was first used
//! by Robinson, Kunkle and Cooperman, "A comparative analysis of parallel disk-based methods for
//! enumerating implicit graphs", PASCO 2007.

mod breadth_first;
mod conclusion;
mod expansion;
mod folder;
mod layers;
mod new_layer;
mod plan;
mod saved;

pub use breadth_first::{
    distributed_external_breadth_first_heuristic_search, distributed_external_breadth_first_search,
};
pub use folder::RankDisk;

use crate::artifact::FileError;
use crate::distributed::RankError;
use crate::external::LongKeys;

/// The reason why several ranks cannot search a problem on disk.
#[derive(Debug, thiserror::Error)]
pub enum RankDiskError {
    /// The states are too long.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// The ranks cannot search together, or a file of one of them cannot be used.
    #[error(transparent)]
    Ranks(#[from] RankError),
}

impl From<FileError> for RankDiskError {
    fn from(error: FileError) -> Self {
        Self::Ranks(error.into())
    }
}

#[cfg(test)]
pub(super) use breadth_first::{Search, search};
