//! The graph that an engine searches.

use crate::problem::{DuplicateScope, Ranking};
use crate::snapshot::KeyFormat;
use std::fmt::Debug;
use std::hash::Hash;

/// A graph of states with unit-cost moves, in one direction: from its roots to its goals.
pub trait StateSpace: Sync {
    /// A state unpacked for work.
    type State: Clone + Send + Sync;
    /// A move as plans store it.
    type Action: Copy + Ord + Debug + Send + Sync;
    /// A state packed for storage: two keys are equal exactly if the states are the same.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// The states that a plan may begin at.
    fn roots(&self) -> Vec<Self::State>;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with every move from a state and the state it leads to, in a fixed order.
    fn successors(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State));

    /// Packs a state.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state that a key was packed from.
    fn unpack(&self, key: Self::Key) -> Self::State;

    /// The keys as numbers of few bits, where there is such a ranking: stores then take less
    /// memory.
    fn ranking(&self) -> Option<Box<dyn Ranking<Self::Key>>> {
        None
    }

    /// How keys are stored in files, where a search of this space can be saved.
    fn key_format(&self) -> Option<Box<dyn KeyFormat<Self::Key>>> {
        None
    }
}

/// How the keys of a space are stored.
///
/// # Panics
/// If they are not.
pub(crate) fn key_format<S: StateSpace>(space: &S) -> Box<dyn KeyFormat<S::Key>> {
    space.key_format().expect("a search that is saved has a format of keys")
}

/// A graph that can be searched from its goals to its roots.
///
/// Bidirectional engines ask for it, and those that store no parents and recover a plan from its
/// last state back.
pub trait Backward: StateSpace {
    /// The reversed graph; it packs states into the same keys.
    type Reversed: StateSpace<Key = Self::Key>;

    /// The graph whose roots are the goals of this one, whose goals are its roots, and whose
    /// moves are its moves taken back.
    fn reversed(&self) -> Self::Reversed;

    /// The move of this graph that a move of the reversed graph takes back.
    fn inverse(&self, action: <Self::Reversed as StateSpace>::Action) -> Self::Action;

    /// Where a search layer by layer may meet a state again: in few layers, if the graph is
    /// [undirected](DuplicateScope::undirected).
    fn duplicate_scope(&self) -> DuplicateScope {
        DuplicateScope::ALL
    }
}

/// A graph in which every move can be taken back by a move of the same graph.
///
/// Frontier search asks for it: there a state met again can only lie in the last two layers.
pub trait Undirected: Backward {}
