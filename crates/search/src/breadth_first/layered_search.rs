//! Breadth-first search layer by layer, unbounded or within a bound on f, on all cores.
//!
//! Works in the thread pool it is called from (`rayon`).

mod saved;

use crate::breadth_first::dive::{Allowance, Deepest, Last, dive};
use crate::breadth_first::expansion::{Expanded, expand};
use crate::breadth_first::overflow_dfs::{OverflowSearch, Walks};
use crate::outcome::Work;
use crate::problem::{
    Action, Backward, FBound, IterationStart, Key, LazyTest, LazyTesting, Parts, StateSpace,
};
use crate::store::closed_list::ClosedList;
use crate::store::feistel::SHARDS;
use crate::store::plan_extraction::{moves_between, trace};
use crate::{Depth, Monitor, Stop};
use std::mem;

/// Called between two chunks with the work so far, to decide whether the search continues. May do
/// something else first and let the monitor count it.
pub(crate) type MayContinue<'a> = dyn FnMut(&Work, &mut Monitor<'_>) -> Result<(), Unfinished> + 'a;

/// Never gives a search up.
pub(crate) fn to_the_end(_: &Work, _: &mut Monitor<'_>) -> Result<(), Unfinished> {
    Ok(())
}

/// Why a search within a bound has not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It reached a limit. The same call, if made later, resumes it.
    Stopped(Stop),
    /// Paused by the [`MayContinue`] function: the same call resumes it.
    Paused,
    /// Given up by that function.
    GivenUp,
    /// No path leads to a state recorded as met: the checkpoint that was resumed does not come from
    /// a search.
    Untraceable,
}

impl Unfinished {
    /// The limit, if nothing decides whether to continue.
    pub(crate) fn stop(self) -> Stop {
        match self {
            Self::Stopped(stop) => stop,
            Self::Paused | Self::GivenUp | Self::Untraceable => Stop::Interrupted,
        }
    }
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
    /// No plan is within the bound. `next` is the least f that was cut off; if `None`, the whole
    /// space was seen.
    Exhausted { next: Option<Depth> },
}

/// What a search does when its closed list is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhenFull {
    /// Starts the bound over with a smaller list, and searches depth-first from states that find no
    /// room in it: see [`OverflowSearch`].
    Overflow,
    /// Stops with [`Stop::Memory`]. A browser has no disk to continue on.
    #[cfg(not(target_arch = "wasm32"))]
    Stop,
}

/// Breadth-first search over the states with f within a bound, to be repeated with larger ones.
///
/// A layer is expanded in chunks, each by [`expand`] on all cores.
pub(crate) struct LayeredSearch<'a, P: Parts> {
    problem: &'a P,
    pub(crate) closed: ClosedList<Key<P>>,
    /// Present once the closed list was full.
    pub(crate) overflow: Option<OverflowSearch<Key<P>>>,
    pub(crate) when_full: WhenFull,
    testing: LazyTesting,
    /// Those of the search within the last bound.
    deepest: Deepest<Key<P>>,
    /// The search within a bound that has not ended.
    running: Option<Running<Key<P>>>,
    /// Bytes that searches and dives may use.
    memory: Option<u64>,
    pub(crate) work: Work,
    /// No plan is shorter.
    pub(crate) lower: Depth,
}

/// The position of a search within a bound.
struct Running<K> {
    bound: FBound,
    /// The depth of the states being expanded.
    depth: Depth,
    /// States stored in the next layer so far.
    newest: usize,
    /// Those in all layers.
    stored: usize,
    /// The shards that together hold a chunk.
    shards: usize,
    /// The first shard whose states of the layer have not been taken out yet.
    next_shard: usize,
    /// The states taken out last, and how many of them were expanded.
    open: Vec<K>,
    expanded: usize,
    /// The children of the next states so far, if a limit ended their expansion.
    met: Expanded<K>,
    /// Those below states that found no room.
    walks: Walks<K>,
}

impl<K> Running<K> {
    /// Starts a layer of `states` stored states.
    fn begin_layer(&mut self, depth: Depth, states: usize) {
        self.depth = depth;
        self.shards = (CHUNK * SHARDS).checked_div(states).unwrap_or(SHARDS).clamp(1, SHARDS);
        (self.newest, self.next_shard) = (0, 0);
    }
}

