//! Breadth-first search, whole or within a bound on f, on all cores.
//!
//! Works in the thread pool it is called from (`rayon`).

use crate::below_stored::{BelowStored, Walks};
use crate::bound::Bound;
use crate::closed::ClosedList;
use crate::dive::{Allowance, Deepest, Last, dive};
use crate::effort::Effort;
use crate::expansion::{Met, expand};
use crate::mixing::SHARDS;
use crate::monitor::Halt;
use crate::plan::{moves_between, trace};
use crate::{Asking, Depth, Monitor, Outcome, StateSpace, Stop, Testing};

/// Searches layer by layer from the initial states until a goal appears.
///
/// The heuristic only tells dead ends. Works on directed graphs: the closed list is kept whole.
///
/// # Complexity
/// Time and memory linear in the states nearer than the goal.
pub fn breadth_first<S: StateSpace>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let asked = monitor.limits().upper_bound;
    let mut layers = Layers::new(space, Testing::Always, monitor);
    match layers.search(asked.unwrap_or(Depth::MAX), Depth::ZERO, monitor, &mut to_the_end) {
        Err(Unfinished::GivenUp) => unreachable!("nobody gives it up"),
        Err(Unfinished::Stopped(stop)) => {
            Outcome::bounded(stop, layers.lower, layers.effort.statistics)
        }
        Ok(Searched::Found(plan)) => {
            let length = Depth(plan.len() as u16);
            Outcome::with_plan(plan, length, layers.effort.statistics)
        }
        Ok(Searched::Exhausted { next: None }) => Outcome::unsolvable(layers.effort.statistics),
        Ok(Searched::Exhausted { next: Some(next) }) => {
            Outcome::bounded(Stop::Bound, next, layers.effort.statistics)
        }
    }
}

/// Asked between two chunks, with the effort so far, whether a search is to go on. May do something
/// else meanwhile and let the monitor count it.
pub(crate) type GoOn<'a> = dyn FnMut(&Effort, &mut Monitor<'_>) -> bool + 'a;

/// Never gives a search up.
pub(crate) fn to_the_end(_: &Effort, _: &mut Monitor<'_>) -> bool {
    true
}

/// Why a search within a bound has no end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfinished {
    Stopped(Stop),
    /// By the function that is asked whether to go on.
    GivenUp,
}

impl From<Stop> for Unfinished {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
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
///
/// Once the closed list is full at some bound, the search begins anew there with a smaller one,
/// and what finds no room in it is searched depth-first: see [`BelowStored`].
///
/// A layer is expanded in chunks, each by [`expand`] on all cores.
pub(crate) struct Layers<'a, S: StateSpace> {
    space: &'a S,
    pub(crate) closed: ClosedList<S::Key>,
    /// Once the closed list was full.
    pub(crate) below: Option<BelowStored<S::Key>>,
    testing: Testing,
    /// Of the search within the last bound.
    deepest: Deepest<S::Key>,
    /// Bytes that searches and dives may take.
    memory: Option<u64>,
    pub(crate) effort: Effort,
    /// No plan is shorter.
    pub(crate) lower: Depth,
}

/// What dives may take of so many bytes.
fn for_dives(all: u64) -> u64 {
    all / 16
}

/// What searches may take of so many bytes.
fn for_searches(all: u64) -> u64 {
    all - for_dives(all)
}

