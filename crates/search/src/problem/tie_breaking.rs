//! Tie-breaking: the order in which an open list returns states of equal f.

use crate::Depth;
use crate::problem::StateSpace;

/// The order of states of equal f in an open list.
pub trait TieBreaking<S: StateSpace>: Sync {
    /// Returns the rank of a state; the state of smallest rank comes first. `h` is the heuristic
    /// value of the state.
    fn rank(&self, state: &S::State, h: Depth) -> u64;
}

/// The state of smallest h comes first: it is the deepest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeepestFirst;

impl<S: StateSpace> TieBreaking<S> for DeepestFirst {
    #[inline]
    fn rank(&self, _: &S::State, h: Depth) -> u64 {
        h.0.into()
    }
}
