//! Saves and resumes a search by ranks.

use crate::artifact::folder::Emptied;
use crate::artifact::{Candidates, Checkpoint, FileError, folder};
use crate::distributed::collective::{gather, is_gone, last_common, together};
use crate::distributed::{Notice, RankCheckpoint, Transport};
use crate::snapshot::Writer;
use crate::{Depth, Statistics};
use std::io;

/// The checkpoint of a rank while it searches.
pub(super) struct Saving<'c> {
    pub(super) checkpoint: Checkpoint<'c>,
    /// The folder of all ranks, if this search made it.
    _folder: Option<Emptied>,
}

impl<'c> Saving<'c> {
    /// Opens this rank's part, as all ranks do. The last generation that all of them have complete
    /// counts. `method` is as for [`RankCheckpoint::of_rank`].
    ///
    /// # Errors
    /// If one rank cannot use what is there, on all ranks.
    pub(super) fn open(
        asked: &RankCheckpoint<'_>,
        method: &str,
        failed: &'c mut dyn FnMut(FileError),
        transport: &mut dyn Transport,
    ) -> Result<Self, FileError> {
        let (of_rank, search) = asked.of_rank(method, transport);
        let opened = folder::make(&asked.folder).and_then(|is_made| {
            let (checkpoint, found) =
                Checkpoint::open_part(of_rank, search, asked.interval, failed)?;
            Ok((is_made, checkpoint, found))
        });
        let (is_made, mut checkpoint, mut found) = together(transport, opened)?;
        choose(&mut checkpoint, &mut found, transport)?;
        for error in checkpoint.take_refused() {
            asked.tell(Notice::NotUsed(error));
        }
        let is_made = gather(transport, [is_made.into()]).iter().any(|[is_made]| *is_made > 0);
        let folder = is_made.then(|| Emptied(asked.folder.clone()));
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
    let newest = last_common(transport, &mut |most| checkpoint.newest(found, most))?;
    // Ranks that are ended before they have jointly saved anything have at most one generation
    // each, and all have their folders.
    let is_gone = is_gone(transport, found.found > 0, checkpoint.is_made());
    let is_damaged = found.found > 1 || !checkpoint.refused().is_empty();
    let is_lost = newest == 0 && (is_damaged || is_gone);
    together(transport, if is_lost { Err(checkpoint.none_in_common()) } else { Ok(()) })?;
    let all = gather(transport, [checkpoint.last()]);
    checkpoint.number_after(all.iter().map(|[last]| *last).max().unwrap_or(0));
    Ok(())
}
