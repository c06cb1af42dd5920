//! The tree that IDA* searches.

use super::counts::Counts;
use super::node_budget::GRANT;
use crate::{Depth, Monitor, Stop};
use std::ops::Range;

/// The tree of one search, and how its subtrees are searched.
///
/// Paths are lists of steps of type `A`.
pub trait TreeKernel<A>: Sync {
    /// Returns the bound after an exhausted one: no path to a goal is shorter. `None` if nothing is
    /// left to search.
    fn next_bound(&mut self, bound: Depth) -> Option<Depth>;

    /// Looks for a path to a goal that is shorter than the best known one of `known` steps, but
    /// need not be a shortest one, after an iteration that expanded `last` nodes.
    ///
    /// # Errors
    /// If a limit is reached.
    fn improve(
        &mut self,
        bound: Depth,
        known: Option<usize>,
        last: u64,
        counts: &mut Counts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<A>>, Stop> {
        let _ = (bound, known, last, counts, monitor);
        Ok(None)
    }

    /// Splits the tree within a bound into subtrees, after an iteration that expanded `last` nodes.
    ///
    /// # Errors
    /// If a limit is reached.
    fn split(
        &mut self,
        bound: Depth,
        last: u64,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Subtree<A>>, Stop>;

    /// Adds data that identify a subtree's root to a digest, for checkpoints.
    fn digest(&self, root: u32, hasher: &mut blake3::Hasher) {
        let _ = (root, hasher);
    }

    /// Returns the number of nodes that are expanded between two checks of the limits.
    fn grant(&self) -> u64 {
        GRANT
    }

    /// Returns the searcher with which one thread searches the subtrees of the last split.
    fn searcher<'a>(&'a self, subtrees: &'a [Subtree<A>]) -> Box<dyn Searcher<A> + 'a>;
}

/// A subtree to be searched.
pub struct Subtree<A> {
    /// The number of its root in the split.
    pub root: u32,
    /// The path to the root.
    pub path: Vec<A>,
    /// The moves left in the deepest node that the previous iteration met in it: subtrees with
    /// fewer are searched first.
    pub priority: u16,
}

/// The priority of a subtree about which nothing is known: the lowest.
pub const UNKNOWN: u16 = u16::MAX;

/// Searches subtrees on one thread.
pub trait Searcher<A> {
    /// Searches all paths below the roots of some subtrees within their budgets.
    fn search(&mut self, subtrees: Range<usize>, is_stopped: &mut IsStopped<'_>) -> Flow<A>;

    /// Returns what is left of the last grant, and the counts not yet shared.
    fn counts(&mut self) -> &mut Batch;

    /// Returns, after a search, the moves left in the deepest node of each subtree.
    fn left(&self) -> &[u16];
}

/// How the search of some subtrees ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flow<A> {
    /// There is no goal within the budgets.
    Exhausted,
    /// A goal was found: the number of the subtree among those searched, and the path from its root
    /// to the goal.
    Found(usize, Vec<A>),
    /// A limit or an earlier solution ended it.
    Stopped,
}

/// Whether a search must stop; if not, more nodes have been granted.
pub type IsStopped<'a> = dyn FnMut(&mut Batch) -> bool + 'a;

/// The nodes granted to a search until it polls the limits again, and counts not yet shared.
#[derive(Debug, Default)]
pub struct Batch {
    granted: u64,
    left: u64,
    generated: u64,
}

impl Batch {
    /// Grants a number of nodes that may be expanded.
    pub fn granted(granted: u64) -> Self {
        Self { granted, left: granted, generated: 0 }
    }

    /// Returns the number of nodes that may still be expanded.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Returns the numbers of nodes expanded and generated since the last call.
    pub fn take(&mut self) -> (u64, u64) {
        let counts = (self.granted - self.left, self.generated);
        (self.granted, self.generated) = (self.left, 0);
        counts
    }

    /// Whether the grant is used up.
    #[inline(always)]
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// Counts an expanded node and its moves.
    #[inline(always)]
    pub fn expanded(&mut self, moves: usize) {
        self.left -= 1;
        self.generated += moves as u64;
    }
}
