//! Lists the states that prove a bound, whether they are in memory, on disk or with ranks.

use crate::breadth_first::{VisitLayer, closed_states};
use crate::distributed::{Transport, distributed_closed_states, led_by_first};
use crate::engine::{Ranks, Storage};
use crate::erased::{Erased, Width};
use crate::external::{NotListed, external_closed_states};
use crate::snapshot::KeyFormat;
use crate::{Depth, Monitor, Stop};

/// The list of [`list_closed_states`](super::list_closed_states) for an erased problem.
pub(super) fn list<K: Width>(
    problem: &Erased<'_, K>,
    format: Box<dyn KeyFormat<K>>,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [K]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let ranks = match storage {
        None | Some(Storage::Checkpoint(_)) => {
            return Ok(closed_states(problem, bound, visit, monitor)?);
        }
        Some(Storage::Disk(disk)) => {
            return external_closed_states(problem, format, bound, disk, visit, monitor);
        }
        Some(Storage::Ranks(ranks, _) | Storage::RanksOnDisk(ranks, _)) => ranks,
    };
    let ranks = match ranks {
        Ranks::Threads(ranks) => *ranks,
        Ranks::Transport(transport) => {
            return Ok(distributed_closed_states(
                problem, &*format, bound, *transport, visit, monitor,
            )??);
        }
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
