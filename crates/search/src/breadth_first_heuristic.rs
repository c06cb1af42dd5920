//! Breadth-first heuristic search with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); here
//! the graph is directed, so the closed list is kept whole, and the bound rises as in IDA*.

use crate::breadth_first::{Layers, Searched};
use crate::plans::Plans;
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
    let mut bound = search.least();
    loop {
        match search.prove(bound, monitor) {
            Step::Next(next) => bound = next,
            Step::Ended(outcome) => return outcome,
        }
    }
}

/// Proves bound after bound in the direction that was cheaper at the bound before, and looks for
/// plans on the way.
///
/// What one direction has shown holds for the other as well. Once a bound is proved, the other
/// direction is measured at it, and given up as soon as it has cost as much: so choosing costs at
/// most as much again for every bound but the last, the most expensive one. The number of states
/// at small bounds tells little, so one early choice would often be wrong.
///
/// Plans are looked for by beam search in both directions, with a part of the effort that the
/// proof has taken so far. A plan as long as the bound is a shortest one, and the bound need not
/// be searched; and where the search is stopped there is a plan to show.
///
/// `spaces` is the forward and the backward space of one puzzle. The direction returned is the
/// one of the plan, or the one that ended the search; the counts include both.
pub fn cheaper_direction<S: StateSpace>(
    spaces: [&S; 2],
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<S::Action>) {
    let [mut forward, mut backward] = spaces.map(|space| Bounded::new(space, monitor));
    let mut bound = forward.least().max(backward.least());
    let mut cheaper = Direction::Forward;
    let mut plans = Plans::new(spaces);
    let mut cost = 0;
    let (direction, outcome) = loop {
        let spent = forward.expanded() + backward.expanded();
        plans.improve(bound, cost, &mut monitor.after(spent));
        let (active, other) = match cheaper {
            Direction::Forward => (&mut forward, &mut backward),
            Direction::Backward => (&mut backward, &mut forward),
        };
        if let Some((direction, outcome)) = plans.end(bound) {
            break (
                direction,
                outcome.plus(&active.layers.statistics).plus(&other.layers.statistics),
            );
        }
        let spent = plans.statistics.expanded;
        let step = active.prove(bound, &mut monitor.after(spent + other.expanded()));
        match step {
            Step::Ended(outcome) => break (cheaper, outcome.plus(&other.layers.statistics)),
            Step::Next(next) => {
                cost = active.cost;
                // The two take turns, so only one may hold memory.
                active.layers.forget();
                if other.is_cheaper(bound, cost, &mut monitor.after(spent + active.expanded())) {
                    cheaper = cheaper.opposite();
                }
                other.layers.forget();
                bound = next;
            }
        }
    };
    let outcome = outcome.plus(&plans.statistics);
    plans.complete(direction, outcome)
}

enum Step<A> {
    /// No plan is shorter than this.
    Next(Depth),
    Ended(Outcome<A>),
}

struct Bounded<'a, S: StateSpace> {
    space: &'a S,
    layers: Layers<'a, S>,
    /// States expanded at the bound searched last.
    cost: u64,
}

impl<'a, S: StateSpace> Bounded<'a, S> {
    fn new(space: &'a S, monitor: &Monitor<'_>) -> Self {
        Self { space, layers: Layers::new(space, monitor), cost: 0 }
    }

    fn expanded(&self) -> u64 {
        self.layers.statistics.expanded
    }

    /// The least f of the roots; zero where none leads to a goal.
    fn least(&self) -> Depth {
        let roots = self.space.initial_states();
        roots.iter().filter_map(|root| self.space.heuristic(root)).min().unwrap_or(Depth::ZERO)
    }

    /// Looks for a plan of `bound` moves, given that none is shorter.
    fn prove(&mut self, bound: Depth, monitor: &mut Monitor<'_>) -> Step<S::Action> {
        let before = self.layers.statistics.expanded;
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Step::Ended(Outcome::bounded(Stop::Bound, bound, self.layers.statistics));
        }
        let searched = self.layers.search(bound, bound, monitor);
        self.cost = self.layers.statistics.expanded - before;
        let statistics = &mut self.layers.statistics;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        Step::Ended(match searched {
            Err(stop) => Outcome::bounded(stop, bound, *statistics),
            Ok(Searched::Found(plan)) => Outcome::with_plan(plan, bound, *statistics),
            Ok(Searched::Exhausted { next: None }) => Outcome::unsolvable(*statistics),
            Ok(Searched::Exhausted { next: Some(next) }) => return Step::Next(next),
        })
    }

    /// Whether this direction expands fewer than `cost` states at a bound that was proved.
    ///
    /// A limit met here is met again by the search that follows, and reported there.
    fn is_cheaper(&mut self, bound: Depth, cost: u64, monitor: &mut Monitor<'_>) -> bool {
        let before = self.layers.statistics.expanded;
        let nodes = before + cost;
        let searched = self.layers.search(bound, bound, &mut monitor.with_fewer_nodes(nodes));
        searched.is_ok() && self.layers.statistics.expanded < nodes
    }
}
