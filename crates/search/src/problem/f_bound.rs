//! A bound on f, and the smallest f above it.

use crate::Depth;
use crate::problem::{BoundedEstimate, Key, Node, Parts, StateSpace};
use crate::snapshot::snapshot;

/// Decides which states a search within a bound may enter, and remembers the least f it pruned.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FBound {
    limit: Depth,
    /// The least f that was pruned: the next bound worth trying.
    pub(crate) next: Option<Depth>,
}

snapshot!(FBound { limit, next });

impl FBound {
    pub(crate) fn new(limit: Depth) -> Self {
        Self { limit, next: None }
    }

    /// The bound.
    pub(crate) fn limit(&self) -> Depth {
        self.limit
    }

    /// Whether a plan within the bound may lead through a state at `depth`; `estimate` gives what
    /// is known of the moves left.
    #[inline]
    pub(crate) fn admits(
        &mut self,
        depth: Depth,
        estimate: impl FnOnce(Depth) -> BoundedEstimate,
    ) -> bool {
        let least = match self.left(depth) {
            None => depth,
            Some(left) => match estimate(left) {
                BoundedEstimate::WithinBudget => return true,
                BoundedEstimate::DeadEnd => return false,
                BoundedEstimate::AtLeast(h) => depth + h,
            },
        };
        self.prune(least);
        false
    }

    /// The moves left at `depth`, unless the bound is exceeded there.
    #[inline]
    pub(crate) fn left(&self, depth: Depth) -> Option<Depth> {
        self.limit.0.checked_sub(depth.0).map(Depth)
    }

    /// Visits the successors of a state that are within the bound, at `depth`, and returns how
    /// many there are in all.
    #[inline]
    pub(crate) fn visit_successors<P: Parts>(
        &mut self,
        problem: &P,
        node: &Node<P>,
        depth: Depth,
        mut visit: impl FnMut(Key<P>),
    ) -> u64 {
        self.visit_children(problem, node, depth, |child| visit(problem.pack(&child)))
    }

    /// The same with unpacked states.
    #[inline]
    pub(crate) fn visit_children<P: Parts>(
        &mut self,
        problem: &P,
        node: &Node<P>,
        depth: Depth,
        mut visit: impl FnMut(Node<P>),
    ) -> u64 {
        let mut generated = 0;
        let Some(left) = self.left(depth) else {
            problem.space().successors(&node.state, |_, _| generated += 1);
            self.prune(depth);
            return generated;
        };
        let pruned = problem.successors_within(node, left, |_, child| {
            generated += 1;
            visit(child);
        });
        if let Some(least) = pruned.least {
            self.prune(depth + least);
        }
        generated + pruned.count
    }

    /// Records that a state with this f was pruned.
    #[inline]
    pub(crate) fn prune(&mut self, f: Depth) {
        self.next = Some(self.next.map_or(f, |next| next.min(f)));
    }

    /// Adopts what the same bound has pruned elsewhere.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.next = [self.next, other.next].into_iter().flatten().min();
    }
}
