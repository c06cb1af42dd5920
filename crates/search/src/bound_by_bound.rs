//! One bound after another, on several spaces at each.
//!
//! # Source
//! Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 6.2 (A* with an artificial bound that
//! rises, which allows one goal position at a time); Gliesch 2015, section 3.1.4.1.

use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop, Verdict};

/// Looks for a plan of some space, shortest among all of them: for every bound in turn, in every
/// space in turn, with an engine that keeps to the bound of its monitor.
///
/// The engine must be complete: lossy and weighted ones show nothing of a bound.
///
/// # Complexity
/// A search of the engine for each bound and each space; the memory of the largest.
pub fn bound_by_bound<S: StateSpace>(
    spaces: &[S],
    mut engine: impl FnMut(&S, &mut Monitor<'_>) -> Outcome<S::Action>,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let least = |space: &S| {
        let roots = space.initial_states();
        roots.iter().filter_map(|root| space.heuristic(root)).min()
    };
    // For each space that may have a plan, the least length that it may have.
    let mut open: Vec<(&S, Depth)> =
        spaces.iter().filter_map(|space| Some((space, least(space)?))).collect();
    let mut statistics = Statistics::default();
    while let Some(bound) = open.iter().map(|&(_, least)| least).min() {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Outcome::bounded(Stop::Bound, bound, statistics);
        }
        let before = statistics.expanded;
        let mut still_open = Vec::new();
        for (space, least) in open {
            if least > bound {
                still_open.push((space, least));
                continue;
            }
            let outcome = engine(space, &mut monitor.after(&statistics).within(bound));
            statistics = outcome.statistics().after(&statistics);
            statistics.expanded_until_last_layer = before;
            if let Some(plan) = outcome.plan() {
                return Outcome::with_plan(plan.to_vec(), bound, statistics);
            }
            match outcome.verdict() {
                Verdict::Bounded(Stop::Bound) => {
                    still_open.push((space, outcome.bounds().lower.max(bound.next())));
                }
                Verdict::Bounded(stop) => {
                    return Outcome::bounded(stop, bound, statistics);
                }
                _ => {} // it has no plan at all
            }
        }
        open = still_open;
    }
    Outcome::unsolvable(statistics)
}
