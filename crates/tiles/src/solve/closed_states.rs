//! The positions that prove a lower bound, for a certificate.

use crate::board::{PackedBoard as _, for_packed};
use crate::heuristics::Manhattan;
use crate::space::{Graph, Incremental};
use fewest_rules::tiles::Instance;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased::list_closed_states;
use fewest_search::external::LongKeys;
use fewest_search::{Depth, Monitor, NotListed, Problem, StateSpace as _, Storage};

/// Visits the positions that [`list_closed_states`] visits from the start with the Manhattan
/// distance, layer by layer: the positions of a layer one after the other, each with one byte per
/// cell in reading order, the number of its tile. Returns whether no position is the goal.
///
/// On disk and by ranks a layer is visited in parts, in ascending order.
///
/// # Errors
/// The limit that is reached; those of the disk and of ranks.
pub fn closed_states(
    instance: &Instance,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let (start, solved) = (instance.start, instance.solved());
    let heuristic = Manhattan::new(&solved);
    for_packed!(start.size(), Packed => {
        let problem =
            Problem::new(Graph::<Packed>::new(start, solved), Incremental(&heuristic));
        // Its files and messages use the bytes of the list.
        let format = problem.space.key_format().ok_or(LongKeys)?;
        let bytes = |board: &Packed| {
            start.size().all_cells().map(|cell| board.tile(cell).0).collect::<Vec<_>>()
        };
        let mut visit = |depth, positions: &[Packed]| {
            visit(depth, &positions.iter().flat_map(bytes).collect::<Vec<_>>())
        };
        list_closed_states(&problem, format, bound, storage, &mut visit, monitor)
    })
}
