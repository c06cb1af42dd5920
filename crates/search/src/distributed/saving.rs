//! Saves and resumes a search by ranks.

use crate::artifact::{Candidates, Checkpoint, FileError};
use crate::distributed::checkpoint::name;
use crate::distributed::collective::{gather, is_gone, together};
use crate::distributed::{Notice, RankCheckpoint, Transport};
use crate::snapshot::Writer;
use crate::{Depth, Statistics};
use std::path::PathBuf;
use std::{fs, io};

/// The checkpoint of a rank while it searches.
pub(super) struct Saving<'c> {
    pub(super) checkpoint: Checkpoint<'c>,
    _folder: Made,
}

/// The folder of all ranks, if this search made it. It is removed unless it holds a rank's folder.
struct Made(Option<PathBuf>);

impl Drop for Made {
    fn drop(&mut self) {
        if let Some(folder) = &self.0 {
            let _ = fs::remove_dir(folder);
        }
    }
}

impl<'c> Saving<'c> {
    /// Opens this rank's part, as all ranks do. The last generation that all of them have complete
    /// counts. `method` distinguishes the search from others, in addition to the checkpoint's own
    /// data.
    ///
    /// # Errors
    /// If one rank cannot use what is there, on all ranks.
    pub(super) fn open(
        asked: &RankCheckpoint<'_>,
        method: &str,
        failed: &'c mut dyn FnMut(FileError),
        transport: &mut dyn Transport,
    ) -> Result<Self, FileError> {
        let (rank, ranks) = (transport.rank(), transport.ranks());
        let [instance, asked_for] = &asked.search;
        let search = [instance.clone(), format!("{asked_for}, {method}rank {rank} of {ranks}")];
        let opened = asked.make().and_then(|is_made| {
            let folder = asked.folder.join(name(rank));
            let (checkpoint, found) =
                Checkpoint::open_part(folder, search, asked.interval, failed)?;
            Ok((is_made, checkpoint, found))
        });
        let (is_made, mut checkpoint, mut found) = together(transport, opened)?;
        choose(&mut checkpoint, &mut found, transport)?;
        for error in checkpoint.take_refused() {
            asked.tell(Notice::NotUsed(error));
        }
        let is_made = gather(transport, [is_made.into()]).iter().any(|[is_made]| *is_made > 0);
        let folder = Made(is_made.then(|| asked.folder.clone()));
        Ok(Self { checkpoint, _folder: folder })
    }

    pub(super) fn is_due(&self) -> bool {
        self.checkpoint.is_due()
    }

    /// Saves the part of this rank, while all others save theirs.
    pub(super) fn write(
        &mut self,
        transport: &mut dyn Transport,
        lower: Depth,
        statistics: &Statistics,
        save: impl Fn(&mut Writer<'_>) -> io::Result<()>,
    ) {
        self.checkpoint.write_if(lower, statistics, &save, &mut |is_written| {
            let all = gather(transport, [is_written.into()]);
            all.iter().all(|[is_written]| *is_written > 0)
        });
    }
}

/// Finds the last generation that all ranks have complete.
fn choose(
    checkpoint: &mut Checkpoint<'_>,
    found: &mut Candidates,
    transport: &mut dyn Transport,
) -> Result<(), FileError> {
    let mut most = u64::MAX;
    let newest = loop {
        let newest = together(transport, checkpoint.newest(found, most))?;
        let all = gather(transport, [newest]);
        let least = all.iter().map(|[newest]| *newest).min().unwrap_or(0);
        if all.iter().all(|[newest]| *newest == least) {
            break least;
        }
        most = least;
    };
    // Ranks that are ended before they have jointly saved anything have at most one generation
    // each, and all have their folders.
    let is_gone = is_gone(transport, found.found > 0, checkpoint.is_made());
    let is_damaged = found.found > 1 || !checkpoint.refused().is_empty();
    let is_lost = newest == 0 && (is_damaged || is_gone);
    together(transport, if is_lost { Err(checkpoint.none_in_common()) } else { Ok(()) })?;
    let all = gather(transport, [checkpoint.last()]);
    checkpoint.go_on_after(all.iter().map(|[last]| *last).max().unwrap_or(0));
    Ok(())
}
