//! IDA* that knows the exact distance of every state near the goals.
//!
//! # Source
//! Dillenburg and Nelson, "Perimeter search", Artificial Intelligence 65 (1994); Manzini, "BIDA*:
//! an improved perimeter search algorithm", Artificial Intelligence 75 (1995); for Atomix
//! Hüffner 2003, section 5.6.

use crate::depth_first::graph_kernel::iterate_from;
use crate::depth_first::iterative_deepening::{Counts, Start};
use crate::depth_first::transposition_table::TranspositionTable;
use crate::depth_first::{Switch, TableOptions};
use crate::problem::{
    Action, Backward, BoundedEstimate, Heuristic, Key, Parts, Pruned, State, StateSpace, Value,
    WithHeuristic,
};
use crate::store::{StateIndex, StateTable};
use crate::{Depth, Limits, Monitor, Outcome, Statistics, Stop, Verdict, Weight};

/// IDA* with a transposition table and a perimeter around the goals, which takes a part of the
/// memory.
///
/// The perimeter grows between iterations, and no more states are expanded for it than the search
/// has expanded: where a plan is found at once it has the goals alone.
///
/// # Complexity
/// As [`transposition_ida_star`](crate::depth_first::transposition_ida_star), and a breadth-first
/// search from the goals that expands no more states.
pub fn perimeter_ida_star<P: Parts<Space: Backward>>(
    problem: &P,
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let mut statistics = Statistics::default();
    let Some(mut lower) = problem.least_estimate() else {
        return Outcome::unsolvable(statistics);
    };
    let limits = *monitor.limits();
    let share = limits.memory.map(|memory| memory / Perimeter::<P>::SHARE);
    let memory = limits.memory.zip(share).map(|(memory, share)| memory - share);
    let mut perimeter = match Perimeter::new(problem, share) {
        Ok(heuristic) => WithHeuristic { problem, heuristic },
        Err(stop) => return monitor.stopped(stop, None, lower, statistics),
    };
    let mut table = TranspositionTable::new(memory, TableOptions::default());
    // States that the search has entered, at all bounds and at the last.
    let (mut searched, mut entered) = (0, 0);
    loop {
        let grown = perimeter.heuristic.grow(searched, lower, &mut statistics, monitor);
        if let Err(stop) = grown {
            return monitor.stopped(stop, None, lower, statistics);
        }
        lower = perimeter.least_estimate().map_or(lower, |least| least.max(lower));
        if limits.upper_bound.is_some_and(|asked| lower > asked) {
            return Outcome::beyond_bound(lower, statistics);
        }
        statistics.expanded_until_last_layer = statistics.expanded;
        let counts = Counts { searched: statistics, ..Counts::default() };
        let start = Start { bound: lower, last: entered, counts, known: None };
        let limits = Limits { upper_bound: Some(lower), memory, ..limits };
        let monitor = &mut monitor.with(limits);
        let outcome =
            iterate_from(&perimeter, Weight::ONE, move_ordering, &mut table, start, monitor);
        if outcome.verdict() != Verdict::Bounded(Stop::Bound) {
            return outcome;
        }
        entered = outcome.statistics().expanded - statistics.expanded;
        searched += entered;
        lower = outcome.bounds().lower;
        // The next iteration enters the same states again.
        statistics = Statistics { reexpanded: searched, ..*outcome.statistics() };
    }
}

/// A heuristic that is exact up to a distance from the goals, and at least that distance and one
/// everywhere else.
///
/// # Admissible because
/// every state within the distance is known, with its distance.
struct Perimeter<'a, P: Parts<Space: Backward>> {
    problem: &'a P,
    reversed: <P::Space as Backward>::Reversed,
    /// Every state from which a goal is this near, with the distance.
    distances: StateTable<Key<P>, Depth>,
    /// The greatest distance in it of which it has all states.
    depth: Depth,
    /// The states of that distance are those from here up to `whole`.
    begin: usize,
    whole: usize,
    /// States that were expanded for it.
    expanded: u64,
}

