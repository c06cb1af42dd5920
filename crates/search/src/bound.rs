//! A bound on f, and what lies just beyond it.

use crate::{Depth, Fit, StateSpace};

/// Decides which states a search within a bound may enter, and remembers the least f it refused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    limit: Depth,
    /// The least f that was refused: the next bound worth trying.
    pub(crate) next: Option<Depth>,
}

impl Bound {
    pub(crate) fn new(limit: Depth) -> Self {
        Self { limit, next: None }
    }

    /// The bound.
    pub(crate) fn limit(&self) -> Depth {
        self.limit
    }

    /// Whether a plan within the bound may lead through a state at `depth`; `fit` is asked what
    /// the state says of the moves that are left.
    #[inline]
    pub(crate) fn admits(&mut self, depth: Depth, fit: impl FnOnce(Depth) -> Fit) -> bool {
        let least = match self.left(depth) {
            None => depth,
            Some(left) => match fit(left) {
                Fit::Within => return true,
                Fit::Never => return false,
                Fit::Beyond(h) => depth + h,
            },
        };
        self.refuse(least);
        false
    }

    /// The moves left at `depth`, if the bound is not exceeded there.
    #[inline]
    pub(crate) fn left(&self, depth: Depth) -> Option<Depth> {
        self.limit.0.checked_sub(depth.0).map(Depth)
    }

    /// Visits the children of a state that are within the bound, at `depth`, and returns how many
    /// there are in all.
    #[inline]
    pub(crate) fn visit_children<S: StateSpace>(
        &mut self,
        space: &S,
        state: &S::State,
        depth: Depth,
        mut visit: impl FnMut(S::Key),
    ) -> u64 {
        let mut generated = 0;
        let Some(left) = self.left(depth) else {
            space.expand(state, |_, _| generated += 1);
            self.refuse(depth);
            return generated;
        };
        let refused = space.expand_within(state, left, |_, child| {
            generated += 1;
            visit(space.pack(&child));
        });
        if let Some(least) = refused.least {
            self.refuse(depth + least);
        }
        generated + refused.count
    }

    /// Remembers that a state with this f was left out.
    #[inline]
    pub(crate) fn refuse(&mut self, f: Depth) {
        self.next = Some(self.next.map_or(f, |next| next.min(f)));
    }

    /// Takes over what the same bound has refused elsewhere.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.next = [self.next, other.next].into_iter().flatten().min();
    }
}
