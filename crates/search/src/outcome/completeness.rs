//! The outcome of a search, depending on whether it has certainly seen every state.

use crate::{Depth, LikelyBound, Monitor, Outcome, Statistics, Stop};

/// Lower bounds on the length of a plan.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProvedBounds {
    /// From the heuristic of the roots: holds whatever the search overlooks.
    pub(crate) by_root: Depth,
    /// From the search, if it has overlooked nothing.
    pub(crate) by_search: Depth,
    /// The estimated probability that it has overlooked the last plan to be found.
    pub(crate) miss_probability: f64,
}

impl ProvedBounds {
    /// The likely bound of a search that may overlook plans.
    fn likely(self) -> LikelyBound {
        LikelyBound { lower: self.by_search, miss_probability: self.miss_probability }
    }
}

/// Whether a store can lose states, as a type: so a search over a lossy store that claims a proof
/// does not compile.
pub(crate) trait Completeness {
    /// The bound that certainly holds.
    fn lower(proved: ProvedBounds) -> Depth;

    /// A plan was found.
    fn found<A>(plan: Vec<A>, proved: ProvedBounds, statistics: Statistics) -> Outcome<A>;

    /// Nothing is left to search. `beyond` is the least f above an asked bound that was met.
    fn exhausted<A>(
        beyond: Option<Depth>,
        proved: ProvedBounds,
        statistics: Statistics,
    ) -> Outcome<A>;

    /// A limit stopped the search.
    fn stopped<A>(
        stop: Stop,
        proved: ProvedBounds,
        statistics: Statistics,
        monitor: &Monitor<'_>,
    ) -> Outcome<A> {
        monitor.stopped(stop, None, Self::lower(proved), statistics)
    }
}

/// No state is mistaken for another: what is not found does not exist.
pub(crate) enum Complete {}

/// States may be mistaken for others: what is not found may have been lost.
pub(crate) enum Lossy {}

impl Completeness for Complete {
    fn lower(proved: ProvedBounds) -> Depth {
        proved.by_search
    }

    fn found<A>(plan: Vec<A>, proved: ProvedBounds, statistics: Statistics) -> Outcome<A> {
        Outcome::with_plan(plan, proved.by_search, statistics)
    }

    fn exhausted<A>(beyond: Option<Depth>, _: ProvedBounds, statistics: Statistics) -> Outcome<A> {
        match beyond {
            None => Outcome::unsolvable(statistics),
            Some(beyond) => Outcome::beyond_bound(beyond, statistics),
        }
    }
}

impl Completeness for Lossy {
    fn lower(proved: ProvedBounds) -> Depth {
        proved.by_root
    }

    fn found<A>(plan: Vec<A>, proved: ProvedBounds, statistics: Statistics) -> Outcome<A> {
        Outcome::unproved(plan, proved.by_root, statistics).with_likely(proved.likely())
    }

    fn exhausted<A>(_: Option<Depth>, proved: ProvedBounds, statistics: Statistics) -> Outcome<A> {
        Outcome::incomplete(proved.by_root, statistics).with_likely(proved.likely())
    }

    fn stopped<A>(
        stop: Stop,
        proved: ProvedBounds,
        statistics: Statistics,
        monitor: &Monitor<'_>,
    ) -> Outcome<A> {
        monitor.stopped(stop, None, proved.by_root, statistics).with_likely(proved.likely())
    }
}
