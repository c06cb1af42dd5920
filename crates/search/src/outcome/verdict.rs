//! The outcome of a search: verdict, plan, bounds and counts.

use crate::Depth;
use crate::outcome::Statistics;
use std::fmt::Display;

/// What a search has proved, and nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There is a plan, and no shorter one exists.
    Optimal,
    /// There is a plan; a shorter one may exist. The value is the reason if the search was stopped;
    /// `None` if it ended but could not prove more.
    Solved(Option<Stop>),
    /// No plan of any length exists.
    Unsolvable,
    /// No plan was found before the search stopped; the bounds hold.
    Bounded(Stop),
}

impl Verdict {
    /// Returns the verdict that follows from a lower bound and the length of the best known plan, and
    /// no more than that. `stop` is the reason if the search was stopped.
    ///
    /// # Panics
    /// If the plan is shorter than the bound: then one of them is wrong.
    pub fn of<L: Ord + Display>(lower: &L, upper: Option<&L>, stop: Option<Stop>) -> Self {
        let Some(length) = upper else { return Self::Bounded(stop.unwrap_or(Stop::Incomplete)) };
        assert!(lower <= length, "a plan of {length} moves contradicts the lower bound {lower}");
        if lower == length { Self::Optimal } else { Self::Solved(stop) }
    }
}

/// The reason why a search ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stop {
    /// No plan exists within the upper bound that was asked for.
    #[error("there is no solution within the upper bound")]
    Bound,
    /// The memory budget is spent.
    #[error("out of memory")]
    Memory,
    /// The disk is full, or the part of it that may be used.
    #[error("out of disk space")]
    Disk,
    /// The time limit has passed.
    #[error("out of time")]
    Time,
    /// The limit on expanded nodes is reached.
    #[error("the node limit is reached")]
    Nodes,
    /// Nothing is left to search, but the engine may have overlooked a plan.
    #[error("the search is exhausted, but it may have overlooked plans")]
    Incomplete,
    /// The search was asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// What is proved about the length of a shortest plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The lower bound: no plan is shorter. It holds after every kind of stop.
    pub lower: Depth,
    /// The length of the best known plan.
    pub upper: Option<Depth>,
}

/// A bound that is only likely, from a search that may have overlooked plans.
///
/// # Source
/// Likely lower bounds: Hüffner 2003, section 5.4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LikelyBound {
    /// The likely bound: no shorter plan was found, though all were looked for.
    pub lower: Depth,
    /// The estimated probability that a plan shorter by one move was overlooked, assuming that
    /// there is just one.
    pub miss_probability: f64,
}

/// The result of a search: verdict, plan, bounds and counts.
///
/// Its constructors ensure that a verdict never claims more than the bounds do.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<A> {
    verdict: Verdict,
    plan: Option<Vec<A>>,
    bounds: Bounds,
    likely: Option<LikelyBound>,
    statistics: Statistics,
}

impl<A> Outcome<A> {
    /// Returns the outcome of a search that found a plan and proved that no plan is shorter than
    /// `lower`.
    ///
    /// The verdict follows: [`Verdict::Optimal`] if the plan is that short, else
    /// [`Verdict::Solved`].
    ///
    /// # Panics
    /// If the plan is shorter than the bound: then one of them is wrong.
    pub fn with_plan(plan: Vec<A>, lower: Depth, statistics: Statistics) -> Self {
        let length = Depth(u16::try_from(plan.len()).expect("plans of engines fit a Depth"));
        let verdict = Verdict::of(&lower, Some(&length), None);
        let bounds = Bounds { lower, upper: Some(length) };
        Self { verdict, plan: Some(plan), bounds, likely: None, statistics }
    }

    /// Returns the outcome of an engine that found a plan but may have overlooked shorter ones.
    ///
    /// # Panics
    /// As [`Outcome::with_plan`].
    pub fn unproved(plan: Vec<A>, lower: Depth, statistics: Statistics) -> Self {
        Self { verdict: Verdict::Solved(None), ..Self::with_plan(plan, lower, statistics) }
    }

    /// Returns the outcome of a search of the whole space: there is no plan.
    pub fn unsolvable(statistics: Statistics) -> Self {
        let bounds = Bounds { lower: Depth::MAX, upper: None };
        Self { verdict: Verdict::Unsolvable, plan: None, bounds, likely: None, statistics }
    }

    /// Returns the outcome if no plan exists within the requested bound: every plan leads through a
    /// state that was left out, and no such state has an f below `least_left_out`.
    pub fn beyond_bound(least_left_out: Depth, statistics: Statistics) -> Self {
        Self::bounded(Stop::Bound, least_left_out, statistics)
    }

    /// Nothing is left to search, but plans may have been overlooked.
    pub(crate) fn incomplete(lower: Depth, statistics: Statistics) -> Self {
        Self::bounded(Stop::Incomplete, lower, statistics)
    }

    /// The search stopped, with or without a plan, having proved `lower`.
    ///
    /// Engines call [`Monitor::stopped`](crate::Monitor::stopped) instead, which knows the
    /// requested bound.
    pub(super) fn stopped(
        stop: Stop,
        plan: Option<Vec<A>>,
        lower: Depth,
        statistics: Statistics,
    ) -> Self {
        let Some(plan) = plan else { return Self::bounded(stop, lower, statistics) };
        let outcome = Self::with_plan(plan, lower, statistics);
        let Bounds { lower, upper } = &outcome.bounds;
        Self { verdict: Verdict::of(lower, upper.as_ref(), Some(stop)), ..outcome }
    }

    fn bounded(stop: Stop, lower: Depth, statistics: Statistics) -> Self {
        let bounds = Bounds { lower, upper: None };
        Self { verdict: Verdict::Bounded(stop), plan: None, bounds, likely: None, statistics }
    }

    /// The same outcome with the likely bound of a lossy search.
    pub(super) fn with_likely(self, likely: LikelyBound) -> Self {
        Self { likely: Some(likely), ..self }
    }

    /// Returns the verdict.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the plan, if one was found.
    pub fn plan(&self) -> Option<&[A]> {
        self.plan.as_deref()
    }

    /// Returns what is proved about the length of a shortest plan. `lower` is [`Depth::MAX`] if
    /// there is no plan.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the likely bound, if the engine may overlook plans.
    pub fn likely_bound(&self) -> Option<LikelyBound> {
        self.likely
    }

    /// Returns the counts.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the same outcome plus the counts of another search, which was given up for this one.
    #[must_use]
    pub fn plus(mut self, other: &Statistics) -> Self {
        self.statistics = self.statistics.after(other);
        self
    }

    /// Returns the same outcome with the plan's moves rewritten as a whole, into the same number of
    /// moves.
    ///
    /// # Panics
    /// If `rewrite` changes the number of moves.
    pub fn map_plan<B>(self, rewrite: impl FnOnce(Vec<A>) -> Vec<B>) -> Outcome<B> {
        let Self { verdict, plan, bounds, likely, statistics } = self;
        let plan = plan.map(|plan| {
            let moves = plan.len();
            let rewritten = rewrite(plan);
            assert_eq!(rewritten.len(), moves, "rewriting must keep the length");
            rewritten
        });
        Outcome { verdict, plan, bounds, likely, statistics }
    }
}
