//! The best goal that a search has met so far, and what that leaves to look for.

use crate::best_first::node_table::NodeTable;
use crate::problem::{Action, Key, Parts};
use crate::store::StateIndex;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Outcome, Statistics, Stop};

/// The nearest goal met so far by an engine that goes on until none is nearer.
#[derive(Debug)]
pub(crate) struct Incumbent {
    /// Its depth and place.
    goal: Option<(Depth, StateIndex)>,
    /// Plans longer than this are not wanted.
    asked: Option<Depth>,
    /// The least f beyond that.
    cut_off: Option<Depth>,
}

impl Incumbent {
    /// No goal is met yet.
    pub(crate) fn new(asked: Option<Depth>) -> Self {
        Self { goal: None, asked, cut_off: None }
    }

    /// The length of the plan to the goal.
    #[inline]
    pub(crate) fn length(&self) -> Option<Depth> {
        self.goal.map(|(length, _)| length)
    }

    /// Whether a plan with this f is wanted and would be shorter; remembers what was not wanted.
    #[inline]
    pub(crate) fn admits(&mut self, f: Depth) -> bool {
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = Some(self.cut_off.map_or(f, |least| least.min(f)));
            return false;
        }
        self.length().is_none_or(|length| f < length)
    }

    /// A goal is met that is nearer than the one before.
    pub(crate) fn meet(&mut self, depth: Depth, at: StateIndex) {
        self.goal = Some((depth, at));
    }

    /// What a search over the states of `table` has shown that ended so and has proved `lower`.
    pub(crate) fn outcome<P: Parts, X>(
        self,
        ended: Result<(), Stop>,
        lower: Depth,
        statistics: Statistics,
        (problem, table): (&P, &NodeTable<Key<P>, X>),
        monitor: &Monitor<'_>,
    ) -> Outcome<Action<P>> {
        let plan = self
            .goal
            .map(|(length, goal)| (length, moves_between(problem.space(), &table.path(goal))));
        match (plan, ended) {
            (Some((length, plan)), Ok(())) => {
                Outcome::with_plan(plan, lower.min(length), statistics)
            }
            (Some((length, plan)), Err(stop)) => {
                monitor.stopped(stop, Some(plan), lower.min(length), statistics)
            }
            (None, Err(stop)) => monitor.stopped(stop, None, lower, statistics),
            (None, Ok(())) => match self.cut_off {
                None => Outcome::unsolvable(statistics),
                Some(next) => Outcome::beyond_bound(next, statistics),
            },
        }
    }
}
