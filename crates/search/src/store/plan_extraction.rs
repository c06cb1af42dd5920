//! Finds the moves between the states of a chain.

use crate::problem::Backward;
use crate::store::node_status::Layer;
use crate::{Depth, StateSpace};
use foldhash::fast::FixedState;
use std::collections::HashSet;

/// The moves along `keys`, from the first state to the last.
///
/// Engines store states, not moves: expanding the states of one plan again costs next to nothing,
/// while a move in every stored state would cost memory.
///
/// # Panics
/// If a key is not a successor of the previous one.
pub(crate) fn moves_between<S: StateSpace>(space: &S, keys: &[S::Key]) -> Vec<S::Action> {
    traced(space, keys).expect("a stored parent leads to its child")
}

/// The same; `None` if a key is not a successor of the previous one: then the keys do not come from
/// a search.
pub(crate) fn traced<S: StateSpace>(space: &S, keys: &[S::Key]) -> Option<Vec<S::Action>> {
    let step = |pair: &[S::Key]| {
        let mut found = None;
        space.successors(&space.unpack(pair[0]), |action, child| {
            if found.is_none() && space.pack(&child) == pair[1] {
                found = Some(action);
            }
        });
        found
    };
    keys.windows(2).map(step).collect()
}

/// Returns which of some states were met in a layer.
pub(crate) type MetIn<'a, K> = dyn FnMut(&[K], Layer) -> Vec<bool> + 'a;

/// A plan of `depth` moves from a root to `last`, whose states breadth-first search has all met at
/// their depths.
///
/// Goes back from state to predecessor as long as the layers match. In a directed graph, a
/// predecessor may have been met three moves too late. So the path back may end before the start,
/// and another is tried; each state is left at most once per depth.
///
/// `met_in` returns which of some states were met in a layer.
///
/// `None` if there is no such plan: then the states met do not come from a search.
pub(crate) fn trace<S: Backward>(
    space: &S,
    met_in: &mut MetIn<'_, S::Key>,
    last: S::Key,
    depth: Depth,
) -> Option<Vec<S::Action>> {
    let roots: HashSet<S::Key, FixedState> =
        space.roots().iter().map(|root| space.pack(root)).collect();
    let reversed = space.reversed();
    let mut before = |key: S::Key, depth: Depth| {
        let mut found = Vec::new();
        reversed.successors(&reversed.unpack(key), |_, state| found.push(reversed.pack(&state)));
        let fits = match depth {
            Depth::ZERO => found.iter().map(|key| roots.contains(key)).collect(),
            _ => met_in(&found, Layer::of(depth)),
        };
        let mut fits = fits.into_iter();
        found.retain(|_| fits.next() == Some(true));
        found
    };
    if depth == Depth::ZERO && !roots.contains(&last) {
        return None;
    }
    let mut tried = HashSet::with_hasher(FixedState::default());
    // The path back from `last`, and for each of its states the possible predecessors.
    let mut way = vec![last];
    let mut choices: Vec<Vec<S::Key>> = Vec::new();
    while way.len() <= depth.index() {
        let left = Depth((depth.index() - way.len()) as u16);
        if choices.len() < way.len() {
            choices.push(before(way[way.len() - 1], left));
        }
        let candidates = choices.last_mut().expect("one for each state of the way");
        match candidates.pop() {
            Some(key) if tried.insert((key, left)) => way.push(key),
            Some(_) => {}
            None => {
                choices.pop();
                way.pop();
                if way.is_empty() {
                    return None;
                }
            }
        }
    }
    way.reverse();
    Some(moves_between(space, &way))
}
