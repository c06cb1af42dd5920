//! Which of the states of equal f an open list gives first.

use crate::Depth;
use crate::problem::StateSpace;

/// The order of states of equal f in an open list.
pub trait TieBreaking<S: StateSpace>: Sync {
    /// The state of least rank comes first. `h` is what the heuristic says of the state.
    fn rank(&self, state: &S::State, h: Depth) -> u64;
}

/// The state of least h comes first: it is the deepest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeepestFirst;

impl<S: StateSpace> TieBreaking<S> for DeepestFirst {
    #[inline]
    fn rank(&self, _: &S::State, h: Depth) -> u64 {
        h.0.into()
    }
}