/// States expanded between two checks of the limits: some milliseconds.
const CHUNK: usize = 1 << 13;

/// The bytes out of `all` that dives may use.
fn for_dives(all: u64) -> u64 {
    all / 16
}

/// The bytes out of `all` that searches may use.
fn for_searches(all: u64) -> u64 {
    all - for_dives(all)
}

impl<'a, P: Parts<Space: Backward>> LayeredSearch<'a, P> {
    pub(crate) fn new(problem: &'a P, testing: LazyTesting, monitor: &Monitor<'_>) -> Self {
        let memory = monitor.limits().memory;
        Self {
            problem,
            closed: ClosedList::new(problem.space().ranking(), memory.map(for_searches)),
            overflow: None,
            when_full: WhenFull::Overflow,
            testing,
            deepest: Deepest::new(memory.map(for_dives)),
            running: None,
            memory,
            work: Work::default(),
            lower: Depth::ZERO,
        }
    }

    /// Starts or resumes looking for a plan of at most `bound` moves, given that none is shorter
    /// than `lower`.
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
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Searched<Action<P>>, Unfinished> {
        self.lower = self.lower.max(lower);
        let searched = self.search_layers(bound, monitor, may_continue);
        match (searched, self.memory) {
            // Depth-first search may find any plan within the bound; here all of them are shortest.
            (Err(Unfinished::Stopped(Stop::Memory)), Some(memory))
                if bound == lower
                    && self.overflow.is_none()
                    && self.when_full == WhenFull::Overflow =>
            {
                self.running = None;
                self.make_overflow(memory);
                self.search_layers(bound, monitor, may_continue)
            }
            (searched, _) => searched,
        }
    }

    /// Divides the memory between a closed list and depth-first search from what finds no room
    /// there.
    fn make_overflow(&mut self, memory: u64) {
        let memory = for_searches(memory);
        let overflow = OverflowSearch::with_share_of(memory);
        let left = memory - overflow.bytes();
        self.closed = ClosedList::new(self.problem.space().ranking(), Some(left));
        self.overflow = Some(overflow);
    }

    fn search_layers(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Searched<Action<P>>, Unfinished> {
        let running = self.running.take().filter(|running| running.bound.limit() == bound);
        let mut running = match running {
            Some(running) => running,
            None => match self.begin(bound, monitor) {
                Some(running) => running,
                None => return Ok(Searched::Found(Vec::new())),
            },
        };
        let searched = self.run(&mut running, monitor, may_continue);
        if let Err(Unfinished::Stopped(_) | Unfinished::Paused) = searched {
            self.running = Some(running);
        }
        searched
    }

    /// Stores the roots; `None` if one of them is a goal.
    fn begin(&mut self, bound: Depth, monitor: &Monitor<'_>) -> Option<Running<Key<P>>> {
        self.problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        self.closed.clear();
        self.deepest.clear();
        if let Some(overflow) = &mut self.overflow {
            overflow.release();
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
                Ok(true) if self.problem.is_goal(&root) => return None,
                Ok(true) => newest += 1,
                Err(_) => unstored.push(key),
            }
        }
        let mut running = Running {
            bound,
            depth: Depth::ZERO,
            newest,
            stored: newest,
            shards: SHARDS,
            next_shard: 0,
            open: Vec::new(),
            expanded: 0,
            met: Expanded::default(),
            walks: Walks::new(unstored, Depth::ZERO),
        };
        running.begin_layer(Depth::ZERO, newest);
        Some(running)
    }

