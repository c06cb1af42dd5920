//! Breadth-first search, whole or within a bound on f.

use crate::bound::Bound;
use crate::plan::trace;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop};

/// Searches layer by layer from the initial states until a goal appears.
///
/// The heuristic only tells dead ends. Works on directed graphs: the closed list is kept whole.
///
/// # Complexity
/// Time and memory linear in the states nearer than the goal.
pub fn breadth_first<S: StateSpace>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let asked = monitor.limits().upper_bound;
    let mut layers = Layers::new(space, monitor);
    match layers.search(asked.unwrap_or(Depth::MAX), Depth::ZERO, monitor) {
        Err(stop) => Outcome::bounded(stop, layers.lower, layers.statistics),
        Ok(Searched::Found(plan)) => {
            let length = Depth(plan.len() as u16);
            Outcome::with_plan(plan, length, layers.statistics)
        }
        Ok(Searched::Exhausted { next: None }) => Outcome::unsolvable(layers.statistics),
        Ok(Searched::Exhausted { next: Some(next) }) => {
            Outcome::bounded(Stop::Bound, next, layers.statistics)
        }
    }
}

/// How a search within a bound ended.
pub(crate) enum Searched<A> {
    /// A shortest plan.
    Found(Vec<A>),
    /// No plan is within the bound. `next` is the least f that was cut off; without one the
    /// space was seen whole.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search over the states with f within a bound, to be repeated with larger ones.
pub(crate) struct Layers<'a, S: StateSpace> {
    space: &'a S,
    /// The states of all layers so far, each with its parent; a layer is a range of it.
    table: StateTable<S::Key, StateIndex>,
    pub(crate) statistics: Statistics,
    /// No plan is shorter.
    pub(crate) lower: Depth,
}

impl<'a, S: StateSpace> Layers<'a, S> {
    pub(crate) fn new(space: &'a S, monitor: &Monitor<'_>) -> Self {
        Self {
            space,
            table: StateTable::new(monitor.limits().memory),
            statistics: Statistics::default(),
            lower: Depth::ZERO,
        }
    }

    /// Looks for a plan of at most `bound` moves, given that none is shorter than `lower`.
    ///
    /// # Sound because
    /// h is admissible: a state of a shortest plan within the bound is reached at its least g
    /// (induction over the layers), where g + h is at most the length of that plan, so it is not
    /// cut off. Consistency is not needed.
    pub(crate) fn search(
        &mut self,
        bound: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched<S::Action>, Stop> {
        self.lower = self.lower.max(lower);
        self.table.clear();
        let mut bound = Bound::new(bound);
        for state in self.space.initial_states() {
            if let Some(goal) = self.reach(&state, StateIndex::NONE, Depth::ZERO, &mut bound)? {
                return Ok(Searched::Found(self.plan(goal)));
            }
        }
        let mut depth = Depth::ZERO;
        let mut layer = 0..self.table.len();
        while !layer.is_empty() {
            self.lower = self.lower.max(depth.next());
            for at in layer.clone() {
                monitor.check(self.lower, &self.statistics)?;
                let at = StateIndex(at as u32);
                if let Some(goal) = self.expand(at, depth.next(), &mut bound)? {
                    return Ok(Searched::Found(self.plan(goal)));
                }
            }
            layer = layer.end..self.table.len();
            depth = depth.next();
        }
        Ok(Searched::Exhausted { next: bound.next })
    }

    /// Gives the memory of the last search back.
    pub(crate) fn forget(&mut self) {
        self.table.release();
    }

    fn plan(&self, goal: StateIndex) -> Vec<S::Action> {
        trace(self.space, &self.table, goal, |&parent| parent)
    }

    /// Expands a state; its children are at `depth`. Returns a goal among them.
    fn expand(
        &mut self,
        at: StateIndex,
        depth: Depth,
        bound: &mut Bound,
    ) -> Result<Option<StateIndex>, Stop> {
        let space = self.space;
        let mut reached = Ok(None);
        self.statistics.expanded += 1;
        space.expand(&space.unpack(self.table.key(at)), |_, child| {
            if matches!(reached, Ok(None)) {
                self.statistics.generated += 1;
                reached = self.reach(&child, at, depth, bound);
            }
        });
        reached
    }

    /// Stores a state met at `depth` if it is new and within the bound, and returns its place if
    /// it is a goal.
    fn reach(
        &mut self,
        state: &S::State,
        parent: StateIndex,
        depth: Depth,
        bound: &mut Bound,
    ) -> Result<Option<StateIndex>, Stop> {
        let space = self.space;
        if !bound.admits(depth, |left| space.fit(state, left)) {
            return Ok(None);
        }
        let when_new =
            || bound.admits(depth, |left| space.fit_when_new(state, left)).then_some(parent);
        let inserted = self.table.insert_with(space.pack(state), when_new)?;
        let Some(Inserted::New(at)) = inserted else { return Ok(None) };
        self.statistics.stored = self.statistics.stored.max(self.table.len() as u64);
        Ok(space.is_goal(state).then_some(at))
    }
}
