//! A plan that need not be a shortest one, for whoever sets a limit.

use crate::beam::beam;
use crate::heuristic::Heuristic;
use crate::iteration::{Counts, GRANT};
use crate::subtree::{Batch, Flow};
use crate::tree::{Node, Tree};
use fewest_rules::tiles::Cell;
use fewest_search::{Depth, Monitor, Stop};

/// Where the blank goes in a plan of at most as many moves as the root has room for, if a beam
/// finds one. No plan is shorter than `bound`.
pub(crate) fn guess<const CELLS: usize, H: Heuristic>(
    tree: &Tree<'_, CELLS, H>,
    root: Node<CELLS, H::Value>,
    bound: Depth,
    width: usize,
    counts: &mut Counts,
    monitor: &mut Monitor<'_>,
) -> Result<Option<Vec<Cell>>, Stop> {
    let mut searched = Batch::default();
    let mut stop = None;
    let mut share = |batch: &mut Batch| {
        let (expanded, generated) = batch.take();
        counts.beams.expanded += expanded;
        counts.beams.generated += generated;
        counts.all()
    };
    let mut is_stopped = |batch: &mut Batch| {
        let statistics = share(batch);
        let left = monitor
            .look_at_the_clock(bound, &statistics)
            .and_then(|()| monitor.nodes_left(&statistics));
        match left {
            Ok(left) => *batch = Batch::granted(GRANT.min(left as u64)),
            Err(reached) => stop = Some(reached),
        }
        stop.is_some()
    };
    let flow = beam(tree, root, width, &mut searched, &mut is_stopped);
    share(&mut searched);
    match flow {
        Flow::Found(_, path) => Ok(Some(path)),
        Flow::Exhausted => Ok(None),
        Flow::Stopped => Err(stop.expect("nothing else stops it")),
    }
}
