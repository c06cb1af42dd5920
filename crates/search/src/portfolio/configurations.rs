//! A portfolio of breadth-first heuristic searches that compete, bound by bound.

use crate::breadth_first::{Bounded, Step};
use crate::outcome::Work;
use crate::portfolio::upper_bounds::UpperBounds;
use crate::portfolio::windows::Between;
use crate::problem::{Action, Backward, LazyTesting, Parts};
use crate::{Direction, Limits, Monitor, Outcome, Statistics};
use std::collections::VecDeque;

/// A configuration of the search that proves that no plan of a puzzle is within a bound.
#[derive(Debug)]
pub struct Configuration<'a, P> {
    /// That of the problem.
    pub direction: Direction,
    /// What is searched.
    pub problem: &'a P,
    /// Whether its new states are tested.
    pub testing: LazyTesting,
}

/// Proves bound after bound in the configuration that was cheapest at bounds before, and looks for
/// plans meanwhile.
///
/// What one configuration has shown holds for all of them. Between the proofs and in the midst of
/// long ones, plans are looked for by beam search in every direction, with an eighth of the work
/// that the proofs have taken; the best plan is made shorter window by window, with a sixteenth, for
/// which `between` makes the problem of a way between any two states; and after each proof below the deepest states that it has seen, with
/// an eighth of its work. A plan as long as the bound that is to be proved is a shortest one, and
/// the search is over; and where the search is stopped there is a plan to show.
///
/// If it is not over, another configuration is measured at the bound that was proved, each in its
/// turn, and left out from then on as soon as it has cost three quarters as much. At bounds that
/// cost little all configurations are measured and none is left out: how many states there are then
/// tells little about larger bounds. So choosing costs little beside the last bounds, the most
/// expensive ones. A configuration that saves less than a quarter is not taken: searches with tests
/// grow more slowly from bound to bound.
///
/// The direction returned is the one of the plan, or the one that ended the search; the counts
/// include all configurations.
///
/// # Panics
/// Without a configuration.
pub fn cheapest_configuration<P: Parts<Space: Backward>>(
    configurations: &[Configuration<'_, P>],
    between: Between<'_, P>,
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<Action<P>>) {
    /// Up to this cost all configurations are measured at a bound and none is left out: some tenths
    /// of a second.
    const LITTLE: u64 = 20_000;
    /// Of the memory one of so many bytes is for beams, the others are for proofs.
    const FOR_PLANS: u64 = 16;
    let limits = *monitor.limits();
    let for_plans = limits.memory.map(|all| all / FOR_PLANS);
    let for_proofs = limits.memory.map(|all| all - all / FOR_PLANS);
    let monitor = &mut monitor.with(Limits { memory: for_proofs, ..limits });
    let mut searches: Vec<_> =
        configurations.iter().map(|one| Bounded::new(one.problem, one.testing, monitor)).collect();
    let mut bound = searches.iter().map(Bounded::least).max().expect("there is a configuration");
    let directions = configurations.iter().map(|one| (one.direction, one.problem));
    let mut plans = UpperBounds::new(directions, between, for_plans);
    // A limit that is met here is met again below.
    let _ = monitor.poll(bound, &Statistics::default());
    let mut cheapest = 0;
    let mut rivals: VecDeque<usize> = (1..configurations.len()).collect();
    plans.begin(bound, monitor);
    let (direction, outcome) = loop {
        if let Some(end) = plans.end(bound) {
            break end;
        }
        let others = beside(&searches, cheapest);
        let monitor_of_proof = &mut monitor.after(&others.after(&plans.work).statistics);
        let search = &mut searches[cheapest];
        let mut go_on =
            |work: &Work, monitor: &mut Monitor<'_>| plans.improve(bound, &others, work, monitor);
        let next = match search.prove(bound, monitor_of_proof, &mut go_on) {
            Step::Next(next) => next,
            Step::GivenUp => continue,
            Step::Ended(outcome) => {
                let direction = configurations[cheapest].direction;
                searches.remove(cheapest);
                break (direction, outcome);
            }
        };
        if !plans.are_done(next)
            && let Some(outcome) = search.dive(next, monitor_of_proof)
        {
            let direction = configurations[cheapest].direction;
            searches.remove(cheapest);
            break (direction, outcome);
        }
        let mut cost = search.cost;
        // They take turns, so only one may hold memory.
        search.layers.forget();
        let looks = match cost {
            // The search is over.
            _ if limits.upper_bound.is_some_and(|asked| next > asked) => 0,
            0..LITTLE => rivals.len(),
            _ => 1,
        };
        for configuration in rivals.drain(..looks.min(rivals.len())).collect::<Vec<_>>() {
            let others = beside(&searches, configuration);
            let monitor = &mut monitor.after(&others.after(&plans.work).statistics);
            let search = &mut searches[configuration];
            let mut go_on = |work: &Work, monitor: &mut Monitor<'_>| {
                plans.improve(next, &others, work, monitor)
            };
            if search.is_cheaper(bound, cost - cost / 4, monitor, &mut go_on) {
                rivals.push_back(cheapest);
                (cheapest, cost) = (configuration, search.cost);
            } else if cost < LITTLE {
                rivals.push_back(configuration);
            }
            search.layers.forget();
        }
        bound = next;
    };
    let outcome = outcome.plus(&plans.work.statistics).plus(&all(searches.iter()).statistics);
    plans.complete(direction, outcome, monitor)
}

/// What all searches but that of one configuration took.
fn beside<P: Parts<Space: Backward>>(searches: &[Bounded<'_, P>], configuration: usize) -> Work {
    let others = searches.iter().enumerate().filter(|&(other, _)| other != configuration);
    all(others.map(|(_, other)| other))
}

/// What searches took.
fn all<'a, 's: 'a, P: Parts<Space: Backward> + 's>(
    searches: impl Iterator<Item = &'a Bounded<'s, P>>,
) -> Work {
    searches.fold(Work::default(), |sum, search| search.layers.work.after(&sum))
}
