//! Breadth-first heuristic search with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); here
//! the graph is directed, so the closed list is kept whole, and the bound rises as in IDA*.

use crate::breadth_first::{Layers, Searched};
use crate::{Depth, Direction, Monitor, Outcome, StateSpace, Stop};

/// Proves bound after bound by breadth-first search over the states with f within it.
///
/// Only states with f <= bound are stored, where A* also stores all their children.
///
/// # Complexity
/// Time and memory linear in the states with f up to the length of a shortest plan, times the
/// sum of the geometric series over the bounds.
pub fn breadth_first_heuristic<S: StateSpace>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut search = Bounded::new(space, monitor);
    loop {
        if let Some(outcome) = search.step(monitor) {
            return outcome;
        }
    }
}

/// Proves bound after bound, each in the direction that promises to be cheaper.
///
/// What one direction has shown holds for the other as well. The first bounds are tried in both;
/// later a direction is chosen by the number of states it expanded when it last ran, multiplied
/// by its growth for every bound since.
///
/// `spaces` is the forward and the backward space of one puzzle. The direction returned is the
/// one that ended the search.
pub fn cheaper_direction<S: StateSpace>(
    spaces: [&S; 2],
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<S::Action>) {
    let mut searches = spaces.map(|space| Bounded::new(space, monitor));
    loop {
        let chosen = usize::from(searches[1].promise < searches[0].promise);
        let step = searches[chosen].step(monitor);
        let [forward, backward] = &mut searches;
        let (active, idle) = if chosen == 0 { (forward, backward) } else { (backward, forward) };
        if let Some(outcome) = step {
            return (Direction::ALL[chosen], outcome.plus(&idle.layers.statistics));
        }
        idle.learn(active.bound);
        // The two searches take turns, so only one may hold memory.
        active.layers.forget();
    }
}

struct Bounded<'a, S: StateSpace> {
    layers: Layers<'a, S>,
    /// The bound to be searched next; no plan is shorter.
    bound: Depth,
    /// States expanded at the bound searched last.
    last: u64,
    /// How much more a bound costs than the one before it.
    growth: f64,
    /// How many states the next bound is expected to expand.
    promise: f64,
}

impl<'a, S: StateSpace> Bounded<'a, S> {
    /// The growth assumed until two bounds were searched; 4 to 11 was measured on Atomix.
    const ASSUMED_GROWTH: f64 = 6.0;

    fn new(space: &'a S, monitor: &Monitor<'_>) -> Self {
        let least = space.initial_states().iter().filter_map(|s| space.heuristic(s)).min();
        Self {
            layers: Layers::new(space, monitor),
            bound: least.unwrap_or(Depth::ZERO),
            last: 0,
            growth: Self::ASSUMED_GROWTH,
            promise: 0.0,
        }
    }

    /// Searches the next bound; an outcome if that ends the search.
    fn step(&mut self, monitor: &mut Monitor<'_>) -> Option<Outcome<S::Action>> {
        let asked = monitor.limits().upper_bound;
        if asked.is_some_and(|asked| self.bound > asked) {
            return Some(Outcome::bounded(Stop::Bound, self.bound, self.layers.statistics));
        }
        let before = self.layers.statistics.expanded;
        let searched = self.layers.search(self.bound, self.bound, monitor);
        let statistics = &mut self.layers.statistics;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        match searched {
            Err(stop) => Some(Outcome::bounded(stop, self.bound, *statistics)),
            Ok(Searched::Found(plan)) => Some(Outcome::with_plan(plan, self.bound, *statistics)),
            Ok(Searched::Exhausted { next: None }) => Some(Outcome::unsolvable(*statistics)),
            Ok(Searched::Exhausted { next: Some(next) }) => {
                let expanded = statistics.expanded - before;
                if self.last > 0 {
                    self.growth = (expanded as f64 / self.last as f64).max(1.0);
                }
                self.last = expanded;
                self.promise = expanded as f64;
                self.learn(next);
                None
            }
        }
    }

    /// No plan is shorter than `bound`: go on there.
    fn learn(&mut self, bound: Depth) {
        while self.bound < bound {
            self.bound = self.bound.next();
            self.promise *= self.growth;
        }
    }
}
