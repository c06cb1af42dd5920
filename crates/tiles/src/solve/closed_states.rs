//! The positions that prove a lower bound, for a certificate.

use crate::board::Packed;
use crate::heuristics::Manhattan;
use crate::space::{Graph, Incremental};
use fewest_rules::tiles::Instance;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased::{PackedKey, list_closed_states};
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
    match instance.start.size().cells() {
        ..=16 => with_capacity::<1, 4>(instance, bound, storage, visit, monitor),
        17..=32 => with_capacity::<3, 5>(instance, bound, storage, visit, monitor),
        _ => with_capacity::<7, 6>(instance, bound, storage, visit, monitor),
    }
}

fn with_capacity<const WORDS: usize, const BITS: u32>(
    instance: &Instance,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed>
where
    Packed<WORDS, BITS>: PackedKey,
{
    let heuristic = Manhattan::new(&instance.solved());
    let graph = Graph::<WORDS, BITS>::new(instance.start, instance.solved());
    let problem = Problem::new(graph, Incremental(&heuristic));
    let cells = || instance.start.size().all_cells();
    let mut visit = |depth, positions: &[Packed<WORDS, BITS>]| {
        let bytes = |board: &Packed<WORDS, BITS>| {
            cells().map(|cell| board.tile(cell).0).collect::<Vec<_>>()
        };
        visit(depth, &positions.iter().flat_map(bytes).collect::<Vec<_>>())
    };
    // Its files and messages use the bytes of the list.
    let format = problem.space.key_format().ok_or(LongKeys)?;
    list_closed_states(&problem, format, bound, storage, &mut visit, monitor)
}