impl<'a, S: StateSpace> Layers<'a, S> {
    /// States expanded between two looks at the limits: some milliseconds.
    const CHUNK: usize = 1 << 13;
    pub(crate) fn new(space: &'a S, testing: Testing, monitor: &Monitor<'_>) -> Self {
        let memory = monitor.limits().memory;
        Self {
            space,
            closed: ClosedList::new(space.numbering(), memory.map(for_searches)),
            below: None,
            testing,
            deepest: Deepest::new(memory.map(for_dives)),
            memory,
            effort: Effort::default(),
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
        go_on: &mut GoOn<'_>,
    ) -> Result<Searched<S::Action>, Unfinished> {
        self.lower = self.lower.max(lower);
        let searched = self.search_layers(bound, monitor, go_on);
        match (searched, self.memory.map(for_searches)) {
            // Depth-first search may find any plan within the bound: here they are all shortest.
            (Err(Unfinished::Stopped(Stop::Memory)), Some(memory))
                if bound == lower && self.below.is_none() =>
            {
                let below = BelowStored::with_share_of(memory);
                let left = memory - below.bytes();
                self.closed = ClosedList::new(self.space.numbering(), Some(left));
                self.below = Some(below);
                self.search_layers(bound, monitor, go_on)
            }
            (searched, _) => searched,
        }
    }

    fn search_layers(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Searched<S::Action>, Unfinished> {
        self.space.learn(Asking::Anew);
        self.closed.clear();
        self.deepest.clear();
        if let Some(below) = &mut self.below {
            below.clear()?;
        }
        let mut bound = Bound::new(bound);
        let mut newest = 0;
        let mut unstored = Vec::new();
        for root in self.space.initial_states() {
            if !bound.admits(Depth::ZERO, |left| self.space.fit(&root, left)) {
                continue;
            }
            let key = self.space.pack(&root);
            let is_wanted = || match self.testing {
                Testing::Always => {
                    bound.admits(Depth::ZERO, |left| self.space.fit_when_new(&root, left))
                }
                Testing::Never => true,
            };
            match self.closed.meet(key, Depth::ZERO, is_wanted) {
                Ok(false) => {}
                Ok(true) if self.space.is_goal(&root) => return Ok(Searched::Found(Vec::new())),
                Ok(true) => newest += 1,
                Err(_) => unstored.push(key),
            }
        }
        let mut stored = newest;
        let mut depth = Depth::ZERO;
        if let Some(plan) = self.search_below(unstored, depth, &mut bound, monitor, go_on)? {
            return Ok(Searched::Found(plan));
        }
        self.count_stored(stored);
        while newest > 0 {
            // As many shards at a time as have a chunk of the layer together.
            let shards = (Self::CHUNK * SHARDS / newest).clamp(1, SHARDS);
            newest = 0;
            self.lower = self.lower.max(depth.next());
            for first in (0..SHARDS).step_by(shards) {
                let open = self.closed.close(first..SHARDS.min(first + shards), depth);
                let mut open = open.as_slice();
                while !open.is_empty() {
                    let left = self.check(monitor, go_on)?;
                    let (chunk, rest) = open.split_at(open.len().min(left).min(Self::CHUNK));
                    self.deepest.add(depth, chunk);
                    let depth = depth.next();
                    let Met { new, unstored, goal, .. } =
                        self.expand(chunk, depth, &mut bound, monitor.halt())?;
                    newest += new;
                    stored += new;
                    if let Some(goal) = goal {
                        let plan = trace(self.space, &self.closed, goal, depth);
                        return Ok(Searched::Found(plan));
                    }
                    if let Some(plan) =
                        self.search_below(unstored, depth, &mut bound, monitor, go_on)?
                    {
                        return Ok(Searched::Found(plan));
                    }
                    self.count_stored(stored);
                    open = rest;
                }
            }
            depth = depth.next();
        }
        Ok(Searched::Exhausted { next: bound.next })
    }

    /// Looks for a plan of at most `bound` moves below the deepest states of the last search, which
    /// has found none, for `effort` in states expanded.
    ///
    /// # Errors
    /// The limit of the monitor that is reached.
    pub(crate) fn dive(
        &mut self,
        bound: Depth,
        effort: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<S::Action>>, Stop> {
        let allowance = Allowance { effort, memory: self.memory.map(for_dives) };
        let last = Last { closed: &self.closed, deepest: &self.deepest };
        dive(self.space, &last, bound, self.testing, allowance, monitor, &mut self.effort)
    }

    /// Gives the memory of the last search back.
    pub(crate) fn forget(&mut self) {
        self.closed.release();
        if let Some(below) = &mut self.below {
            below.release();
        }
    }

    /// Counts `stored` states and those that the tables hold beside them.
    fn count_stored(&mut self, stored: usize) {
        let held = stored as u64 + self.below.as_mut().map_or(0, BelowStored::len);
        self.effort.statistics.stored = self.effort.statistics.stored.max(held);
    }

    /// Looks at the limits and tells how many states may be expanded.
    fn check(&self, monitor: &mut Monitor<'_>, go_on: &mut GoOn<'_>) -> Result<usize, Unfinished> {
        if !go_on(&self.effort, monitor) {
            return Err(Unfinished::GivenUp);
        }
        monitor.look_at_the_clock(self.lower, &self.effort.statistics)?;
        Ok(monitor.nodes_left(&self.effort.statistics)?)
    }

    /// Searches depth-first below states met at `depth` that the closed list has no room for.
    /// Returns a plan within the bound.
    fn search_below(
        &mut self,
        states: Vec<S::Key>,
        depth: Depth,
        bound: &mut Bound,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Option<Vec<S::Action>>, Unfinished> {
        let space = self.space;
        let mut walks = Walks::new(states, depth);
        while !walks.are_done() {
            let left = self.check(monitor, go_on)?;
            let Some(below) = &self.below else { return Err(Stop::Memory.into()) };
            let advance = below.advance(&mut walks, left, space, &self.closed, self.testing, bound);
            self.effort.statistics.expanded += advance.expanded;
            self.effort.statistics.generated += advance.generated;
            self.effort.tested += advance.tested;
            if let Some(path) = advance.path_to_goal {
                let mut plan = trace(space, &self.closed, path[0], depth);
                plan.extend(moves_between(space, &path));
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    /// Expands some states and stores their children, which are at `depth`.
    fn expand(
        &mut self,
        states: &[S::Key],
        depth: Depth,
        bound: &mut Bound,
        halt: Halt<'_>,
    ) -> Result<Met<S::Key>, Stop> {
        self.effort.statistics.expanded += states.len() as u64;
        let (space, closed) = (self.space, &mut self.closed);
        let met = expand(space, closed, states, depth, bound, self.testing, halt)?;
        self.effort.statistics.generated += met.generated;
        self.effort.tested += met.tested;
        Ok(met)
    }
}
