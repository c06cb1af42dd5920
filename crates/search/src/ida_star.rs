//! Iterative-deepening A*.
//!
//! # Source
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use crate::bound::Bound;
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop};

/// Depth-first search with a bound on f that rises until a goal is within it.
///
/// Keeps nothing but the current path, so it cannot tell that it has seen a whole space: on an
/// unsolvable puzzle with moves to and fro it runs until a limit stops it.
///
/// # Complexity
/// Memory linear in the plan; time in the number of *paths* with f within the bound.
pub fn ida_star<S: StateSpace>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let asked = monitor.limits().upper_bound;
    let roots = space.initial_states();
    let mut bound = match roots.iter().filter_map(|root| space.heuristic(root)).min() {
        Some(h) => h,
        None => return Outcome::unsolvable(Statistics::default()),
    };
    let mut search = Search { space, monitor, statistics: Statistics::default(), path: Vec::new() };
    loop {
        if asked.is_some_and(|asked| bound > asked) {
            return Outcome::bounded(Stop::Bound, bound, search.statistics);
        }
        search.statistics.expanded_until_last_layer = search.statistics.expanded;
        search.statistics.reexpanded = search.statistics.expanded;
        let mut tried = Bound::new(bound);
        let mut found = Ok(false);
        for root in &roots {
            if matches!(found, Ok(false)) {
                found = search.enter(root, Depth::ZERO, bound, &mut tried);
            }
        }
        match (found, tried.next) {
            (Err(stop), _) => return Outcome::bounded(stop, bound, search.statistics),
            (Ok(true), _) => return Outcome::with_plan(search.path, bound, search.statistics),
            (Ok(false), None) => return Outcome::unsolvable(search.statistics),
            (Ok(false), Some(next)) => bound = next,
        }
    }
}

struct Search<'a, 'm, S: StateSpace> {
    space: &'a S,
    monitor: &'a mut Monitor<'m>,
    statistics: Statistics,
    /// The moves from the root to the state at hand.
    path: Vec<S::Action>,
}

impl<S: StateSpace> Search<'_, '_, S> {
    /// Searches below a state at the end of the path. If it finds a goal within the bound, the
    /// path leads there.
    fn enter(
        &mut self,
        state: &S::State,
        depth: Depth,
        lower: Depth,
        bound: &mut Bound,
    ) -> Result<bool, Stop> {
        let space = self.space;
        if !bound.admits(depth, |left| space.fit(state, left)) {
            return Ok(false);
        }
        if space.is_goal(state) {
            return Ok(true);
        }
        self.monitor.check(lower, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.stored = self.statistics.stored.max(self.path.len() as u64 + 1);
        let previous = self.path.last().copied();
        let mut found = Ok(false);
        space.expand(state, |action, child| {
            let is_skipped = previous.is_some_and(|previous| space.prunes(previous, action));
            if is_skipped || !matches!(found, Ok(false)) {
                return;
            }
            self.statistics.generated += 1;
            self.path.push(action);
            found = self.enter(&child, depth.next(), lower, bound);
            if matches!(found, Ok(false)) {
                self.path.pop();
            }
        });
        found
    }
}
