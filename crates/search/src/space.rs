//! The contract between a puzzle and the engines.

use crate::Depth;
use std::fmt::Debug;
use std::hash::Hash;

/// A graph of states with unit-cost moves, start states, goals and an admissible heuristic.
///
/// A model in one direction: it searches from its initial states to its goals. The same puzzle
/// searched backward is another state space, reached by [`Reversible`].
pub trait StateSpace {
    /// A state unpacked for work; it may carry what makes the heuristic incremental.
    type State: Clone;
    /// A move as the engines store it in plans.
    type Action: Copy + Debug;
    /// A state packed for storage: equal exactly if the states are the same.
    type Key: Copy + Eq + Ord + Hash + Debug;

    /// The states a plan may begin at.
    fn initial_states(&self) -> Vec<Self::State>;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A lower bound on the moves from here to the nearest goal, or `None` if no goal can be
    /// reached from here.
    ///
    /// Must be admissible. Engines that need it consistent say so.
    fn heuristic(&self, state: &Self::State) -> Option<Depth>;

    /// Calls `visit` with every move from a state and the state it leads to, in a fixed order.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State));

    /// Packs a state.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state a key was packed from.
    fn unpack(&self, key: Self::Key) -> Self::State;

    /// Whether depth-first search may skip `next` right after `previous`.
    ///
    /// # Sound because
    /// an implementation may answer `true` only if some path that is not pruned leads to the
    /// same state in no more moves: the inverse of the previous move, for example.
    ///
    /// # Not sound with
    /// duplicate detection (Burch and Holte 2011): engines with a closed list do not ask.
    fn prunes(&self, previous: Self::Action, next: Self::Action) -> bool {
        let _ = (previous, next);
        false
    }
}

/// A state space that can be searched from its goals to its start.
pub trait Reversible: StateSpace {
    /// The backward space; it packs states into the same keys.
    type Backward: StateSpace<Key = Self::Key>;

    /// The space whose initial states are the goals of this one, whose goals are its initial
    /// states, and whose moves are its moves taken back.
    fn backward(&self) -> Self::Backward;

    /// The forward move that the backward move `action` takes back.
    fn taken_back(&self, action: <Self::Backward as StateSpace>::Action) -> Self::Action;
}
