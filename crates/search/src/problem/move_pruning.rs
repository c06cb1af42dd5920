//! Move pruning: the moves that a depth-first search may skip, given the move before.

use std::fmt;

/// Skips moves that lead only to states that another path reaches in as few moves.
///
/// # Sound because
/// an implementation may prune a move only if some path that is not pruned leads to the same
/// state in no more moves: one without the move and its inverse, for example.
///
/// # Not sound with
/// duplicate detection (Burch and Holte 2011): only engines without a closed list take it.
pub trait MovePruning<A>: Sync {
    /// Whether `next` may be skipped right after `previous`.
    fn prunes(&self, previous: A, next: A) -> bool;
}

/// Prunes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPruning;

impl<A> MovePruning<A> for NoPruning {
    #[inline]
    fn prunes(&self, _: A, _: A) -> bool {
        false
    }
}

/// Prunes a move if the function says so of the move right before it and the move itself.
#[derive(Clone, Copy)]
pub struct LastMove<F>(pub F);

impl<F> fmt::Debug for LastMove<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LastMove")
    }
}

impl<A, F: Fn(A, A) -> bool + Sync> MovePruning<A> for LastMove<F> {
    #[inline]
    fn prunes(&self, previous: A, next: A) -> bool {
        (self.0)(previous, next)
    }
}
