//! From a chain of states to the moves between them.

use crate::StateSpace;
use crate::table::{StateIndex, StateTable};

/// The moves along `keys`, from the first state to the last.
///
/// Engines store states, not moves: expanding the states of one plan again costs next to
/// nothing, a move in every stored state would cost memory.
///
/// # Panics
/// If a key is not a successor of the one before it.
pub(crate) fn moves_between<S: StateSpace>(space: &S, keys: &[S::Key]) -> Vec<S::Action> {
    let step = |pair: &[S::Key]| {
        let mut found = None;
        space.expand(&space.unpack(pair[0]), |action, child| {
            if found.is_none() && space.pack(&child) == pair[1] {
                found = Some(action);
            }
        });
        found.expect("a stored parent leads to its child")
    };
    keys.windows(2).map(step).collect()
}

/// The moves from an initial state to the state at `last`, following stored parents.
pub(crate) fn trace<S: StateSpace, V>(
    space: &S,
    table: &StateTable<S::Key, V>,
    last: StateIndex,
    parent: impl Fn(&V) -> StateIndex,
) -> Vec<S::Action> {
    let mut keys = Vec::new();
    let mut at = last;
    while at != StateIndex::NONE {
        keys.push(table.key(at));
        at = parent(table.value(at));
    }
    keys.reverse();
    moves_between(space, &keys)
}
