//! Where the states of a search live.

use crate::artifact::{Checkpoint, Resumed};
#[cfg(not(target_arch = "wasm32"))]
use crate::distributed::{RankCheckpoint, Transport};
use crate::engine::{Engine, Feature, Unsupported};
#[cfg(not(target_arch = "wasm32"))]
use crate::external::{Disk, RankDisk};
#[cfg(not(target_arch = "wasm32"))]
use std::num::NonZeroUsize;

/// Where the states of a search live, if not only in the memory of this process: who owns them, and
/// on what medium.
pub enum Storage<'a> {
    /// In the memory of this process; the search is saved from time to time.
    Checkpoint(Checkpoint<'a>),
    /// On disk.
    #[cfg(not(target_arch = "wasm32"))]
    Disk(Disk),
    /// In the memory of ranks; the search is saved from time to time if there is a checkpoint.
    #[cfg(not(target_arch = "wasm32"))]
    Ranks(Ranks<'a>, Option<RankCheckpoint<'a>>),
    /// On the disks of ranks.
    #[cfg(not(target_arch = "wasm32"))]
    RanksOnDisk(Ranks<'a>, RankDisk<'a>),
}

/// The ranks that own the states of a search.
#[cfg(not(target_arch = "wasm32"))]
pub enum Ranks<'a> {
    /// This many threads of this process.
    Threads(NonZeroUsize),
    /// This process is one of them.
    Transport(&'a mut dyn Transport),
}

impl Storage<'_> {
    /// Whether it holds the states, so that the engine differs from the one in memory.
    pub fn holds_states(&self) -> bool {
        !matches!(self, Self::Checkpoint(_))
    }

    /// Returns the number of ranks, if ranks search.
    pub fn ranks(&self) -> Option<usize> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Ranks(ranks, _) | Self::RanksOnDisk(ranks, _) => Some(match ranks {
                Ranks::Threads(ranks) => ranks.get(),
                Ranks::Transport(transport) => transport.ranks(),
            }),
            _ => None,
        }
    }

    /// Returns the state of the saved search that is resumed, if one is. Where ranks resume is known
    /// once all of them have begun.
    pub fn resumed(&self) -> Option<Resumed> {
        match self {
            Self::Checkpoint(checkpoint) => checkpoint.resumed(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Disk(disk) => disk.resumed(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Ranks(_, checkpoint) => checkpoint.as_ref()?.resumed(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::RanksOnDisk(_, disk) => disk.resumed(),
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
            Self::Disk(_) | Self::RanksOnDisk(..) => Feature::Disk,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Ranks(_, None) => Feature::Ranks,
            #[cfg(not(target_arch = "wasm32"))]
            Self::Ranks(_, Some(_)) => Feature::RankCheckpoint,
        };
        Unsupported::unless_has(engine, needed)
    }
}
