//! Breadth-first heuristic search with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); here
//! the graph is directed, so the closed list is kept whole, and the bound rises as in IDA*.

use crate::breadth_first::{GoOn, Layers, Searched, Unfinished, to_the_end};
use crate::effort::Effort;
use crate::{Depth, Monitor, Outcome, StateSpace, Stop, Testing};

/// Proves bound after bound by breadth-first search over the states with f within it. After each
/// proof a plan of the next length is looked for below the deepest of these states, with an eighth
/// of the effort: where it is found, the last bound costs next to nothing.
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
pub fn breadth_first_heuristic<S: StateSpace>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut search = Bounded::new(space, Testing::Always, monitor);
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
pub(crate) struct Bounded<'a, S: StateSpace> {
    space: &'a S,
    pub(crate) layers: Layers<'a, S>,
    /// The effort for the bound searched last, in states expanded.
    pub(crate) cost: u64,
}

impl<'a, S: StateSpace> Bounded<'a, S> {
    /// A dive may take one of this many parts of what the proof before has taken.
    const SHARE: u64 = 8;

    pub(crate) fn new(space: &'a S, testing: Testing, monitor: &Monitor<'_>) -> Self {
        Self { space, layers: Layers::new(space, testing, monitor), cost: 0 }
    }

    /// The least f of the roots; zero where none leads to a goal.
    pub(crate) fn least(&self) -> Depth {
        let roots = self.space.initial_states();
        roots.iter().filter_map(|root| self.space.heuristic(root)).min().unwrap_or(Depth::ZERO)
    }

    /// Looks for a plan of `bound` moves, given that none is shorter.
    pub(crate) fn prove(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Step<S::Action> {
        let effort = self.layers.effort;
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Step::Ended(Outcome::bounded(Stop::Bound, bound, effort.statistics));
        }
        let before = effort.statistics.expanded;
        let searched = self.layers.search(bound, bound, monitor, go_on);
        self.cost = self.layers.effort.in_states() - effort.in_states();
        let statistics = &mut self.layers.effort.statistics;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        Step::Ended(match searched {
            Err(Unfinished::GivenUp) => return Step::GivenUp,
            Err(Unfinished::Stopped(stop)) => Outcome::bounded(stop, bound, *statistics),
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
    ) -> Option<Outcome<S::Action>> {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return None;
        }
        let before = self.layers.effort.statistics.expanded;
        let plan = self.layers.dive(bound, self.cost / Self::SHARE, monitor).ok()??;
        let statistics = &mut self.layers.effort.statistics;
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
        let before = self.layers.effort.in_states();
        let mut go_on = |effort: &Effort, monitor: &mut Monitor<'_>| {
            effort.in_states() < before + cost && go_on(effort, monitor)
        };
        let searched = self.layers.search(bound, bound, monitor, &mut go_on);
        self.cost = self.layers.effort.in_states() - before;
        searched.is_ok() && self.cost < cost
    }
}
