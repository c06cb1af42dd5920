//! Where a search is kept, and how it is resumed from there.

use crate::arguments::units;
use crate::output::tell;
use clap::{Args, value_parser};
use fewest::search::artifact::{Checkpoint, FileError, Resumed};
use fewest::search::distributed::{Notice, RankCheckpoint};
use fewest::search::{Ranks, Request, Storage};
use fewest::{Instance, SolveError};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where a search is kept, besides the memory of a single rank.
#[derive(Debug, Args)]
pub(crate) struct Saving {
    /// Save the search in a folder every ten minutes and when it is stopped, and resume it from
    /// there if it was saved; for one instance with the default engine, ida-star of tiles,
    /// breadth-first-heuristic, partial-expansion-astar or frontier; with --ranks,
    /// breadth-first-heuristic or breadth-first
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints; more where saving takes long [default: 10m]
    #[arg(
        long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration,
        requires = "checkpoint",
    )]
    checkpoint_interval: Option<Duration>,
    /// Keep the states in this folder instead of memory, and resume the search if it has saved
    /// states there; with breadth-first-heuristic or breadth-first, for one instance. Atomix
    /// without --engine begins in memory. With --ranks each rank has its states in a folder of its
    /// own below this one
    #[arg(long, value_name = "FOLDER", conflicts_with = "checkpoint")]
    disk: Option<PathBuf>,
    /// Disk space for the states, like 500MB or 40GiB; by default all there is
    #[arg(
        long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::budget,
        requires = "disk",
    )]
    disk_limit: Option<u64>,
    /// Search with this many ranks, threads that each own a part of the states; with astar,
    /// breadth-first-heuristic or breadth-first
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    ranks: Option<u16>,
}

pub(super) fn not_saved(error: FileError) {
    tell(&format!("fewest: the checkpoint could not be saved: {error}"));
}

fn not_used(error: &FileError) {
    tell(&format!("fewest: ignored: {error}"));
}

fn tell_resumed(folder: &Path, Resumed { lower, expanded }: Resumed) {
    let folder = folder.display();
    tell(&format!(
        "fewest: resuming from {folder}: at least {lower} moves, {expanded} states expanded"
    ));
}

impl Saving {
    /// The flag that asks for a folder, which can be of one instance only.
    pub(super) fn flag(&self) -> Option<&'static str> {
        let checkpoint = self.checkpoint.as_ref().map(|_| "--checkpoint");
        checkpoint.or(self.disk.as_ref().map(|_| "--disk"))
    }

    pub(super) fn is_on_disk(&self) -> bool {
        self.disk.is_some()
    }

    pub(super) fn is_by_ranks(&self) -> bool {
        self.ranks.is_some()
    }

    fn ranks<'a>(&self) -> Option<Ranks<'a>> {
        self.ranks.and_then(|ranks| NonZeroUsize::new(ranks.into())).map(Ranks::Threads)
    }

    /// Opens the folder; reports what is ignored, and where the search resumes.
    pub(super) fn open<'a>(
        &self,
        instance: &Instance,
        request: &Request,
        failed: &'a mut dyn FnMut(FileError),
        told: &'a (dyn Fn(Notice) + Sync),
    ) -> Result<Option<Storage<'a>>, SolveError> {
        let interval = self.checkpoint_interval.unwrap_or(Checkpoint::INTERVAL);
        let (folder, disk) = (self.checkpoint.as_deref(), self.disk.as_deref());
        let storage = match (self.ranks(), folder, disk) {
            (Some(ranks), _, Some(folder)) => {
                let disk = fewest::rank_disk(folder, instance, request, self.disk_limit, told);
                Storage::RanksOnDisk(ranks, disk)
            }
            (Some(ranks), folder, None) => {
                let saved = folder.map(|folder| {
                    fewest::rank_checkpoint(folder, instance, request, interval, told)
                });
                Storage::Ranks(ranks, saved)
            }
            (None, Some(folder), _) => {
                fewest::check_keeps_checkpoint(&instance.puzzle)?;
                let checkpoint = fewest::checkpoint(folder, instance, request, interval, failed)
                    .map_err(SolveError::Checkpoint)?;
                checkpoint.refused().iter().for_each(not_used);
                Storage::Checkpoint(checkpoint)
            }
            (None, None, Some(folder)) => {
                let disk = fewest::disk(folder, instance, request, self.disk_limit);
                Storage::Disk(disk.map_err(SolveError::Checkpoint)?)
            }
            (None, None, None) => return Ok(None),
        };
        if let (Some(resumed), Some(folder)) = (storage.resumed(), folder.or(disk)) {
            tell_resumed(folder, resumed);
        }
        Ok(Some(storage))
    }

    /// Reports what ranks do with their folders.
    pub(super) fn tell(&self, notice: Notice) {
        match notice {
            Notice::GoesOn(resumed) => {
                let folder = self.checkpoint.as_deref().or(self.disk.as_deref());
                folder.into_iter().for_each(|folder| tell_resumed(folder, resumed));
            }
            Notice::NotUsed(error) => not_used(&error),
            Notice::Failed(error) => not_saved(error),
        }
    }

    /// Opens the folder again, or finds the same ranks, for a list of states.
    pub(super) fn open_for_list<'a>(
        &self,
        instance: &Instance,
        request: &Request,
    ) -> Result<Option<Storage<'a>>, FileError> {
        if let Some(ranks) = self.ranks() {
            return Ok(Some(Storage::Ranks(ranks, None)));
        }
        let open = |folder| fewest::disk(folder, instance, request, self.disk_limit);
        Ok(self.disk.as_deref().map(open).transpose()?.map(Storage::Disk))
    }

    /// Removes the checkpoint of a search that is done.
    pub(super) fn remove(&self) {
        match (&self.checkpoint, self.ranks) {
            (Some(folder), Some(ranks)) => RankCheckpoint::remove(folder, 0..ranks.into()),
            (Some(folder), None) => Checkpoint::remove(folder),
            (None, _) => {}
        }
    }
}
