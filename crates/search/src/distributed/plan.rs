//! A plan whose states belong to several ranks.

use crate::Depth;
use crate::distributed::layers::Layers;
use crate::distributed::owner::{hash_of, owner};
use crate::problem::{Action, Backward, Key, Parts};
use crate::store::node_status::Layer;
use crate::store::plan_extraction::trace;

/// A plan to a goal that was met at `depth`. All ranks trace it back together: each answers for the
/// states it owns.
///
/// `None` if there is no plan: then the states met do not come from a search.
pub(super) fn plan<P: Parts<Space: Backward>>(
    layers: &mut Layers<'_, '_, '_, P>,
    goal: Key<P>,
    depth: Depth,
) -> Option<Vec<Action<P>>> {
    let problem = layers.problem;
    let mut met_in = |keys: &[Key<P>], layer: Layer| {
        let (rank, ranks) = (layers.mailbox.rank(), layers.mailbox.ranks());
        let is_met = |&key: &Key<P>| {
            owner(hash_of(key), ranks) == rank && layers.closed.find(key) == Some(layer)
        };
        let mine: Vec<u8> = keys.iter().map(|key| u8::from(is_met(key))).collect();
        let all = layers.mailbox.transport().all_gather(&mine);
        let mut is_met = vec![false; keys.len()];
        for (place, met) in all.iter().enumerate() {
            is_met[place % keys.len()] |= *met > 0;
        }
        is_met
    };
    trace(problem.space(), &mut met_in, goal, depth)
}
