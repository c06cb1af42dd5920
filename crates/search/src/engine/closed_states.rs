//! Lists the states that prove a bound, whether they are in memory, on disk or with ranks.

use crate::artifact::FileError;
use crate::breadth_first::{VisitLayer, closed_states};
use crate::distributed::{RankError, Transport, distributed_closed_states, led_by_first};
use crate::engine::Storage;
use crate::external::{LongKeys, Unvisited, external_closed_states};
use crate::problem::{Backward, Key, Parts};
use crate::snapshot::KeyFormat;
use crate::{Depth, Monitor, Stop};

/// The reason why not all closed states were listed.
#[derive(Debug, thiserror::Error)]
pub enum NotListed {
    /// A limit is reached.
    #[error("a limit was reached: {0:?}")]
    Stopped(#[from] Stop),
    /// The states are too long for a disk.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The ranks cannot search together.
    #[error(transparent)]
    Ranks(#[from] RankError),
}

impl From<Unvisited> for NotListed {
    fn from(unvisited: Unvisited) -> Self {
        match unvisited {
            Unvisited::Stopped(stop) => stop.into(),
            Unvisited::LongKeys(error) => error.into(),
            Unvisited::File(error) => error.into(),
        }
    }
}

/// Visits the same states as [`closed_states`], in memory; on disk or by ranks it visits them in
/// parts, in ascending order of the bytes that `format` gives states. If the ranks are processes,
/// the first one visits.
///
/// A list is not saved, and a checkpoint is left alone. Ranks keep their lists in memory, even
/// those of a search on disk.
///
/// # Errors
/// Those of [`external_closed_states`] and [`distributed_closed_states`]; [`Stop::Memory`] if the
/// system has no more threads.
pub fn list_closed_states<P: Parts<Space: Backward>>(
    problem: &P,
    format: Box<dyn KeyFormat<Key<P>>>,
    bound: Option<Depth>,
    storage: Option<Storage<'_, '_>>,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let ranks = match storage {
        None | Some(Storage::Checkpoint(_)) => {
            return Ok(closed_states(problem, bound, visit, monitor)?);
        }
        Some(Storage::Disk(disk)) => {
            return Ok(external_closed_states(problem, format, bound, disk, visit, monitor)?);
        }
        Some(Storage::Rank(transport, _) | Storage::RankOnDisk(transport, _)) => {
            return Ok(distributed_closed_states(
                problem, &*format, bound, transport, visit, monitor,
            )??);
        }
        Some(Storage::Threads(ranks, _) | Storage::ThreadsOnDisk(ranks, _)) => ranks,
    };
    let first = |transport: &mut dyn Transport, monitor: &mut Monitor<'_>| {
        distributed_closed_states(problem, &*format, bound, transport, visit, monitor)
    };
    let others = |transport: &mut dyn Transport, monitor: &mut Monitor<'_>| {
        let unasked = &mut |_, _: &[_]| Ok(());
        // The first rank returns the same.
        drop(distributed_closed_states(problem, &*format, bound, transport, unasked, monitor));
    };
    let listed = led_by_first(ranks, monitor, first, others);
    Ok(listed.unwrap_or(Ok(Err(Stop::Memory)))??)
}
