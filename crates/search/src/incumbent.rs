//! The best goal that a search has met so far, and what that leaves to look for.

use crate::plan::follow;
use crate::table::{StateIndex, StateTable};
use crate::{Depth, Outcome, StateSpace, Statistics, Stop};

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

    /// What a search over the states of `table` has shown that ended so and has proved `lower`;
    /// `parent` says where a state came from.
    pub(crate) fn outcome<S: StateSpace, V>(
        self,
        ended: Result<(), Stop>,
        lower: Depth,
        statistics: Statistics,
        (space, table): (&S, &StateTable<S::Key, V>),
        parent: impl Fn(&V) -> StateIndex,
    ) -> Outcome<S::Action> {
        match (self.goal, ended) {
            (Some((length, goal)), ended) => {
                let plan = follow(space, table, goal, parent);
                let lower = lower.min(length);
                match ended {
                    Ok(()) => Outcome::with_plan(plan, lower, statistics),
                    Err(stop) => Outcome::stopped_with_plan(stop, plan, lower, statistics),
                }
            }
            (None, Err(stop)) => Outcome::bounded(stop, lower, statistics),
            (None, Ok(())) => match self.cut_off {
                None => Outcome::unsolvable(statistics),
                Some(next) => Outcome::bounded(Stop::Bound, next, statistics),
            },
        }
    }
}
