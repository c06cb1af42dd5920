//! Breadth-first search on all cores.

use crate::breadth_first::layered_search::{LayeredSearch, Searched, to_the_end};
use crate::problem::{Action, Backward, LazyTesting, Parts};
use crate::{Depth, Monitor, Outcome};

/// Searches layer by layer from the roots until a goal appears.
///
/// The heuristic is used only to detect dead ends. Works on directed graphs: the closed list is
/// kept whole. Runs in the thread pool that it is called from.
///
/// # Complexity
/// Time and memory linear in the states nearer than the goal.
pub fn breadth_first_search<P: Parts<Space: Backward>>(
    problem: &P,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
    let mut layers = LayeredSearch::new(problem, LazyTesting::On, monitor);
    let searched = layers.search(asked, Depth::ZERO, monitor, &mut to_the_end);
    let statistics = layers.work.statistics;
    match searched {
        Err(unfinished) => monitor.stopped(unfinished.stop(), None, layers.lower, statistics),
        Ok(Searched::Found(plan)) => {
            let length = Depth::saturated(plan.len());
            Outcome::with_plan(plan, length, statistics)
        }
        Ok(Searched::Exhausted { next: None }) => Outcome::unsolvable(statistics),
        Ok(Searched::Exhausted { next: Some(next) }) => Outcome::beyond_bound(next, statistics),
    }
}
