//! Where a search is kept, and how it is resumed from there.

use crate::output::tell;
use fewest::search::Request;
use fewest::search::artifact::{FileError, Resumed};
use fewest::search::distributed::Notice;
use fewest::search::external::Disk;
use fewest::{Instance, SolveError, Solver};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// Where a search is kept, besides the memory of a single rank.
#[derive(Clone, Copy)]
pub(crate) enum Saving<'a> {
    /// It is saved to the folder at this interval.
    Checkpoint { folder: &'a Path, interval: Duration },
    /// Its states are on disk.
    Disk(OnDisk<'a>),
    /// This many ranks own its states; they save it to the folder at the interval, if there is one.
    Ranks(NonZeroUsize, Option<(&'a Path, Duration)>),
    /// This many ranks own its states, which are on disk.
    RanksOnDisk(NonZeroUsize, OnDisk<'a>),
}

pub(super) fn not_saved(error: FileError) {
    tell(&format!("fewest: the checkpoint could not be saved: {error}"));
}

pub(super) fn not_used(error: &FileError) {
    tell(&format!("fewest: ignored: {error}"));
}

pub(super) fn goes_on(folder: &Path, Resumed { lower, expanded }: Resumed) {
    let folder = folder.display();
    tell(&format!(
        "fewest: resuming from {folder}: at least {lower} moves, {expanded} states expanded"
    ));
}

/// A folder for states, with a limit in bytes.
#[derive(Clone, Copy)]
pub(crate) struct OnDisk<'a> {
    pub(super) folder: &'a Path,
    pub(super) limit: Option<u64>,
}

impl OnDisk<'_> {
    pub(super) fn open(self, instance: &Instance, request: &Request) -> Result<Disk, FileError> {
        fewest::disk(self.folder, instance, request, self.limit)
    }
}

impl Saving<'_> {
    /// Resumes the search from the folder; reports what is ignored, and where it resumes.
    pub(super) fn begin<'a>(
        self,
        solver: Solver<'a>,
        instance: &Instance,
        request: &Request,
        failed: &'a mut dyn FnMut(FileError),
        told: &'a (dyn Fn(Notice) + Sync),
    ) -> Result<Solver<'a>, SolveError> {
        match self {
            Self::Checkpoint { folder, interval } => {
                fewest::check_keeps_checkpoint(&instance.puzzle)?;
                let checkpoint = fewest::checkpoint(folder, instance, request, interval, failed)
                    .map_err(SolveError::Checkpoint)?;
                checkpoint.refused().iter().for_each(not_used);
                if let Some(resumed) = checkpoint.resumed() {
                    goes_on(folder, resumed);
                }
                Ok(solver.checkpoint(checkpoint))
            }
            Self::Disk(on_disk) => {
                let disk = on_disk.open(instance, request).map_err(SolveError::Checkpoint)?;
                if let Some(resumed) = disk.resumed() {
                    goes_on(on_disk.folder, resumed);
                }
                Ok(solver.disk(disk))
            }
            Self::Ranks(ranks, None) => Ok(solver.ranks(ranks)),
            Self::Ranks(ranks, Some((folder, interval))) => {
                let saved = fewest::rank_checkpoint(folder, instance, request, interval, told);
                Ok(solver.ranks(ranks).rank_checkpoint(saved))
            }
            Self::RanksOnDisk(ranks, OnDisk { folder, limit }) => {
                let disk = fewest::rank_disk(folder, instance, request, limit, told);
                Ok(solver.ranks(ranks).rank_disk(disk))
            }
        }
    }
}
