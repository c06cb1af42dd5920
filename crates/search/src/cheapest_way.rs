//! Breadth-first heuristic search in the way that turns out to be cheapest.

use crate::breadth_first_heuristic::{Bounded, Step};
use crate::effort::Effort;
use crate::plans::Plans;
use crate::{Direction, Limits, Monitor, Outcome, StateSpace, Testing};
use std::collections::VecDeque;

/// A way to prove that no plan of a puzzle is within a bound.
#[derive(Debug)]
pub struct Way<'a, S> {
    /// That of the space.
    pub direction: Direction,
    /// What is searched.
    pub space: &'a S,
    /// Whether its new states are tested.
    pub testing: Testing,
}

/// Proves bound after bound in the way that was cheapest at bounds before, and looks for plans
/// meanwhile.
///
/// What one way has shown holds for all of them. Between the proofs and in the midst of long ones,
/// plans are looked for by beam search in every direction, with an eighth of the effort that the
/// proofs have taken; and after each proof below the deepest states that it has seen, with an
/// eighth of its effort. A plan as long as the bound that is to be proved is a shortest one, and the
/// search is over; and where the search is stopped there is a plan to show.
///
/// If it is not over, another way is measured at the bound that was proved, each in its turn, and
/// left out from then on as soon as it has cost three quarters as much. At bounds that cost little
/// all ways are measured and none is left out: how many states there are then tells little about
/// larger bounds. So choosing costs little beside the last bounds, the most expensive ones. A way
/// that saves less than a quarter is not taken: searches with tests grow more slowly from bound to
/// bound.
///
/// The direction returned is the one of the plan, or the one that ended the search; the counts
/// include all ways.
///
/// # Panics
/// Without a way.
pub fn cheapest_way<S: StateSpace>(
    ways: &[Way<'_, S>],
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<S::Action>) {
    /// Up to this cost all ways are measured at a bound and none is left out: some tenths of a
    /// second.
    const LITTLE: u64 = 20_000;
    /// Of the memory one of so many bytes is for beams, the others are for proofs.
    const FOR_PLANS: u64 = 16;
    let limits = *monitor.limits();
    let for_plans = limits.memory.map(|all| all / FOR_PLANS);
    let for_proofs = limits.memory.map(|all| all - all / FOR_PLANS);
    let monitor = &mut monitor.with(Limits { memory: for_proofs, ..limits });
    let mut searches: Vec<_> =
        ways.iter().map(|way| Bounded::new(way.space, way.testing, monitor)).collect();
    let mut bound = searches.iter().map(Bounded::least).max().expect("there is a way");
    let mut plans = Plans::new(ways.iter().map(|way| (way.direction, way.space)), for_plans);
    let mut cheapest = 0;
    let mut rivals: VecDeque<usize> = (1..ways.len()).collect();
    plans.begin(bound, monitor);
    let (direction, outcome) = loop {
        if let Some(end) = plans.end(bound) {
            break end;
        }
        let others = beside(&searches, cheapest);
        let monitor_of_proof = &mut monitor.after(&others.after(&plans.effort).statistics);
        let search = &mut searches[cheapest];
        let mut go_on = |effort: &Effort, monitor: &mut Monitor<'_>| {
            plans.improve(bound, &others, effort, monitor)
        };
        let next = match search.prove(bound, monitor_of_proof, &mut go_on) {
            Step::Next(next) => next,
            Step::GivenUp => continue,
            Step::Ended(outcome) => {
                let direction = ways[cheapest].direction;
                searches.remove(cheapest);
                break (direction, outcome);
            }
        };
        if !plans.are_done(next)
            && let Some(outcome) = search.dive(next, monitor_of_proof)
        {
            let direction = ways[cheapest].direction;
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
        for way in rivals.drain(..looks.min(rivals.len())).collect::<Vec<_>>() {
            let others = beside(&searches, way);
            let monitor = &mut monitor.after(&others.after(&plans.effort).statistics);
            let search = &mut searches[way];
            let mut go_on = |effort: &Effort, monitor: &mut Monitor<'_>| {
                plans.improve(next, &others, effort, monitor)
            };
            if search.is_cheaper(bound, cost - cost / 4, monitor, &mut go_on) {
                rivals.push_back(cheapest);
                (cheapest, cost) = (way, search.cost);
            } else if cost < LITTLE {
                rivals.push_back(way);
            }
            search.layers.forget();
        }
        bound = next;
    };
    let outcome = outcome.plus(&plans.effort.statistics).plus(&all(searches.iter()).statistics);
    plans.complete(direction, outcome)
}

/// What all searches but that of one way took.
fn beside<S: StateSpace>(searches: &[Bounded<'_, S>], way: usize) -> Effort {
    all(searches.iter().enumerate().filter(|&(other, _)| other != way).map(|(_, other)| other))
}

/// What searches took.
fn all<'a, 's: 'a, S: StateSpace + 's>(
    searches: impl Iterator<Item = &'a Bounded<'s, S>>,
) -> Effort {
    searches.fold(Effort::default(), |sum, search| search.layers.effort.after(&sum))
}