impl<'a, P: Parts<Space: Backward>> Perimeter<'a, P> {
    /// States that a perimeter may have.
    const STATES: usize = 1 << 20;
    /// It may have one of so many bytes of the memory.
    const SHARE: u64 = 4;

    /// The goals, in a table that will not take more than `memory`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the goals do not fit.
    fn new(problem: &'a P, memory: Option<u64>) -> Result<Self, Stop> {
        let reversed = problem.space().reversed();
        let mut distances = StateTable::new(memory);
        for goal in reversed.roots() {
            distances.insert(reversed.pack(&goal), Depth::ZERO)?;
        }
        let (depth, whole) = (Depth::ZERO, distances.len());
        Ok(Self { problem, reversed, distances, depth, begin: 0, whole, expanded: 0 })
    }

    /// Adds whole layers, as many as can be expanded with no more than `expansions` in all. Adds
    /// to the counts of `statistics`; no plan is shorter than `lower`.
    ///
    /// # Errors
    /// The limit of the monitor that is reached. Little memory makes the perimeter smaller; it is
    /// no error.
    fn grow(
        &mut self,
        expansions: u64,
        lower: Depth,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        while self.begin < self.whole {
            let layer = self.begin..self.whole;
            if self.expanded + layer.len() as u64 > expansions {
                break;
            }
            let mut is_whole = true;
            for at in layer {
                monitor.check(lower, statistics)?;
                self.expanded += 1;
                statistics.expanded += 1;
                let key = self.distances.key(StateIndex(at as u32));
                self.reversed.successors(&self.reversed.unpack(key), |_, before| {
                    statistics.generated += 1;
                    let before = self.reversed.pack(&before);
                    is_whole &= self.distances.insert(before, self.depth.next()).is_ok();
                });
                is_whole &= self.distances.len() <= Self::STATES;
                if !is_whole {
                    break;
                }
            }
            self.begin = self.whole;
            if is_whole {
                self.depth = self.depth.next();
                self.whole = self.distances.len();
            }
        }
        statistics.stored = statistics.stored.max(self.distances.len() as u64);
        Ok(())
    }

    /// The exact distance of a state within the perimeter; for others the least they may have,
    /// given what the heuristic says.
    fn improved(&self, state: &State<P>, h: Depth) -> Depth {
        let distance = self.distances.find(self.problem.space().pack(state));
        match distance.map(|at| *self.distances.value(at)) {
            Some(distance) if distance <= self.depth => distance,
            _ => h.max(self.depth.next()),
        }
    }
}

impl<P: Parts<Space: Backward>> Heuristic<P::Space> for Perimeter<'_, P> {
    type Value = Value<P>;

    fn value(&self, state: &State<P>) -> Value<P> {
        self.problem.heuristic().value(state)
    }

    fn value_after(
        &self,
        parent: &State<P>,
        value: &Value<P>,
        action: Action<P>,
        child: &State<P>,
    ) -> Value<P> {
        self.problem.heuristic().value_after(parent, value, action, child)
    }

    fn estimate(&self, state: &State<P>, value: &Value<P>) -> Option<Depth> {
        self.problem.heuristic().estimate(state, value).map(|h| self.improved(state, h))
    }

    fn successors_within(
        &self,
        space: &P::Space,
        state: &State<P>,
        value: &Value<P>,
        budget: Depth,
        mut visit: impl FnMut(Action<P>, State<P>, Value<P>),
    ) -> Pruned {
        let mut beyond = Pruned::default();
        let heuristic = self.problem.heuristic();
        let mut pruned =
            heuristic.successors_within(space, state, value, budget, |action, child, value| {
                match self.estimate_within(&child, &value, budget) {
                    BoundedEstimate::WithinBudget => visit(action, child, value),
                    BoundedEstimate::AtLeast(least) => beyond.add(Some(least)),
                    BoundedEstimate::DeadEnd => beyond.add(None),
                }
            });
        pruned.merge(&beyond);
        pruned
    }
}
