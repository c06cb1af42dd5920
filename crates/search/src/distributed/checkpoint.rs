//! Checkpoints of searches by ranks: each saves its part in a folder of its own.
//!
//! ```text
//! rank-0/gen-7/…    the part of the first rank
//! rank-1/gen-7/…    that of the second one
//! ```
//!
//! The folders need not be on one machine: each rank must only find its own. See [`Checkpoint`] for
//! their contents.

use crate::artifact::{Checkpoint, FileError, Resumed};
use crate::distributed::Transport;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// The folder in which the ranks of a search save it, and from which they resume it.
pub struct RankCheckpoint<'a> {
    pub(crate) folder: PathBuf,
    /// The instance and the method.
    pub(super) search: [String; 2],
    pub(crate) interval: Duration,
    told: &'a (dyn Fn(Notice) + Sync),
    resumed: OnceLock<Resumed>,
}

/// A notice about the checkpoint of a rank.
#[derive(Debug)]
pub enum Notice {
    /// All ranks resume the search from what they saved; the first rank reports this.
    GoesOn(Resumed),
    /// The last state that the rank saved is not used.
    NotUsed(FileError),
    /// The rank could not save its part; the search goes on.
    Failed(FileError),
}

impl<'a> RankCheckpoint<'a> {
    /// Returns the checkpoint of an instance, searched by some method, in a folder that need not
    /// exist yet. Instance and method are given as texts that identify them. The search is
    /// [saved](Checkpoint::INTERVAL) at this interval, or less often if saving takes long.
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

    /// Returns the state of the saved search that was resumed, if one was.
    pub fn resumed(&self) -> Option<Resumed> {
        self.resumed.get().copied()
    }

    /// Removes what these ranks saved of a finished search, and the folder if nothing else is in
    /// it.
    pub fn remove(folder: &Path, ranks: Range<usize>) {
        ranks.for_each(|rank| Checkpoint::remove(&folder.join(name(rank))));
        let _ = fs::remove_dir(folder);
    }

    pub(super) fn tell(&self, notice: Notice) {
        (self.told)(notice);
    }

    pub(crate) fn tell_resumed(&self, resumed: Resumed, is_first: bool) {
        // The ranks of a process resume from the same place.
        let _ = self.resumed.set(resumed);
        if is_first {
            self.tell(Notice::GoesOn(resumed));
        }
    }

    /// The folder of this rank, and what identifies its part; `method` distinguishes the search from
    /// others, in addition to the checkpoint's own data.
    pub(crate) fn of_rank(
        &self,
        method: &str,
        transport: &dyn Transport,
    ) -> (PathBuf, [String; 2]) {
        let (rank, ranks) = (transport.rank(), transport.ranks());
        let [instance, asked_for] = &self.search;
        let search = [instance.clone(), format!("{asked_for}, {method}rank {rank} of {ranks}")];
        (self.folder.join(name(rank)), search)
    }
}

/// The folder of a rank.
fn name(rank: usize) -> String {
    format!("rank-{rank}")
}
