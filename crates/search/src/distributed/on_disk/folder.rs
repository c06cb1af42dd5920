//! The folders of a search by ranks on disk.

use crate::artifact::{FileError, Resumed};
use crate::distributed::checkpoint::name;
use crate::distributed::{Notice, RankCheckpoint, Transport};
use crate::external::disk::Disk;
use std::fs;
use std::path::PathBuf;

/// Where the ranks of a search keep their states: each in a folder of its own below one.
///
/// The folders need not be on one machine: a rank has to find its own.
pub struct RankDisk<'a> {
    /// What is told to whom, and how often it is saved.
    pub(super) saved: RankCheckpoint<'a>,
    /// Bytes for all ranks.
    limit: Option<u64>,
}

impl<'a> RankDisk<'a> {
    /// The folder of an instance, searched by some method; it need not exist yet. Both are texts that tell
    /// them from others. The runs of all ranks together may take `limit` bytes, in even parts.
    ///
    /// The folder is opened when the search begins.
    pub fn new(
        folder: impl Into<PathBuf>,
        search: [String; 2],
        limit: Option<u64>,
        told: &'a (dyn Fn(Notice) + Sync),
    ) -> Self {
        Self { saved: RankCheckpoint::new(folder, search, Disk::INTERVAL, told), limit }
    }

    /// How far the search was from which another one has gone on.
    pub fn resumed(&self) -> Option<Resumed> {
        self.saved.resumed()
    }

    /// So that a search is saved at the end of every layer.
    #[cfg(test)]
    pub(in crate::distributed) fn saved_always(mut self) -> Self {
        self.saved.interval = std::time::Duration::ZERO;
        self
    }

    /// Opens the folder of this rank.
    pub(super) fn open(
        &self,
        method: &str,
        transport: &dyn Transport,
    ) -> Result<RankFolder, FileError> {
        self.saved.make()?;
        let (rank, ranks) = (transport.rank(), transport.ranks());
        let [instance, asked_for] = &self.saved.search;
        let search = [instance.clone(), format!("{asked_for}, {method}rank {rank} of {ranks}")];
        let path = self.saved.folder.join(name(rank));
        let limit = self.limit.map(|limit| limit / ranks as u64);
        let mut disk = Disk::open(&path, search, limit)?;
        disk.interval = self.saved.interval;
        Ok(RankFolder { disk, _path: Emptied(path) })
    }
}

/// The folder of a rank, which goes with its last file.
pub(super) struct RankFolder {
    // Dropped first.
    pub(super) disk: Disk,
    _path: Emptied,
}

/// A folder that is removed if nothing is in it.
struct Emptied(PathBuf);

impl Drop for Emptied {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}
