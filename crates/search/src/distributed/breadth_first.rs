//! Breadth-first search and breadth-first heuristic search by several ranks.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006), with an
//! iterated bound; the states are distributed by a hash as in Kishimoto, Fukunaga and Botea 2013.
//! All ranks finish a layer together.

use crate::artifact::untraceable;
use crate::distributed::layers::{Layers, Searched};
use crate::distributed::plan::plan;
use crate::distributed::{Notice, RankCheckpoint, RankError, Transport, VisitCount};
use crate::problem::{Action, Backward, Parts};
use crate::{Depth, Monitor, Outcome};

/// Proves bound after bound by breadth-first search over the states with f within it, each of which
/// is stored by one rank. Every rank calls this with the same problem and the same limits, except
/// for the memory limit, which is its own; all return the same.
///
/// The layer in which a goal is found is completed, so that no count depends on the number of
/// ranks. If one rank has no memory left, all stop.
///
/// With a checkpoint, every rank saves its part from time to time, and when a limit stops the
/// search, and the search can be resumed: the layers have the same states and counts as in one run.
/// If a limit stops the layer in which a goal was found, the search ends with the plan. The limit
/// on nodes applies to each run.
///
/// # Errors
/// If states cannot be sent, the ranks were not started alike, or one of them cannot use its checkpoint.
///
/// # Complexity
/// As [`breadth_first_heuristic_search`](crate::breadth_first::breadth_first_heuristic_search).
/// With n ranks, each sends `(n - 1)/n` of its successors within the bound to other ranks.
pub fn distributed_breadth_first_heuristic_search<'a, P: Parts<Space: Backward>>(
    problem: &'a P,
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankError> {
    run(problem, Method::Heuristic, transport, checkpoint, visit, monitor)
}

/// Searches layer by layer from the roots until a goal appears. The heuristic is used only to
/// detect dead ends.
///
/// The rest is as in [`distributed_breadth_first_heuristic_search`]; a checkpoint must be one of a
/// search within the same [upper bound](crate::Limits::upper_bound).
///
/// # Errors
/// As there.
pub fn distributed_breadth_first_search<'a, P: Parts<Space: Backward>>(
    problem: &'a P,
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankError> {
    run(problem, Method::Blind, transport, checkpoint, visit, monitor)
}

/// Selects one of the two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Heuristic,
    Blind,
}

fn run<'a, P: Parts<Space: Backward>>(
    problem: &'a P,
    method: Method,
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    visit: &'a mut VisitCount<'a>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, RankError> {
    let failed = &mut |error| {
        if let Some(checkpoint) = checkpoint {
            checkpoint.tell(Notice::Failed(error));
        }
    };
    let mut layers = Layers::new(problem, transport, checkpoint, visit, monitor)?;
    if let Some(asked) = checkpoint {
        let within = if method == Method::Blind { within(monitor) } else { String::new() };
        layers.resume(asked, &within, failed, monitor)?;
    }
    let monitor = &mut monitor.with_more_nodes(layers.work.statistics.expanded);
    let asked = monitor.limits().upper_bound;
    let (mut bound, mut lower) = match method {
        Method::Blind => (asked.unwrap_or(Depth::MAX), Depth::ZERO),
        Method::Heuristic => {
            let least = problem.least_estimate().unwrap_or(Depth::ZERO);
            let first = layers.begun.as_ref().map_or(least, |place| place.shared.bound.limit());
            (first, first)
        }
    };
    while asked.is_none_or(|asked| bound <= asked) {
        match search(&mut layers, bound, lower, monitor)? {
            Ok(outcome) => return Ok(outcome),
            Err(next) if method == Method::Blind => {
                return Ok(Outcome::beyond_bound(next, layers.work.statistics));
            }
            Err(next) => (bound, lower) = (next, next),
        }
    }
    Ok(Outcome::beyond_bound(bound, layers.work.statistics))
}

/// Distinguishes a blind search from those within other bounds.
fn within(monitor: &Monitor<'_>) -> String {
    match monitor.limits().upper_bound.filter(|most| *most < Depth::LONGEST_PLAN) {
        Some(most) => format!("plans of at most {most} moves, "),
        None => String::new(),
    }
}

/// The outcome of a search within a bound, or the next bound.
///
/// # Errors
/// If the checkpoint it was resumed from does not come from a search.
fn search<P: Parts<Space: Backward>>(
    layers: &mut Layers<'_, '_, '_, P>,
    bound: Depth,
    lower: Depth,
    monitor: &mut Monitor<'_>,
) -> Result<Result<Outcome<Action<P>>, Depth>, RankError> {
    let searched = layers.search(bound, lower, monitor);
    let statistics = layers.work.statistics;
    Ok(match searched {
        Ok(Searched::Exhausted { next: Some(next) }) => Err(next),
        Ok(Searched::Exhausted { next: None }) => Ok(Outcome::unsolvable(statistics)),
        Ok(Searched::Found(goal, depth)) => {
            let Some(plan) = plan(layers, goal, depth) else {
                let checkpoint = layers.saving.as_mut().map(|saving| &mut saving.checkpoint);
                return Err(untraceable(checkpoint).into());
            };
            // Only a bound claimed by a checkpoint can exceed the plan.
            Ok(Outcome::with_plan(plan, layers.lower.min(depth), statistics))
        }
        Err(stop) => Ok(monitor.stopped(stop, None, layers.lower, statistics)),
    })
}
