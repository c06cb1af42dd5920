//! IDA* that knows the exact distance of every state near the goals.
//!
//! # Source
//! Dillenburg and Nelson, "Perimeter search", Artificial Intelligence 65 (1994); Manzini, "BIDA*:
//! an improved perimeter search algorithm", Artificial Intelligence 75 (1995); for Atomix
//! Hüffner 2003, section 5.6.

use crate::ida_star::iterate_from;
use crate::table::{StateIndex, StateTable};
use crate::transposition_table::TranspositionTable;
use crate::{
    Depth, Fit, Limits, Monitor, Outcome, Refused, Reversible, Settings, StateSpace, Statistics,
    Stop, Verdict, Weight,
};

/// IDA* with a transposition table on a space with a perimeter, which takes a part of the memory.
///
/// The perimeter grows between iterations, and no more states are expanded for it than the search
/// has expanded: where a plan is found at once it has the goals alone.
///
/// # Complexity
/// As [`crate::transposition_table::transposition_ida_star`], and a breadth-first search from the
/// goals that expands no more states.
pub fn perimeter_ida_star<S: Reversible>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let mut statistics = Statistics::default();
    let roots = space.initial_states();
    let Some(mut lower) = roots.iter().filter_map(|root| space.heuristic(root)).min() else {
        return Outcome::unsolvable(statistics);
    };
    let limits = *monitor.limits();
    let share = limits.memory.map(|memory| memory / Perimeter::<S>::SHARE);
    let memory = limits.memory.zip(share).map(|(memory, share)| memory - share);
    let mut perimeter = match Perimeter::new(space, share) {
        Ok(perimeter) => perimeter,
        Err(stop) => return Outcome::bounded(stop, lower, statistics),
    };
    // States that the search has entered, at all bounds and at the last.
    let (mut searched, mut entered) = (0, 0);
    loop {
        if let Err(stop) = perimeter.grow(searched, lower, &mut statistics, monitor) {
            return Outcome::bounded(stop, lower, statistics);
        }
        let least = roots.iter().filter_map(|root| perimeter.heuristic(root)).min();
        lower = least.map_or(lower, |least| least.max(lower));
        if limits.upper_bound.is_some_and(|asked| lower > asked) {
            return Outcome::bounded(Stop::Bound, lower, statistics);
        }
        statistics.expanded_until_last_layer = statistics.expanded;
        let table = |last, _| TranspositionTable::next(last, entered, memory, Settings::default());
        let limits = Limits { upper_bound: Some(lower), memory, ..limits };
        let monitor = &mut monitor.with(limits);
        let outcome = iterate_from(&perimeter, Weight::ONE, lower, statistics, table, monitor);
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

/// A space whose heuristic is exact up to a distance from the goals, and greater than that
/// distance everywhere else.
struct Perimeter<'a, S: Reversible> {
    space: &'a S,
    backward: S::Backward,
    /// Every state from which a goal is this near, with the distance.
    distances: StateTable<S::Key, Depth>,
    /// The greatest distance in it of which it has all states.
    depth: Depth,
    /// The states of that distance are those from here up to `whole`.
    begin: usize,
    whole: usize,
    /// States that were expanded for it.
    expanded: u64,
}

impl<'a, S: Reversible> Perimeter<'a, S> {
    /// States that a perimeter may have.
    const STATES: usize = 1 << 20;
    /// It may have one of so many bytes of the memory.
    const SHARE: u64 = 4;

    /// The goals, in a table that will not take more than `memory`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the goals do not fit.
    fn new(space: &'a S, memory: Option<u64>) -> Result<Self, Stop> {
        let backward = space.backward();
        let mut distances = StateTable::new(memory);
        for goal in backward.initial_states() {
            distances.insert(backward.pack(&goal), Depth::ZERO)?;
        }
        let (depth, whole) = (Depth::ZERO, distances.len());
        Ok(Self { space, backward, distances, depth, begin: 0, whole, expanded: 0 })
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
                self.backward.expand(&self.backward.unpack(key), |_, before| {
                    statistics.generated += 1;
                    let before = self.backward.pack(&before);
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
    fn improved(&self, state: &S::State, h: Depth) -> Depth {
        let distance = self.distances.find(self.space.pack(state));
        match distance.map(|at| *self.distances.value(at)) {
            Some(distance) if distance <= self.depth => distance,
            _ => h.max(self.depth.next()),
        }
    }
}

impl<S: Reversible> StateSpace for Perimeter<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Key = S::Key;

    fn initial_states(&self) -> Vec<S::State> {
        self.space.initial_states()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }

    fn heuristic(&self, state: &S::State) -> Option<Depth> {
        self.space.heuristic(state).map(|h| self.improved(state, h))
    }

    fn expand(&self, state: &S::State, visit: impl FnMut(S::Action, S::State)) {
        self.space.expand(state, visit);
    }

    fn expand_within(
        &self,
        state: &S::State,
        budget: Depth,
        mut visit: impl FnMut(S::Action, S::State),
    ) -> Refused {
        let mut beyond = Refused::default();
        let mut refused = self.space.expand_within(state, budget, |action, child| {
            match self.fit(&child, budget) {
                Fit::Within => visit(action, child),
                Fit::Beyond(least) => beyond.add(Some(least)),
                Fit::Never => beyond.add(None),
            }
        });
        refused.merge(&beyond);
        refused
    }

    fn predecessors(&self, state: &S::State, visit: impl FnMut(S::State)) {
        self.space.predecessors(state, visit);
    }

    fn pack(&self, state: &S::State) -> S::Key {
        self.space.pack(state)
    }

    fn unpack(&self, key: S::Key) -> S::State {
        self.space.unpack(key)
    }
}
