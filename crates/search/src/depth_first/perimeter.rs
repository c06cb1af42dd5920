//! IDA* that knows the exact distance of every state near the goals.
//!
//! # Source
//! Dillenburg and Nelson, "Perimeter search", Artificial Intelligence 65 (1994); Manzini, "BIDA*:
//! an improved perimeter search algorithm", Artificial Intelligence 75 (1995); for Atomix Hüffner
//! 2003, section 5.6, and Gliesch 2015, section 2.6. All use the smallest h over the states of the
//! perimeter; here that is an option, since it takes one estimate per state.

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

/// The heuristic for states outside the perimeter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PerimeterHeuristic {
    /// They are farther away than those inside.
    #[default]
    Distance,
    /// The distance of the perimeter plus the smallest h to its states: as published.
    LeastH,
}

impl PerimeterHeuristic {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Distance, Self::LeastH];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::LeastH => "least-h",
        }
    }
}

/// Turns a problem into one whose goals are the given states.
pub type Towards<'a, P> = &'a (dyn Fn(&P, Vec<Key<P>>) -> P + Sync);

/// Runs IDA* with a transposition table and a perimeter around the goals, which takes part of the
/// memory. With `towards`, its heuristic is [`PerimeterHeuristic::LeastH`].
///
/// The perimeter grows between iterations, and no more states are expanded for it than the search
/// has expanded: if a plan is found at once, the perimeter consists of the goals alone.
///
/// # Complexity
/// As [`transposition_ida_star`](crate::depth_first::transposition_ida_star), and a breadth-first
/// search from the goals that expands no more states.
pub fn perimeter_ida_star<P: Parts<Space: Backward>>(
    problem: &P,
    towards: Option<Towards<'_, P>>,
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
    let mut perimeter = match Perimeter::new(problem, towards, share) {
        Ok(heuristic) => WithHeuristic { problem, heuristic },
        Err(stop) => return monitor.stopped(stop, None, lower, statistics),
    };
    let mut table = TranspositionTable::new(memory, TableOptions::default());
    // States that the search has entered, at all bounds and at the last one.
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

/// A heuristic that is exact up to a distance from the goals, and greater than that distance
/// everywhere else.
///
/// # Admissible because
/// every state within the distance is known, with its distance. A plan from farther away passes
/// through a state at each smaller distance, and needs that distance from there.
struct Perimeter<'a, P: Parts<Space: Backward>> {
    problem: &'a P,
    towards: Option<Towards<'a, P>>,
    front: Option<Front<P>>,
    reversed: <P::Space as Backward>::Reversed,
    /// Every state this near to a goal, with its distance.
    distances: StateTable<Key<P>, Depth>,
    /// The greatest distance whose states are all in the table.
    depth: Depth,
    /// The states at that distance are those from here up to `whole`.
    begin: usize,
    whole: usize,
    /// States expanded to build it.
    expanded: u64,
}

/// The states at one distance from the goals, as the goals of a problem.
struct Front<P> {
    problem: P,
    distance: Depth,
}

impl<P: Parts> Front<P> {
    /// The estimate to the states of the front, plus their distance.
    fn estimate_within(&self, state: &State<P>, budget: Depth) -> BoundedEstimate {
        let heuristic = self.problem.heuristic();
        let value = heuristic.value(state);
        match heuristic.estimate_within(state, &value, budget - self.distance) {
            BoundedEstimate::AtLeast(least) => BoundedEstimate::AtLeast(least + self.distance),
            other => other,
        }
    }
}

impl<'a, P: Parts<Space: Backward>> Perimeter<'a, P> {
    /// The most states of a perimeter.
    const STATES: usize = 1 << 20;
    /// It may use one byte in this many of the memory.
    const SHARE: u64 = 4;
    /// The most states of a front: each estimate examines all of them.
    const FRONT: usize = 256;

    /// The goals, in a table of at most `memory` bytes.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the goals do not fit.
    fn new(
        problem: &'a P,
        towards: Option<Towards<'a, P>>,
        memory: Option<u64>,
    ) -> Result<Self, Stop> {
        let reversed = problem.space().reversed();
        let mut distances = StateTable::new(memory);
        for goal in reversed.roots() {
            distances.insert(reversed.pack(&goal), Depth::ZERO)?;
        }
        let (depth, whole) = (Depth::ZERO, distances.len());
        let (front, begin, expanded) = (None, 0, 0);
        Ok(Self { problem, towards, front, reversed, distances, depth, begin, whole, expanded })
    }

    /// Adds as many complete layers as at most `expansions` in all allow, and adds to the counts of
    /// `statistics`; no plan is shorter than `lower`.
    ///
    /// # Errors
    /// The limit of the monitor that is reached. Too little memory makes the perimeter smaller; it
    /// is not an error.
    fn grow(
        &mut self,
        expansions: u64,
        lower: Depth,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        let mut front = None;
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
                let layer = self.begin..self.whole;
                front = Some((layer, self.depth))
                    .filter(|(layer, _)| layer.len() <= Self::FRONT)
                    .or(front);
            }
        }
        if let Some((towards, (layer, distance))) = self.towards.zip(front) {
            let states = layer.map(|at| self.distances.key(StateIndex(at as u32))).collect();
            self.front = Some(Front { problem: towards(self.problem, states), distance });
        }
        statistics.stored = statistics.stored.max(self.distances.len() as u64);
        Ok(())
    }

    /// The exact distance of a state within the perimeter.
    fn distance(&self, state: &State<P>) -> Option<Depth> {
        let at = self.distances.find(self.problem.space().pack(state));
        at.map(|at| *self.distances.value(at)).filter(|distance| *distance <= self.depth)
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
        let h = self.problem.heuristic().estimate(state, value)?;
        if let Some(distance) = self.distance(state) {
            return Some(distance);
        }
        let h = h.max(self.depth.next());
        let Some(Front { problem, distance }) = &self.front else { return Some(h) };
        let heuristic = problem.heuristic();
        Some(h.max(heuristic.estimate(state, &heuristic.value(state))? + *distance))
    }

    fn estimate_within(
        &self,
        state: &State<P>,
        value: &Value<P>,
        budget: Depth,
    ) -> BoundedEstimate {
        let within = self.problem.heuristic().estimate_within(state, value, budget);
        if within != BoundedEstimate::WithinBudget {
            return within;
        }
        let (distance, farther) = (self.distance(state), self.depth.next());
        match (distance, &self.front) {
            (None, Some(front)) if farther <= budget => front.estimate_within(state, budget),
            _ => BoundedEstimate::of(distance.or(Some(farther)), budget),
        }
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
