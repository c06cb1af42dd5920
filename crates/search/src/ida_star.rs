//! Iterative-deepening A*.
//!
//! # Source
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985).

use crate::plan::least;
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
        match search.iterate(&roots, bound) {
            Err(stop) => return Outcome::bounded(stop, bound, search.statistics),
            Ok(Iteration::Found) => {
                return Outcome::with_plan(search.path, bound, search.statistics);
            }
            Ok(Iteration::CutOff { next: None }) => return Outcome::unsolvable(search.statistics),
            Ok(Iteration::CutOff { next: Some(next) }) => bound = next,
        }
    }
}

enum Iteration {
    /// The path of the search is a plan.
    Found,
    /// No plan is within the bound; the least f beyond it, if there was one.
    CutOff { next: Option<Depth> },
}

struct Search<'a, 'm, S: StateSpace> {
    space: &'a S,
    monitor: &'a mut Monitor<'m>,
    statistics: Statistics,
    /// The moves from the root to the state at hand.
    path: Vec<S::Action>,
}

impl<S: StateSpace> Search<'_, '_, S> {
    fn iterate(&mut self, roots: &[S::State], bound: Depth) -> Result<Iteration, Stop> {
        let mut next = None;
        for root in roots {
            if let Iteration::Found = self.enter(root, Depth::ZERO, bound, &mut next)? {
                return Ok(Iteration::Found);
            }
        }
        Ok(Iteration::CutOff { next })
    }

    /// Searches below a state at the end of the path.
    fn enter(
        &mut self,
        state: &S::State,
        depth: Depth,
        bound: Depth,
        next: &mut Option<Depth>,
    ) -> Result<Iteration, Stop> {
        let Some(h) = self.space.heuristic(state) else {
            return Ok(Iteration::CutOff { next: *next });
        };
        let f = depth + h;
        if f > bound {
            *next = least(*next, f);
            return Ok(Iteration::CutOff { next: *next });
        }
        if self.space.is_goal(state) {
            return Ok(Iteration::Found);
        }
        self.monitor.check(bound, &self.statistics)?;
        self.statistics.expanded += 1;
        self.statistics.stored = self.statistics.stored.max(self.path.len() as u64 + 1);
        let space = self.space;
        let previous = self.path.last().copied();
        let mut result = Ok(Iteration::CutOff { next: None });
        space.expand(state, |action, child| {
            let skipped = previous.is_some_and(|previous| space.prunes(previous, action));
            if skipped || !matches!(result, Ok(Iteration::CutOff { .. })) {
                return;
            }
            self.statistics.generated += 1;
            self.path.push(action);
            result = self.enter(&child, depth.next(), bound, next);
            if matches!(result, Ok(Iteration::CutOff { .. })) {
                self.path.pop();
            }
        });
        result
    }
}
