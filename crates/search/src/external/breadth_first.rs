//! Breadth-first search on disk, blind except for dead ends.
//!
//! # Source
//! Korf, "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008); for
//! undirected graphs, only the last two layers are kept if no plan is wanted: frontier search,
//! Korf, Zhang, Thayer and Hohwald, "Frontier search", Journal of the ACM 52 (2005).

use crate::artifact::FileError;
use crate::breadth_first::{Extent, once};
use crate::external::disk::Disk;
use crate::external::heuristic_search::ended;
use crate::external::layers::{Layers, Purpose};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, Unfinished};
use crate::problem::{Action, Backward, DuplicateScope, Parts};
use crate::{Depth, Monitor, Outcome, Stop};

/// Searches layer by layer from the roots until a goal appears. The heuristic is used only to
/// detect dead ends.
///
/// The rest is as in
/// [`external_breadth_first_heuristic_search`](crate::external::external_breadth_first_heuristic_search).
///
/// # Errors
/// If the states do not fit into 16 bytes, if a file is damaged or cannot be read or written, or if
/// the search in the folder is for plans within another bound.
pub fn external_breadth_first_search<P: Parts<Space: Backward>>(
    problem: &P,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let sizes = Sizes::of(monitor.limits().memory);
    search(problem, problem.space().duplicate_scope(), disk, sizes, monitor)
}

pub(super) fn search<P: Parts<Space: Backward>>(
    problem: &P,
    scope: DuplicateScope,
    disk: &Disk,
    sizes: Sizes,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let mut layers = Layers::open(problem, (scope, Purpose::Plan), disk, sizes, monitor)?;
    if let (Some(saved), Some(asked)) = (layers.bound(), monitor.limits().upper_bound)
        && saved != asked
    {
        let [found, expected] = [saved, asked].map(|most| format!("plans of at most {most} moves"));
        return Err(FileError::Mismatch { path: disk.manifest(), found, expected }.into());
    }
    let monitor = &mut monitor.with_more_nodes(layers.work.statistics.expanded);
    Ok(ended(once(&mut layers, monitor)?, disk)?)
}

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
    count(problem, problem.space().duplicate_scope(), bound, disk, sizes, monitor)
}

pub(super) fn count<P: Parts>(
    problem: &P,
    scope: DuplicateScope,
    bound: Option<Depth>,
    disk: &Disk,
    sizes: Sizes,
    monitor: &mut Monitor<'_>,
) -> Result<LayerCounts, ExternalError> {
    let parts = (scope, Purpose::Count);
    let mut layers = Layers::open(problem, parts, disk, sizes, monitor)?;
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
