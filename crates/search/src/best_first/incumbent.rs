//! The best goal that a search has generated so far, and the plans that are still of interest.

use crate::best_first::node_table::NodeTable;
use crate::problem::{Action, Key, Parts};
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::store::StateIndex;
use crate::store::plan_extraction::{moves_between, traced};
use crate::{Depth, Monitor, Outcome, Statistics, Stop};
use std::io;

/// The nearest goal met so far by an engine that continues until none is nearer.
#[derive(Debug)]
pub(crate) struct Incumbent {
    /// Its depth and place.
    goal: Option<(Depth, StateIndex)>,
    /// Plans longer than this are not wanted.
    asked: Option<Depth>,
    /// The least f above that.
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

    /// The bound that an earlier run had on plans, if that run left some out and this run allows
    /// longer ones.
    pub(crate) fn outgrown(&self) -> Option<Depth> {
        let left_out = self.cut_off.filter(|&f| self.asked.is_none_or(|asked| f <= asked))?;
        Some(left_out - Depth(1))
    }

    /// Whether a plan with this f is wanted and would be shorter; records an f that is too large.
    #[inline]
    pub(crate) fn admits(&mut self, f: Depth) -> bool {
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = Some(self.cut_off.map_or(f, |least| least.min(f)));
            return false;
        }
        self.length().is_none_or(|length| f < length)
    }

    /// Records a goal that is nearer than the previous one.
    pub(crate) fn meet(&mut self, depth: Depth, at: StateIndex) {
        self.goal = Some((depth, at));
    }

    /// Whether the path to the goal is a plan, if a goal was met. If not, the table cannot come
    /// from a search.
    pub(crate) fn is_traceable<P: Parts, X>(
        &self,
        problem: &P,
        table: &NodeTable<Key<P>, X>,
    ) -> bool {
        self.goal.is_none_or(|(_, goal)| {
            let path = table.path(goal);
            let mut roots = problem.roots().into_iter().map(|root| problem.pack(&root));
            roots.any(|root| root == path[0]) && traced(problem.space(), &path).is_some()
        })
    }

    /// Writes what was left out. A search that has met a goal has ended, and is not saved.
    pub(crate) fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.cut_off)
    }

    /// Reads what [`Incumbent::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), Unreadable> {
        self.cut_off = from.part()?;
        Ok(())
    }

    /// The outcome of a search over the states of `table` that ended this way and has proved
    /// `lower`.
    pub(crate) fn outcome<P: Parts, X>(
        self,
        ended: Result<(), Stop>,
        lower: Depth,
        statistics: Statistics,
        (problem, table): (&P, &NodeTable<Key<P>, X>),
        monitor: &Monitor<'_>,
    ) -> Outcome<Action<P>> {
        let plan = self.goal.map(|(_, goal)| moves_between(problem.space(), &table.path(goal)));
        // Only a bound claimed by a checkpoint can exceed the plan.
        let bound = |plan: &[_]| lower.min(Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX)));
        match (plan, ended) {
            (Some(plan), Ok(())) => {
                let lower = bound(&plan);
                Outcome::with_plan(plan, lower, statistics)
            }
            (Some(plan), Err(stop)) => {
                let lower = bound(&plan);
                monitor.stopped(stop, Some(plan), lower, statistics)
            }
            (None, Err(stop)) => monitor.stopped(stop, None, lower, statistics),
            (None, Ok(())) => match self.cut_off {
                None => Outcome::unsolvable(statistics),
                Some(next) => Outcome::beyond_bound(next, statistics),
            },
        }
    }
}
