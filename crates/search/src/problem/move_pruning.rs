//! Move pruning: the moves that a depth-first search may skip, given the moves before.

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
    /// The memory of the moves so far: the last one, or the state of an automaton.
    type Memory: Copy;

    /// Returns the memory before the first move.
    fn start(&self) -> Self::Memory;

    /// Returns the memory after a move, or `None` if the move is pruned.
    fn next(&self, memory: Self::Memory, action: A) -> Option<Self::Memory>;
}

/// Prunes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPruning;

impl<A> MovePruning<A> for NoPruning {
    type Memory = ();

    #[inline]
    fn start(&self) {}

    #[inline]
    fn next(&self, (): (), _: A) -> Option<()> {
        Some(())
    }
}

/// Prunes a move by the move right before it: the function returns whether the second of two moves
/// may be skipped.
#[derive(Clone, Copy)]
pub struct LastMove<F>(pub F);

impl<F> fmt::Debug for LastMove<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LastMove")
    }
}

impl<A: Copy, F: Fn(A, A) -> bool + Sync> MovePruning<A> for LastMove<F> {
    type Memory = Option<A>;

    #[inline]
    fn start(&self) -> Option<A> {
        None
    }

    #[inline]
    fn next(&self, previous: Option<A>, action: A) -> Option<Option<A>> {
        let is_pruned = previous.is_some_and(|previous| (self.0)(previous, action));
        (!is_pruned).then_some(Some(action))
    }
}
