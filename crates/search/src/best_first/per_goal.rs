//! One goal at a time: one bound after another, for each goal separately.
//!
//! # Source
//! Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 6.2 (A* with an artificial bound that
//! rises, which allows one goal position at a time); Gliesch 2015, section 3.1.4.1.

use crate::problem::{Action, Parts};
use crate::{Depth, Monitor, Outcome, Statistics, Stop, Verdict};

/// Looks for a shortest plan among all plans of several problems: for every bound in turn, in every
/// problem in turn, with an engine that respects the bound of its monitor.
///
/// If the engine does not prove that a bound is exhausted, the search ends there.
///
/// # Complexity
/// A search of the engine for each bound and each problem; the memory of the largest.
pub fn per_goal<P: Parts>(
    problems: &[P],
    engine: &mut dyn FnMut(&P, &mut Monitor<'_>) -> Outcome<Action<P>>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    // For each problem that may have a plan, the least possible length of one.
    let mut open: Vec<(&P, Depth)> =
        problems.iter().filter_map(|problem| Some((problem, problem.least_estimate()?))).collect();
    let mut statistics = Statistics::default();
    while let Some(bound) = open.iter().map(|&(_, least)| least).min() {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Outcome::beyond_bound(bound, statistics);
        }
        if let Err(stop) = monitor.poll(bound, &statistics) {
            return monitor.stopped(stop, None, bound, statistics);
        }
        let before = statistics.expanded;
        let mut still_open = Vec::new();
        for (problem, least) in open {
            if least > bound {
                still_open.push((problem, least));
                continue;
            }
            let outcome = engine(problem, &mut monitor.after(&statistics).within(bound).of_part());
            statistics = outcome.statistics().after(&statistics);
            statistics.expanded_until_last_layer = before;
            if let Some(plan) = outcome.plan() {
                return Outcome::with_plan(plan.to_vec(), bound, statistics);
            }
            match outcome.verdict() {
                Verdict::Bounded(Stop::Bound) => {
                    still_open.push((problem, outcome.bounds().lower.max(bound.next())));
                }
                Verdict::Bounded(stop) => {
                    return monitor.stopped(stop, None, bound, statistics);
                }
                Verdict::Unsolvable | Verdict::Optimal | Verdict::Solved(_) => {}
            }
        }
        open = still_open;
    }
    Outcome::unsolvable(statistics)
}
