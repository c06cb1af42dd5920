//! Breadth-first heuristic search with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); here
//! the graph is directed, so the closed list is kept whole, and the bound rises as in IDA*.

use crate::breadth_first::layers::{GoOn, Layers, Searched, Unfinished, to_the_end};
use crate::outcome::Work;
use crate::problem::{Action, Backward, LazyTesting, Parts};
use crate::{Depth, Monitor, Outcome};

/// Proves bound after bound by breadth-first search over the states with f within it. After each
/// proof a plan of the next length is looked for below the deepest of these states, with an eighth
/// of the work: where it is found, the last bound costs next to nothing.
///
/// Only states with f <= bound are stored, where A* also stores all their children. Where the
/// memory is spent, states that have no room are searched depth-first, with a transposition table.
/// Then it cannot tell that it has seen a whole space: on an unsolvable puzzle it may run until a
/// limit stops it.
///
/// # Complexity
/// Time and memory linear in the states with f up to the length of a shortest plan, times the
/// sum of the geometric series over the bounds. With less memory more time: at worst it is linear
/// in the number of paths that lead there from states that are stored.
pub fn breadth_first_heuristic_search<P: Parts<Space: Backward>>(
    problem: &P,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let mut search = Bounded::new(problem, LazyTesting::On, monitor);
    let mut bound = search.least();
    loop {
        match search.prove(bound, monitor, &mut to_the_end) {
            Step::Next(next) => match search.dive(next, monitor) {
                Some(outcome) => return outcome,
                None => bound = next,
            },
            Step::Ended(outcome) => return outcome,
            Step::GivenUp => unreachable!("nobody gives it up"),
        }
    }
}

/// What a search within a bound has shown.
pub(crate) enum Step<A> {
    /// No plan is shorter than this.
    Next(Depth),
    Ended(Outcome<A>),
    /// Nothing: the search was given up.
    GivenUp,
}

/// Breadth-first heuristic search, one bound at a time.
pub(crate) struct Bounded<'a, P: Parts> {
    problem: &'a P,
    pub(crate) layers: Layers<'a, P>,
    /// The work for the bound searched last, in states expanded.
    pub(crate) cost: u64,
}

impl<'a, P: Parts<Space: Backward>> Bounded<'a, P> {
    /// A dive may take one of this many parts of what the proof before has taken.
    const SHARE: u64 = 8;

    pub(crate) fn new(problem: &'a P, testing: LazyTesting, monitor: &Monitor<'_>) -> Self {
        Self { problem, layers: Layers::new(problem, testing, monitor), cost: 0 }
    }

    /// The least f of the roots; zero where none leads to a goal.
    pub(crate) fn least(&self) -> Depth {
        self.problem.least_estimate().unwrap_or(Depth::ZERO)
    }

    /// Looks for a plan of `bound` moves, given that none is shorter.
    pub(crate) fn prove(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Step<Action<P>> {
        let work = self.layers.work;
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Step::Ended(Outcome::beyond_bound(bound, work.statistics));
        }
        let before = work.statistics.expanded;
        let searched = self.layers.search(bound, bound, monitor, go_on);
        self.cost = self.layers.work.in_states() - work.in_states();
        let lower = self.layers.lower.max(bound);
        let statistics = &mut self.layers.work.statistics;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        Step::Ended(match searched {
            Err(Unfinished::GivenUp) => return Step::GivenUp,
            Err(Unfinished::Stopped(stop)) => monitor.stopped(stop, None, lower, *statistics),
            Ok(Searched::Found(plan)) => Outcome::with_plan(plan, bound, *statistics),
            Ok(Searched::Exhausted { next: None }) => Outcome::unsolvable(*statistics),
            Ok(Searched::Exhausted { next: Some(next) }) => return Step::Next(next),
        })
    }

    /// A plan as long as the next bound, given that the one before is proved, if it is found soon.
    ///
    /// A limit met here is met again by the search that follows, and reported there.
    pub(crate) fn dive(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Option<Outcome<Action<P>>> {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return None;
        }
        let before = self.layers.work.statistics.expanded;
        let plan = self.layers.dive(bound, self.cost / Self::SHARE, monitor).ok()??;
        let statistics = &mut self.layers.work.statistics;
        statistics.expanded_until_last_layer = before;
        Some(Outcome::with_plan(plan, bound, *statistics))
    }

    /// Whether a bound that was proved takes less than `cost` in this way. Not if the search is
    /// given up.
    ///
    /// A limit met here is met again by the search that follows, and reported there.
    pub(crate) fn is_cheaper(
        &mut self,
        bound: Depth,
        cost: u64,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> bool {
        let before = self.layers.work.in_states();
        let mut go_on = |work: &Work, monitor: &mut Monitor<'_>| {
            work.in_states() < before + cost && go_on(work, monitor)
        };
        let searched = self.layers.search(bound, bound, monitor, &mut go_on);
        self.cost = self.layers.work.in_states() - before;
        searched.is_ok() && self.cost < cost
    }
}
