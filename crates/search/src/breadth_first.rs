//! Breadth-first search, whole or within a bound on f, on all cores.
//!
//! Expands in the thread pool it is called from (`rayon`).

use crate::bound::Bound;
use crate::plan::trace;
use crate::table::{Inserted, StateIndex, StateTable};
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop};
use rayon::prelude::*;
use std::hash::Hash;
use std::ops::Range;

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
    /// States expanded between two looks at the limits: a few milliseconds.
    const CHUNK: usize = 2048;
    /// States expanded by one core at a time.
    const BATCH: usize = 64;

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
        let mut roots = Batch::new(&bound);
        for state in self.space.initial_states() {
            roots.meet(self.space, &self.table, &state, StateIndex::NONE, Depth::ZERO);
        }
        if let Some(goal) = self.store(roots, &mut bound)? {
            return Ok(Searched::Found(self.plan(goal)));
        }
        let mut depth = Depth::ZERO;
        let mut layer = 0..self.table.len();
        while !layer.is_empty() {
            depth = depth.next();
            self.lower = self.lower.max(depth);
            while !layer.is_empty() {
                monitor.look_at_the_clock(self.lower, &self.statistics)?;
                let left = monitor.nodes_left(&self.statistics)?;
                let chunk = layer.start..layer.end.min(layer.start + left.min(Self::CHUNK));
                for batch in self.expand(chunk.clone(), depth, &bound) {
                    self.statistics.generated += batch.generated;
                    if let Some(goal) = self.store(batch, &mut bound)? {
                        return Ok(Searched::Found(self.plan(goal)));
                    }
                }
                layer.start = chunk.end;
            }
            layer = layer.end..self.table.len();
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

    /// Expands the states at `places`; their children are at `depth`.
    ///
    /// The table is only read here, so all cores can; the batches come in order, so what follows
    /// does not depend on how many cores there are.
    fn expand(&mut self, places: Range<usize>, depth: Depth, bound: &Bound) -> Vec<Batch<S::Key>> {
        self.statistics.expanded += places.len() as u64;
        let (space, table) = (self.space, &self.table);
        let expand = |start: usize| {
            let mut batch = Batch::new(bound);
            for at in start..places.end.min(start + Self::BATCH) {
                let at = StateIndex(at as u32);
                space.expand(&space.unpack(table.key(at)), |_, child| {
                    batch.generated += 1;
                    batch.meet(space, table, &child, at, depth);
                });
            }
            batch
        };
        places.clone().into_par_iter().step_by(Self::BATCH).map(expand).collect()
    }

    /// Stores the states of a batch and returns the place of the first goal among them.
    fn store(
        &mut self,
        batch: Batch<S::Key>,
        bound: &mut Bound,
    ) -> Result<Option<StateIndex>, Stop> {
        bound.merge(&batch.bound);
        for Met { key, parent, is_goal } in batch.met {
            if let Inserted::New(at) = self.table.insert(key, parent)?
                && is_goal
            {
                return Ok(Some(at));
            }
        }
        self.statistics.stored = self.statistics.stored.max(self.table.len() as u64);
        Ok(None)
    }
}

/// What expanding a few states has brought.
struct Batch<K> {
    met: Vec<Met<K>>,
    generated: u64,
    bound: Bound,
}

/// A state that was not in the table and is within the bound.
struct Met<K> {
    key: K,
    parent: StateIndex,
    is_goal: bool,
}

impl<K: Copy + Eq + Hash> Batch<K> {
    fn new(bound: &Bound) -> Self {
        Self { met: Vec::new(), generated: 0, bound: *bound }
    }

    /// Keeps a state met at `depth` if it is new and within the bound.
    fn meet<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        table: &StateTable<K, StateIndex>,
        state: &S::State,
        parent: StateIndex,
        depth: Depth,
    ) {
        if !self.bound.admits(depth, |left| space.fit(state, left)) {
            return;
        }
        let key = space.pack(state);
        let is_wanted = !table.contains(key)
            && self.bound.admits(depth, |left| space.fit_when_new(state, left));
        if is_wanted {
            self.met.push(Met { key, parent, is_goal: space.is_goal(state) });
        }
    }
}
