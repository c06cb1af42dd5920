//! The states that prove a lower bound, for a certificate.

use crate::list_bytes::{ListBytes, bytes};
use crate::model::{Model, with_model};
use crate::state::State;
use crate::word::Word;
use fewest_rules::panex::Instance;
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased::list_closed_states;
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Monitor, NotListed, Problem, StateSpace as _, Stop, Storage};

/// Visits the states that [`list_closed_states`] visits from the start, layer by layer: the states
/// of a layer one after the other. A state has one byte per piece, column by column from the bottom
/// up, and 0 between columns: the byte is twice the size of the piece, minus one if its colour is
/// a. Returns whether no state is the goal.
///
/// On disk and by ranks a layer is visited in parts, in ascending order.
///
/// # Errors
/// The limit that is reached; memory if the towers are higher than 12, whose states do not fit into
/// 16 bytes; and those of ranks and of the disk, for which towers of 12 are also too high.
pub fn closed_states(
    instance: &Instance,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let listed =
        with_model!(instance, model => of_model(&model, instance, bound, storage, visit, monitor));
    listed.unwrap_or(Err(Stop::Memory.into()))
}

fn of_model<K: Word>(
    model: &Model<K>,
    instance: &Instance,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let mut visit = |depth, keys: &[K]| {
        let mut list = vec![];
        keys.iter().for_each(|&key| list.extend(bytes(&model.unpack(key))));
        visit(depth, &list)
    };
    let problem = Problem::new(model.clone(), OneMove(model));
    let format = Box::new(ListBytes::new(model, instance.piece_set()));
    list_closed_states(&problem, format, bound, storage, &mut visit, monitor)
}

/// Every state but the goal needs a move.
struct OneMove<'a, K>(&'a Model<K>);

impl<K: Word> Heuristic<Model<K>> for OneMove<'_, K> {
    type Value = ();

    fn value(&self, _: &State<K>) {}

    fn estimate(&self, state: &State<K>, (): &()) -> Option<Depth> {
        Some(Depth(u16::from(!self.0.is_goal(state))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_search::Ranks;
    use fewest_search::external::Disk;
    use fewest_search::outcome::unlimited;
    use std::collections::BTreeMap;
    use std::num::NonZeroUsize;

    #[test]
    fn the_lists_on_disk_and_by_ranks_are_that_in_memory_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for (instance, bound, is_closed) in [
            (Instance::exchange(3), 25, true),
            (Instance::exchange(3).between_neighbours(), 30, true),
            (Instance::one_tower(4), 60, false),
            (Instance::exchange(9), 7, true),
        ] {
            let width = instance.piece_set().count() + 2;
            let list = |storage: Option<&mut Storage<'_>>| {
                let mut all: BTreeMap<u16, Vec<Vec<u8>>> = BTreeMap::new();
                let mut visit = |Depth(depth), states: &[u8]| {
                    let states = states.chunks_exact(width).map(<[u8]>::to_vec);
                    all.entry(depth).or_default().extend(states);
                    Ok(())
                };
                let bound = Some(Depth(bound));
                let closed = unlimited(|monitor| {
                    closed_states(&instance, bound, storage, &mut visit, monitor)
                });
                assert_eq!(closed.unwrap(), is_closed, "{instance}");
                all
            };
            let search = ["panex", "a list"].map(str::to_owned);
            let disk = Disk::open(folder.path(), search, None).unwrap();
            let mut expected = list(None);
            expected.values_mut().for_each(|states| states.sort_unstable());
            assert_eq!(list(Some(&mut Storage::Disk(disk))), expected, "{instance}");
            for ranks in (1..=4).filter_map(NonZeroUsize::new) {
                let listed = list(Some(&mut Storage::Ranks(Ranks::Threads(ranks), None)));
                assert_eq!(listed, expected, "{instance}, {ranks} ranks");
            }
        }
    }
}
