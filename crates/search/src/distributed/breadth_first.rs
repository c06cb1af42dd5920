//! Breadth-first search and breadth-first heuristic search by several ranks.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006), with an
//! iterated bound; the states are distributed by a hash as in Kishimoto, Fukunaga and Botea 2013. All
//! ranks end a layer together.

use crate::distributed::layers::{Layers, Searched};
use crate::distributed::plan::plan;
use crate::distributed::{RankError, Transport, VisitCount};
use crate::problem::{Action, Backward, Parts};
use crate::{Depth, Monitor, Outcome};

/// Proves bound after bound by breadth-first search over the states with f within it, each of which
/// one rank stores. Every rank calls it with the same problem and the same limits, but for the memory,
/// which is its own; all return the same.
///
/// The layer in which a goal is met is complete: nothing that is counted depends on the number of
/// ranks. Where a rank has no memory left, all stop.
///
/// # Errors
/// If states cannot be sent, or the ranks were not started alike.
///
/// # Complexity
/// As [`breadth_first_heuristic_search`](crate::breadth_first::breadth_first_heuristic_search). Of n
/// ranks each sends n - 1 of n successors within the bound to another one.
pub fn distributed_breadth_first_heuristic_search<'a, P: Parts<Space: Backward>>(
    problem: &'a P,
    transport: &mut dyn Transport,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankError> {
    let mut layers = Layers::new(problem, transport, visit, monitor)?;
    let mut bound = problem.least_estimate().unwrap_or(Depth::ZERO);
    loop {
        let statistics = layers.work.statistics;
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Ok(Outcome::beyond_bound(bound, statistics));
        }
        match search(&mut layers, bound, bound, monitor) {
            Ok(outcome) => return Ok(outcome),
            Err(next) => bound = next,
        }
    }
}

/// Searches layer by layer from the roots until a goal appears. The heuristic only tells dead ends.
///
/// The rest is as in [`distributed_breadth_first_heuristic_search`].
///
/// # Errors
/// As there.
pub fn distributed_breadth_first_search<'a, P: Parts<Space: Backward>>(
    problem: &'a P,
    transport: &mut dyn Transport,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankError> {
    let mut layers = Layers::new(problem, transport, visit, monitor)?;
    let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
    let searched = search(&mut layers, asked, Depth::ZERO, monitor);
    let statistics = layers.work.statistics;
    Ok(searched.unwrap_or_else(|next| Outcome::beyond_bound(next, statistics)))
}

/// The outcome of a search within a bound, or the next bound.
fn search<P: Parts<Space: Backward>>(
    layers: &mut Layers<'_, '_, P>,
    bound: Depth,
    lower: Depth,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, Depth> {
    let searched = layers.search(bound, lower, monitor);
    match searched {
        Ok(Searched::Exhausted { next: Some(next) }) => Err(next),
        Ok(Searched::Exhausted { next: None }) => Ok(Outcome::unsolvable(layers.work.statistics)),
        Ok(Searched::Found(goal, depth)) => {
            let plan = plan(layers, goal, depth);
            Ok(Outcome::with_plan(plan, layers.lower, layers.work.statistics))
        }
        Err(stop) => {
            let statistics = layers.work.statistics;
            Ok(monitor.stopped(stop, None, layers.lower, statistics))
        }
    }
}
