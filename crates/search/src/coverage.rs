//! What a search has shown that may or may not have seen every state.

use crate::{Depth, Outcome, Statistics, Stop};

/// Lower bounds on the length of a plan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    /// By the heuristic of the roots: holds whatever the search overlooks.
    pub(crate) by_root: Depth,
    /// By the search, if it has overlooked nothing.
    pub(crate) by_search: Depth,
}

/// Whether a store can lose states; as a type, so that a search over a lossy store cannot be
/// compiled into one that proves something.
pub(crate) trait Coverage {
    /// What holds of the bounds.
    fn lower(shown: Shown) -> Depth;

    /// A plan was found.
    fn found<A>(plan: Vec<A>, shown: Shown, statistics: Statistics) -> Outcome<A>;

    /// Nothing is left to search. `beyond` is the least f above an asked bound that was met.
    fn exhausted<A>(beyond: Option<Depth>, shown: Shown, statistics: Statistics) -> Outcome<A>;

    /// A limit stopped the search.
    fn stopped<A>(stop: Stop, shown: Shown, statistics: Statistics) -> Outcome<A> {
        Outcome::bounded(stop, Self::lower(shown), statistics)
    }
}

/// No state is taken for another: what is not found is not there.
pub(crate) struct Complete;

/// States may be taken for others: what is not found may have been lost.
pub(crate) struct Lossy;

impl Coverage for Complete {
    fn lower(shown: Shown) -> Depth {
        shown.by_search
    }

    fn found<A>(plan: Vec<A>, shown: Shown, statistics: Statistics) -> Outcome<A> {
        Outcome::with_plan(plan, shown.by_search, statistics)
    }

    fn exhausted<A>(beyond: Option<Depth>, _: Shown, statistics: Statistics) -> Outcome<A> {
        match beyond {
            None => Outcome::unsolvable(statistics),
            Some(beyond) => Outcome::bounded(Stop::Bound, beyond, statistics),
        }
    }
}

impl Coverage for Lossy {
    fn lower(shown: Shown) -> Depth {
        shown.by_root
    }

    fn found<A>(plan: Vec<A>, shown: Shown, statistics: Statistics) -> Outcome<A> {
        Outcome::unproved(plan, shown.by_root, statistics)
    }

    fn exhausted<A>(_: Option<Depth>, shown: Shown, statistics: Statistics) -> Outcome<A> {
        Outcome::bounded(Stop::Incomplete, shown.by_root, statistics)
    }
}
