//! The folders of a search by ranks on disk.

use crate::artifact::folder::Emptied;
use crate::artifact::{FileError, Resumed, folder};
use crate::distributed::{Notice, RankCheckpoint, Transport};
use crate::external::disk::Disk;
use std::path::PathBuf;

/// The folder in which the ranks of a search keep their states, each in a subfolder of its own.
///
/// The folders need not be on one machine: each rank must only find its own.
pub struct RankDisk<'a> {
    /// What is reported to whom, and how often the search is saved.
    pub(super) saved: RankCheckpoint<'a>,
    /// The most bytes for all ranks.
    limit: Option<u64>,
}

impl<'a> RankDisk<'a> {
    /// Returns the folder for an instance, searched by some method; it need not exist yet. Instance
    /// and method are given as texts that identify them. The runs of all ranks together may take
    /// `limit` bytes, in equal parts.
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

    /// Returns the state of the saved search that was resumed, if one was.
    pub fn resumed(&self) -> Option<Resumed> {
        self.saved.resumed()
    }

    /// Makes a search be saved at the end of every layer.
    #[cfg(test)]
    pub(super) fn saved_always(mut self) -> Self {
        self.saved.interval = std::time::Duration::ZERO;
        self
    }

    /// Opens the folder of this rank.
    pub(super) fn open(&self, transport: &dyn Transport) -> Result<RankFolder, FileError> {
        folder::make(&self.saved.folder)?;
        let (path, search) = self.saved.of_rank("", transport);
        let limit = self.limit.map(|limit| limit / transport.ranks() as u64);
        let mut disk = Disk::open(&path, search, limit)?;
        disk.interval = self.saved.interval;
        Ok(RankFolder { disk, _path: Emptied(path) })
    }
}

/// The folder of a rank, which is removed with its last file.
pub(super) struct RankFolder {
    // Dropped first.
    pub(super) disk: Disk,
    _path: Emptied,
}
