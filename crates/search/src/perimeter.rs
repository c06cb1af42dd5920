//! IDA* that knows the exact distance of every state near the goals.
//!
//! # Source
//! Dillenburg and Nelson, "Perimeter search", Artificial Intelligence 65 (1994); Manzini, "BIDA*:
//! an improved perimeter search algorithm", Artificial Intelligence 75 (1995); for Atomix
//! Hüffner 2003, section 5.6.

use crate::table::{StateIndex, StateTable};
use crate::transposition_table::transposition_ida_star;
use crate::{
    Depth, Fit, Limits, Monitor, Outcome, Refused, Reversible, StateSpace, Statistics, Stop,
};

/// IDA* with a transposition table on a space with a perimeter, which takes a part of the memory.
///
/// # Complexity
/// As [`transposition_ida_star`], and a breadth-first search from the goals.
pub fn perimeter_ida_star<S: Reversible>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let roots = space.initial_states();
    let Some(lower) = roots.iter().filter_map(|root| space.heuristic(root)).min() else {
        return Outcome::unsolvable(Statistics::default());
    };
    let mut statistics = Statistics::default();
    let perimeter = match Perimeter::new(space, lower, &mut statistics, monitor) {
        Ok(perimeter) => perimeter,
        Err(stop) => return Outcome::bounded(stop, lower, statistics),
    };
    let limits = monitor.limits();
    let memory = limits.memory.map(|memory| memory - memory / Perimeter::<S>::SHARE);
    let limits = Limits { memory, ..*limits };
    let outcome =
        transposition_ida_star(&perimeter, &mut monitor.with(limits).after(statistics.expanded));
    outcome.plus(&statistics)
}

/// A space whose heuristic is exact up to a distance from the goals, and greater than that
/// distance everywhere else.
pub struct Perimeter<'a, S: StateSpace> {
    space: &'a S,
    /// Every state from which a goal is this near, with the distance.
    distances: StateTable<S::Key, Depth>,
    /// The greatest distance in it.
    depth: Depth,
}

impl<'a, S: Reversible> Perimeter<'a, S> {
    /// States that a perimeter may have: some seconds' work at the most.
    const STATES: usize = 1 << 20;
    /// It may have one of so many bytes of the memory.
    const SHARE: u64 = 4;

    /// The largest perimeter of a space that has few enough states. Adds to the counts of
    /// `statistics`; no plan is shorter than `lower`.
    ///
    /// # Errors
    /// The limit of the monitor that is reached. Little memory makes the perimeter smaller; it is
    /// an error only if the goals themselves do not fit.
    pub fn new(
        space: &'a S,
        lower: Depth,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Stop> {
        let backward = space.backward();
        let memory = monitor.limits().memory.map(|memory| memory / Self::SHARE);
        let mut distances = StateTable::new(memory);
        for goal in backward.initial_states() {
            distances.insert(backward.pack(&goal), Depth::ZERO)?;
        }
        let mut is_whole = true;
        let mut depth = Depth::ZERO;
        let mut begin = 0;
        // The layers that are whole have so many states.
        let mut whole = distances.len();
        while is_whole && begin < whole {
            for at in begin..whole {
                monitor.check(lower, statistics)?;
                statistics.expanded += 1;
                let key = distances.key(StateIndex(at as u32));
                backward.expand(&backward.unpack(key), |_, before| {
                    statistics.generated += 1;
                    let inserted = distances.insert(backward.pack(&before), depth.next());
                    is_whole &= inserted.is_ok();
                });
                is_whole &= distances.len() <= Self::STATES;
                if !is_whole {
                    break;
                }
            }
            if is_whole {
                depth = depth.next();
                begin = whole;
                whole = distances.len();
            }
        }
        statistics.stored = distances.len() as u64;
        Ok(Self { space, distances, depth })
    }
}

impl<S: StateSpace> Perimeter<'_, S> {
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

impl<S: StateSpace> StateSpace for Perimeter<'_, S> {
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
