//! The graph that an engine searches.

use crate::problem::{DuplicateScope, Ranking};
use crate::snapshot::KeyFormat;
use std::fmt::Debug;
use std::hash::Hash;

/// A graph of states with unit-cost moves, in one direction: from its roots to its goals.
pub trait StateSpace: Sync {
    /// A state in unpacked form.
    type State: Clone + Send + Sync;
    /// A move in the form that plans store.
    type Action: Copy + Ord + Debug + Send + Sync;
    /// A state in packed form, for storage: two keys are equal exactly if the states are the same.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// Returns the states at which a plan may begin.
    fn roots(&self) -> Vec<Self::State>;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Calls `visit` with every move from a state and the state that it leads to, in a fixed order.
    fn successors(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State));

    /// Packs a state.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// Returns the state that a key was packed from.
    fn unpack(&self, key: Self::Key) -> Self::State;

    /// Returns a ranking of the keys as numbers of few bits, if there is one: stores then take less
    /// memory.
    fn ranking(&self) -> Option<Box<dyn Ranking<Self::Key>>> {
        None
    }

    /// Returns the format of keys in files, if a search of this space can be saved.
    fn key_format(&self) -> Option<Box<dyn KeyFormat<Self::Key>>> {
        None
    }
}

/// The key format of a space.
///
/// # Panics
/// If there is none.
pub(crate) fn key_format<S: StateSpace>(space: &S) -> Box<dyn KeyFormat<S::Key>> {
    space.key_format().expect("a search that is saved has a format of keys")
}

/// A graph that can be searched from its goals to its roots.
///
/// Bidirectional engines require it, and so do those that store no parents and recover a plan
/// backwards from its last state.
pub trait Backward: StateSpace {
    /// The reversed graph; it packs states into the same keys.
    type Reversed: StateSpace<Key = Self::Key>;

    /// Returns the graph whose roots are the goals of this one, whose goals are its roots, and
    /// whose moves are its moves reversed.
    fn reversed(&self) -> Self::Reversed;

    /// Returns the layers in which a breadth-first search may reach a state again: few, if the
    /// graph is [undirected](DuplicateScope::undirected).
    fn duplicate_scope(&self) -> DuplicateScope {
        DuplicateScope::ALL
    }
}

/// A graph in which every move can be taken back by a move of the same graph.
///
/// Frontier search requires it: in such a graph, a state that is reached again can only lie in the
/// last two layers.
pub trait Undirected: Backward {}
