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

/// Whether a memory of states can lose some. A search has its bounds and its outcome from here, so
/// that none over a memory that loses states claims a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// No state is mistaken for another: what is not found does not exist.
    Complete,
    /// States may be mistaken for others: what is not found may have been lost.
    Lossy,
}

impl Completeness {
    /// The bound that certainly holds.
    pub(crate) fn lower(self, proved: ProvedBounds) -> Depth {
        match self {
            Self::Complete => proved.by_search,
            Self::Lossy => proved.by_root,
        }
    }

    /// The outcome of a search that found a plan, or was stopped; with [`Stop::Bound`], nothing is
    /// left to search. `beyond` is the least f above an asked bound that was met.
    pub(crate) fn outcome<A>(
        self,
        end: Result<Vec<A>, Stop>,
        beyond: Option<Depth>,
        proved: ProvedBounds,
        statistics: Statistics,
        monitor: &Monitor<'_>,
    ) -> Outcome<A> {
        let lower = self.lower(proved);
        let outcome = match (end, self, beyond) {
            (Ok(plan), Self::Complete, _) => Outcome::with_plan(plan, lower, statistics),
            (Ok(plan), Self::Lossy, _) => Outcome::unproved(plan, lower, statistics),
            (Err(Stop::Bound), Self::Lossy, _) => Outcome::incomplete(lower, statistics),
            (Err(Stop::Bound), Self::Complete, None) => Outcome::unsolvable(statistics),
            (Err(Stop::Bound), Self::Complete, Some(beyond)) => {
                Outcome::beyond_bound(beyond, statistics)
            }
            (Err(stop), _, _) => monitor.stopped(stop, None, lower, statistics),
        };
        match self {
            Self::Complete => outcome,
            Self::Lossy => outcome.with_likely(LikelyBound {
                lower: proved.by_search,
                miss_probability: proved.miss_probability,
            }),
        }
    }
}
