//! Where a search is stored, besides the memory of this process.

use crate::artifact::Checkpoint;
#[cfg(not(target_arch = "wasm32"))]
use crate::distributed::{RankCheckpoint, RankDisk, Transport};
use crate::engine::{Engine, Feature, Unsupported};
#[cfg(not(target_arch = "wasm32"))]
use crate::external::Disk;
#[cfg(not(target_arch = "wasm32"))]
use std::num::NonZeroUsize;

/// Where a search is stored, besides the memory of this process.
pub enum Storage<'a, 'c> {
    /// It is saved from time to time.
    Checkpoint(&'a mut Checkpoint<'c>),
    /// Its states are on disk.
    #[cfg(not(target_arch = "wasm32"))]
    Disk(&'a Disk),
    /// Its states are owned by this many ranks, which are threads of this process, and saved from
    /// time to time if there is a checkpoint.
    #[cfg(not(target_arch = "wasm32"))]
    Threads(NonZeroUsize, Option<&'a RankCheckpoint<'c>>),
    /// This process is one of the ranks that own its states; they are saved from time to time if
    /// there is a checkpoint.
    #[cfg(not(target_arch = "wasm32"))]
    Rank(&'a mut (dyn Transport + 'c), Option<&'a RankCheckpoint<'c>>),
    /// Its states are owned by this many ranks, which are threads of this process, and kept on
    /// disk.
    #[cfg(not(target_arch = "wasm32"))]
    ThreadsOnDisk(NonZeroUsize, &'a RankDisk<'c>),
    /// This process is one of the ranks that own its states, which are kept on disk.
    #[cfg(not(target_arch = "wasm32"))]
    RankOnDisk(&'a mut (dyn Transport + 'c), &'a RankDisk<'c>),
}

impl Storage<'_, '_> {
    /// Whether it holds the states, so that the engine differs from the one in memory.
    pub fn holds_states(&self) -> bool {
        !matches!(self, Self::Checkpoint(_))
    }

    /// Returns the number of ranks, if ranks search.
    pub fn ranks(&self) -> Option<usize> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Threads(ranks, _) | Self::ThreadsOnDisk(ranks, _) => Some(ranks.get()),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Rank(transport, _) | Self::RankOnDisk(transport, _) => Some(transport.ranks()),
            _ => None,
        }
    }

    /// Checks that an engine works with this storage. Whether an engine can be saved in a
    /// checkpoint is for the families to check.
    ///
    /// # Errors
    /// [`Unsupported::Setting`] if it does not.
    pub fn suits(&self, engine: Engine) -> Result<(), Unsupported> {
        let needed = match self {
            Self::Checkpoint(_) => return Ok(()),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Disk(_) | Self::ThreadsOnDisk(..) | Self::RankOnDisk(..) => Feature::Disk,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Threads(_, None) | Self::Rank(_, None) => Feature::Ranks,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Threads(_, Some(_)) | Self::Rank(_, Some(_)) => Feature::RankCheckpoint,
        };
        Unsupported::unless_has(engine, needed)
    }
}
