//! The states that breadth-first heuristic search by several ranks closes within a bound below the
//! length of every plan.
//!
//! # Source
//! As for breadth-first heuristic search by ranks; the layers are merged like sorted runs.

use crate::breadth_first::VisitLayer;
use crate::distributed::layers::Layers;
use crate::distributed::merged_layer::visit_merged;
use crate::distributed::{LayerCount, RankError, Transport};
use crate::problem::{Key, Parts};
use crate::snapshot::KeyFormat;
use crate::store::feistel::SHARDS;
use crate::{Depth, Limits, Monitor, Stop};

/// States sent to the first rank at a time: some tens of kilobytes.
const BLOCK: usize = 1 << 12;

/// Visits the same states as [`closed_states`](crate::breadth_first::closed_states) in one process,
/// but in parts: those of a layer one after the other, in ascending order of the bytes that
/// `format` gives states, within each part and from part to part. So the order does not depend on
/// the number of ranks. Every rank calls this with the same problem, the same bound and the same
/// limits, except for the memory limit, which is its own; all return the same. Only the visitor of
/// the first rank is called.
///
/// No rank holds the states of another one, except for some thousand of each rank that the first
/// one merges. If the visitor stops, all ranks stop.
///
/// # Errors
/// If states cannot be sent, or the ranks were not started alike; within, the limit that one of them has
/// reached.
///
/// # Complexity
/// That of breadth-first heuristic search within the bound. Each state is sent to the first rank
/// once more, and a rank has a second copy of its part of a layer while the layer is merged.
pub fn distributed_closed_states<P: Parts>(
    problem: &P,
    format: &dyn KeyFormat<Key<P>>,
    bound: Option<Depth>,
    transport: &mut dyn Transport,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<Result<bool, Stop>, RankError> {
    list(problem, (format, BLOCK), bound, transport, visit, monitor)
}

/// With this many states in a block.
pub(super) fn list<P: Parts>(
    problem: &P,
    (format, block): (&dyn KeyFormat<Key<P>>, usize),
    bound: Option<Depth>,
    transport: &mut dyn Transport,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<Result<bool, Stop>, RankError> {
    // So that the ranks compare the bound.
    let limits = Limits { upper_bound: bound, ..*monitor.limits() };
    let monitor = &mut monitor.with(limits);
    let count = &mut |_: &LayerCount| {};
    let mut layers = Layers::new(problem, transport, None, count, monitor)?;
    Ok(close(&mut layers, (format, block), bound.unwrap_or(Depth::MAX), visit, monitor))
}

fn close<P: Parts>(
    layers: &mut Layers<'_, '_, '_, P>,
    blocks: (&dyn KeyFormat<Key<P>>, usize),
    bound: Depth,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    let mut place = layers.begin(bound, monitor);
    loop {
        let part = layers.advance(&mut place, monitor);
        let ended = layers.conclude(&mut place, part);
        if let Some(stop) = ended.stop {
            return Err(stop);
        }
        if ended.goal.is_some() {
            return Ok(false);
        }
        let states = place.shared.new.iter().sum::<u64>();
        if states == 0 {
            return Ok(true);
        }
        layers.work.statistics.stored += states;
        let (depth, statistics) = (place.shared.depth, layers.work.statistics);
        let own = layers.closed.close(0..SHARDS, depth);
        let mut visit_part = |states: &[Key<P>]| {
            monitor.poll(Depth::ZERO, &statistics)?;
            visit(depth, states)
        };
        visit_merged(&mut layers.mailbox, blocks, &own, &mut visit_part)?;
        place.next_layer();
        place.own.left = own;
    }
}
