//! A bound on f, and what lies just beyond it.

use crate::{Depth, Fit};

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

    /// Whether a plan within the bound may lead through a state at `depth`; `fit` is asked what
    /// the state says of the moves that are left.
    #[inline]
    pub(crate) fn admits(&mut self, depth: Depth, fit: impl FnOnce(Depth) -> Fit) -> bool {
        let least = match self.limit.0.checked_sub(depth.0) {
            None => depth,
            Some(left) => match fit(Depth(left)) {
                Fit::Within => return true,
                Fit::Never => return false,
                Fit::Beyond(h) => depth + h,
            },
        };
        self.next = Some(self.next.map_or(least, |next| next.min(least)));
        false
    }

    /// Takes over what the same bound has refused elsewhere.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.next = [self.next, other.next].into_iter().flatten().min();
    }
}
