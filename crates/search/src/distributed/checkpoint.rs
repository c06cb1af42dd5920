//! Checkpoints of searches by ranks: each saves its part in a folder of its own.
//!
//! ```text
//! rank-0/gen-7/…    the part of the first rank
//! rank-1/gen-7/…    that of the second one
//! ```
//!
//! The folders need not be on one machine: a rank has to find its own. See [`Checkpoint`] for what is in
//! them.

use crate::artifact::{Checkpoint, FileError, Resumed};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use std::{fs, io};

/// Where the ranks of a search save it, and go on from.
pub struct RankCheckpoint<'a> {
    pub(super) folder: PathBuf,
    /// The instance and the method.
    pub(super) search: [String; 2],
    pub(super) interval: Duration,
    told: &'a (dyn Fn(Notice) + Sync),
    resumed: OnceLock<Resumed>,
}

/// What is told of the checkpoint of a rank.
#[derive(Debug)]
pub enum Notice {
    /// All ranks go on from what they have saved; the first one tells it.
    GoesOn(Resumed),
    /// What the rank has saved last is not used.
    NotUsed(FileError),
    /// The rank was not saved, and the search goes on.
    Failed(FileError),
}

impl<'a> RankCheckpoint<'a> {
    /// A checkpoint of an instance, searched by some method, in a folder that need not exist yet. Both are
    /// texts that tell them from others. It is [saved](Checkpoint::INTERVAL) so often, or less where that
    /// takes long.
    ///
    /// The folder is opened when the search begins.
    pub fn new(
        folder: impl Into<PathBuf>,
        search: [String; 2],
        interval: Duration,
        told: &'a (dyn Fn(Notice) + Sync),
    ) -> Self {
        Self { folder: folder.into(), search, interval, told, resumed: OnceLock::new() }
    }

    /// How far the search was from which another one has gone on.
    pub fn resumed(&self) -> Option<Resumed> {
        self.resumed.get().copied()
    }

    /// Removes what these ranks have saved of a search that is done, and the folder if nothing else is in
    /// it.
    pub fn remove(folder: &Path, ranks: Range<usize>) {
        ranks.for_each(|rank| Checkpoint::remove(&folder.join(name(rank))));
        let _ = fs::remove_dir(folder);
    }

    pub(super) fn tell(&self, notice: Notice) {
        (self.told)(notice);
    }

    pub(super) fn goes_on(&self, resumed: Resumed, is_first: bool) {
        // The ranks of a process go on from the same place.
        let _ = self.resumed.set(resumed);
        if is_first {
            self.tell(Notice::GoesOn(resumed));
        }
    }

    /// Makes the folder, unless it is there. Whether it did.
    pub(super) fn make(&self) -> Result<bool, FileError> {
        match fs::create_dir(&self.folder) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(FileError::io(&self.folder)(error)),
        }
    }
}

/// The folder of a rank.
pub(super) fn name(rank: usize) -> String {
    format!("rank-{rank}")
}