    fn run(
        &mut self,
        running: &mut Running<Key<P>>,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Searched<Action<P>>, Unfinished> {
        loop {
            if let Some(plan) = self.search_overflow(running, monitor, may_continue)? {
                return Ok(Searched::Found(plan));
            }
            self.count_stored(running.stored);
            if running.expanded == running.open.len() && !self.take_out(running) {
                return Ok(Searched::Exhausted { next: running.bound.next });
            }
            let depth = running.depth.next();
            // A limit on nodes may have ended a chunk early.
            let is_next = running.expanded.is_multiple_of(CHUNK);
            let left = match is_next {
                true => self.check(monitor, may_continue)?,
                false => self.check(monitor, &mut to_the_end)?,
            };
            let end = (running.expanded / CHUNK + 1) * CHUNK;
            let end = end.min(running.open.len()).min(running.expanded.saturating_add(left));
            let chunk = &running.open[running.expanded..end];
            let (problem, closed, testing) = (self.problem, &mut self.closed, self.testing);
            let (bound, met) = (&mut running.bound, &mut running.met);
            expand(problem, closed, chunk, depth, bound, testing, monitor.halt(), met)?;
            self.deepest.add(running.depth, chunk, is_next);
            self.work.statistics.expanded += chunk.len() as u64;
            running.expanded = end;
            let met = mem::take(&mut running.met);
            self.work.statistics.generated += met.generated;
            self.work.tested += met.tested;
            running.newest += met.new;
            running.stored += met.new;
            if let Some(goal) = met.goal {
                let met_in = &mut |keys: &[_], layer| self.closed.met_in(keys, layer);
                let plan = trace(self.problem.space(), met_in, goal, depth);
                return plan.map(Searched::Found).ok_or(Unfinished::Untraceable);
            }
            running.walks = Walks::new(met.unstored, depth);
        }
    }

    /// Takes out the next states to be expanded. Returns whether there are any.
    fn take_out(&mut self, running: &mut Running<Key<P>>) -> bool {
        running.expanded = 0;
        loop {
            if running.next_shard == SHARDS {
                if running.newest == 0 {
                    return false;
                }
                running.begin_layer(running.depth.next(), running.newest);
            }
            // No state at a smaller depth was a goal.
            self.lower = self.lower.max(running.depth.next());
            let first = running.next_shard;
            running.next_shard = SHARDS.min(first + running.shards);
            running.open = Vec::new();
            running.open = self.closed.close(first..running.next_shard, running.depth);
            if !running.open.is_empty() {
                return true;
            }
        }
    }

    /// Looks for a plan of at most `bound` moves below the deepest states of the last search, which
    /// found none; expands at most `work` states.
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

    /// Meets every state of every shortest plan except the last state, given the plans' length.
    ///
    /// # Errors
    /// The limit that is reached, which may be memory: depth-first search stores no states.
    pub(crate) fn meet_all(
        &mut self,
        length: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        self.lower = length;
        match self.search_layers(length, monitor, &mut to_the_end) {
            Ok(_) => Ok(()),
            Err(unfinished) => Err(unfinished.stop()),
        }
    }

    /// Releases the memory of the last search.
    pub(crate) fn forget(&mut self) {
        self.running = None;
        self.closed.release();
        if let Some(overflow) = &mut self.overflow {
            overflow.release();
        }
    }

    /// Counts `stored` states and those that the tables hold in addition.
    fn count_stored(&mut self, stored: usize) {
        let held = stored as u64 + self.overflow.as_mut().map_or(0, OverflowSearch::len);
        self.work.statistics.stored = self.work.statistics.stored.max(held);
    }

    /// Checks the limits. Returns how many states may be expanded.
    fn check(
        &self,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<usize, Unfinished> {
        may_continue(&self.work, monitor)?;
        monitor.poll(self.lower, &self.work.statistics)?;
        Ok(monitor.nodes_left(&self.work.statistics)?)
    }

    /// Searches depth-first below states for which the closed list has no room. Returns a plan
    /// within the bound.
    fn search_overflow(
        &mut self,
        running: &mut Running<Key<P>>,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Option<Vec<Action<P>>>, Unfinished> {
        let problem = self.problem;
        let Running { walks, bound, .. } = running;
        while !walks.are_done() {
            let left = self.check(monitor, may_continue)?;
            let Some(overflow) = &mut self.overflow else { return Err(Stop::Memory.into()) };
            let (closed, testing) = (&self.closed, self.testing);
            let advance = overflow.advance(walks, left, problem, closed, testing, bound)?;
            self.work.statistics.expanded += advance.expanded;
            self.work.statistics.generated += advance.generated;
            self.work.tested += advance.tested;
            if let Some((depth, path)) = advance.path_to_goal {
                let met_in = &mut |keys: &[_], layer| self.closed.met_in(keys, layer);
                let plan = trace(problem.space(), met_in, path[0], depth);
                let mut plan = plan.ok_or(Unfinished::Untraceable)?;
                plan.extend(moves_between(problem.space(), &path));
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }
}
