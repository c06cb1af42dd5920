//! Layer by layer, whole or within a bound on f, on all cores.
//!
//! Works in the thread pool it is called from (`rayon`).

use crate::breadth_first::dive::{Allowance, Deepest, Last, dive};
use crate::breadth_first::expansion::{Met, expand};
use crate::breadth_first::overflow_dfs::{OverflowSearch, Walks};
use crate::outcome::Halt;
use crate::outcome::Work;
use crate::problem::{
    Action, Backward, FBound, IterationStart, Key, LazyTest, LazyTesting, Parts, StateSpace,
};
use crate::store::closed_list::ClosedList;
use crate::store::feistel::SHARDS;
use crate::store::plan_extraction::{moves_between, trace};
use crate::{Depth, Monitor, Stop};

/// Asked between two chunks, with the work so far, whether a search is to go on. May do something
/// else meanwhile and let the monitor count it.
pub(crate) type GoOn<'a> = dyn FnMut(&Work, &mut Monitor<'_>) -> bool + 'a;

/// Never gives a search up.
pub(crate) fn to_the_end(_: &Work, _: &mut Monitor<'_>) -> bool {
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
/// and what finds no room in it is searched depth-first: see [`OverflowSearch`].
///
/// A layer is expanded in chunks, each by [`expand`] on all cores.
pub(crate) struct Layers<'a, P: Parts> {
    problem: &'a P,
    pub(crate) closed: ClosedList<Key<P>>,
    /// Once the closed list was full.
    pub(crate) overflow: Option<OverflowSearch<Key<P>>>,
    testing: LazyTesting,
    /// Of the search within the last bound.
    deepest: Deepest<Key<P>>,
    /// Bytes that searches and dives may take.
    memory: Option<u64>,
    pub(crate) work: Work,
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

impl<'a, P: Parts<Space: Backward>> Layers<'a, P> {
    /// States expanded between two looks at the limits: some milliseconds.
    const CHUNK: usize = 1 << 13;
    pub(crate) fn new(problem: &'a P, testing: LazyTesting, monitor: &Monitor<'_>) -> Self {
        let memory = monitor.limits().memory;
        Self {
            problem,
            closed: ClosedList::new(problem.space().ranking(), memory.map(for_searches)),
            overflow: None,
            testing,
            deepest: Deepest::new(memory.map(for_dives)),
            memory,
            work: Work::default(),
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
    ) -> Result<Searched<Action<P>>, Unfinished> {
        self.lower = self.lower.max(lower);
        let searched = self.search_layers(bound, monitor, go_on);
        match (searched, self.memory.map(for_searches)) {
            // Depth-first search may find any plan within the bound: here they are all shortest.
            (Err(Unfinished::Stopped(Stop::Memory)), Some(memory))
                if bound == lower && self.overflow.is_none() =>
            {
                let overflow = OverflowSearch::with_share_of(memory);
                let left = memory - overflow.bytes();
                self.closed = ClosedList::new(self.problem.space().ranking(), Some(left));
                self.overflow = Some(overflow);
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
    ) -> Result<Searched<Action<P>>, Unfinished> {
        self.problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        self.closed.clear();
        self.deepest.clear();
        if let Some(overflow) = &mut self.overflow {
            overflow.clear()?;
        }
        let mut bound = FBound::new(bound);
        let mut newest = 0;
        let mut unstored = Vec::new();
        for root in self.problem.roots() {
            if !bound.admits(Depth::ZERO, |left| self.problem.estimate_within(&root, left)) {
                continue;
            }
            let key = self.problem.pack(&root);
            let is_wanted = || match self.testing {
                LazyTesting::On => {
                    bound.admits(Depth::ZERO, |left| self.problem.test().test(&root.state, left))
                }
                LazyTesting::Off => true,
            };
            match self.closed.meet(key, Depth::ZERO, is_wanted) {
                Ok(false) => {}
                Ok(true) if self.problem.is_goal(&root) => return Ok(Searched::Found(Vec::new())),
                Ok(true) => newest += 1,
                Err(_) => unstored.push(key),
            }
        }
        let mut stored = newest;
        let mut depth = Depth::ZERO;
        if let Some(plan) = self.search_overflow(unstored, depth, &mut bound, monitor, go_on)? {
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
                        let plan = trace(self.problem.space(), &self.closed, goal, depth);
                        return Ok(Searched::Found(plan));
                    }
                    if let Some(plan) =
                        self.search_overflow(unstored, depth, &mut bound, monitor, go_on)?
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
    /// has found none, for `work` in states expanded.
    ///
    /// # Errors
    /// The limit of the monitor that is reached.
    pub(crate) fn dive(
        &mut self,
        bound: Depth,
        work: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Action<P>>>, Stop> {
        let allowance = Allowance { work, memory: self.memory.map(for_dives) };
        let last = Last { closed: &self.closed, deepest: &self.deepest };
        dive(self.problem, &last, bound, self.testing, allowance, monitor, &mut self.work)
    }

    /// Meets every state of every shortest plan but for the last one, given how long these are.
    ///
    /// # Errors
    /// The limit that is reached: memory, too, since what is searched depth-first is not stored.
    pub(crate) fn meet_all(
        &mut self,
        length: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        self.lower = length;
        match self.search_layers(length, monitor, &mut to_the_end) {
            Ok(_) => Ok(()),
            Err(Unfinished::Stopped(stop)) => Err(stop),
            Err(Unfinished::GivenUp) => unreachable!("nobody gives it up"),
        }
    }

    /// Gives the memory of the last search back.
    pub(crate) fn forget(&mut self) {
        self.closed.release();
        if let Some(overflow) = &mut self.overflow {
            overflow.release();
        }
    }

    /// Counts `stored` states and those that the tables hold beside them.
    fn count_stored(&mut self, stored: usize) {
        let held = stored as u64 + self.overflow.as_mut().map_or(0, OverflowSearch::len);
        self.work.statistics.stored = self.work.statistics.stored.max(held);
    }

    /// Looks at the limits and tells how many states may be expanded.
    fn check(&self, monitor: &mut Monitor<'_>, go_on: &mut GoOn<'_>) -> Result<usize, Unfinished> {
        if !go_on(&self.work, monitor) {
            return Err(Unfinished::GivenUp);
        }
        monitor.poll(self.lower, &self.work.statistics)?;
        Ok(monitor.nodes_left(&self.work.statistics)?)
    }

    /// Searches depth-first below states met at `depth` that the closed list has no room for.
    /// Returns a plan within the bound.
    fn search_overflow(
        &mut self,
        states: Vec<Key<P>>,
        depth: Depth,
        bound: &mut FBound,
        monitor: &mut Monitor<'_>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Option<Vec<Action<P>>>, Unfinished> {
        let problem = self.problem;
        let mut walks = Walks::new(states, depth);
        while !walks.are_done() {
            let left = self.check(monitor, go_on)?;
            let Some(overflow) = &self.overflow else { return Err(Stop::Memory.into()) };
            let advance =
                overflow.advance(&mut walks, left, problem, &self.closed, self.testing, bound);
            self.work.statistics.expanded += advance.expanded;
            self.work.statistics.generated += advance.generated;
            self.work.tested += advance.tested;
            if let Some(path) = advance.path_to_goal {
                let mut plan = trace(problem.space(), &self.closed, path[0], depth);
                plan.extend(moves_between(problem.space(), &path));
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    /// Expands some states and stores their children, which are at `depth`.
    fn expand(
        &mut self,
        states: &[Key<P>],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Met<Key<P>>, Stop> {
        self.work.statistics.expanded += states.len() as u64;
        let (problem, closed) = (self.problem, &mut self.closed);
        let met = expand(problem, closed, states, depth, bound, self.testing, halt)?;
        self.work.statistics.generated += met.generated;
        self.work.tested += met.tested;
        Ok(met)
    }
}
