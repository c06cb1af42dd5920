//! The numbers of states in the layers of a space, counted on disk.
//!
//! # Source
//! As for [breadth-first search on disk](crate::external::external_breadth_first_search).

use crate::breadth_first::Extent;
use crate::distributed::Threads;
use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose};
use crate::external::problem::{Numbered, NumberedProblem};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, Unfinished};
use crate::problem::{Backward, Parts};
use crate::{Depth, Monitor, Stop};

/// The numbers of states in the layers of a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerCounts {
    /// The number of states at each distance from the nearest root; the index is the distance.
    pub layers: Vec<u64>,
    /// Whether these are all layers.
    pub extent: Extent,
    /// The reason why they are not all, if there is one.
    pub stop: Option<Stop>,
}

/// Counts the states within a bound layer by layer; without a bound, all that are not dead ends.
/// Goals are treated like other states. If duplicates are looked for only in the last two layers,
/// only these are kept.
///
/// # Errors
/// If the states do not fit into 16 bytes, or a file is damaged or cannot be read or written.
pub fn external_layers<P: Parts<Space: Backward>>(
    problem: &P,
    bound: Option<Depth>,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<LayerCounts, ExternalError> {
    let sizes = Sizes::of(monitor.limits().memory);
    count(&Numbered::new(problem)?, bound, (disk, sizes), monitor)
}

pub(super) fn count(
    problem: &dyn NumberedProblem,
    bound: Option<Depth>,
    (disk, sizes): (&Disk, Sizes),
    monitor: &mut Monitor<'_>,
) -> Result<LayerCounts, ExternalError> {
    let mut alone = Threads::alone();
    let mut layers = Layers::new(problem, (disk, sizes), Purpose::Count, &mut alone, None);
    layers.resume(monitor)?;
    let monitor = &mut monitor.with_more_nodes(layers.work.statistics.expanded);
    let searched = layers.search(bound.unwrap_or(Depth::MAX), Depth::ZERO, monitor);
    let stop = match searched {
        Ok(_) => None,
        Err(Unfinished::Stopped(stop)) => Some(stop),
        Err(Unfinished::Failed(error)) => return Err(error.into()),
    };
    let mut counts: Vec<u64> = layers.layers().iter().map(|layer| layer.open.states).collect();
    counts.pop_if(|last| *last == 0);
    if matches!(stop, None | Some(Stop::Disk)) {
        disk.clear()?;
    }
    let extent = if stop.is_none() { Extent::Whole } else { Extent::FirstLayers };
    Ok(LayerCounts { layers: counts, extent, stop })
}
