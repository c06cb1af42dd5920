//! Breadth-first search, whole or within a bound on f, on all cores.
//!
//! Works in the thread pool it is called from (`rayon`).

use crate::below_stored::{BelowStored, Walks};
use crate::bound::Bound;
use crate::closed::{Addresses, ClosedList, Shard};
use crate::dive::{Allowance, Deepest, Last, dive};
use crate::effort::Effort;
use crate::layer::Layer;
use crate::mixing::SHARDS;
use crate::plan::{moves_between, trace};
use crate::{Depth, Monitor, Outcome, StateSpace, Stop, Testing};
use rayon::prelude::*;

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
/// A layer is expanded in chunks. All cores expand the states of a chunk and sort the children by
/// shards; then each shard is filled by one core, in the order of the chunk. So nothing that is
/// stored or counted depends on the number of cores.
pub(crate) struct Layers<'a, S: StateSpace> {
    space: &'a S,
    pub(crate) closed: ClosedList<S::Key>,
    /// Once the closed list was full.
    pub(crate) below: Option<BelowStored<S::Key>>,
    testing: Testing,
    /// Of the search within the last bound.
    deepest: Deepest<S::Key>,
    /// Bytes that searches may take.
    for_searches: Option<u64>,
    /// Bytes that dives may take.
    for_dives: Option<u64>,
    pub(crate) effort: Effort,
    /// No plan is shorter.
    pub(crate) lower: Depth,
}

impl<'a, S: StateSpace> Layers<'a, S> {
    /// States expanded between two looks at the limits: some milliseconds.
    const CHUNK: usize = 1 << 13;
    /// States expanded by one core at a time.
    const BATCH: usize = 256;
    /// Of the memory one of so many bytes is for dives.
    const FOR_DIVES: u64 = 16;

    pub(crate) fn new(space: &'a S, testing: Testing, monitor: &Monitor<'_>) -> Self {
        let all = monitor.limits().memory;
        let for_dives = all.map(|all| all / Self::FOR_DIVES);
        let for_searches = all.map(|all| all - all / Self::FOR_DIVES);
        Self {
            space,
            closed: ClosedList::new(space.numbering(), for_searches),
            below: None,
            testing,
            deepest: Deepest::new(for_dives),
            for_searches,
            for_dives,
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
        match (searched, self.for_searches) {
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
        self.space.learn();
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
                    let Met { new, unstored, goal } = self.expand(chunk, depth.next(), &mut bound);
                    newest += new;
                    stored += new;
                    if let Some(goal) = goal {
                        let plan = trace(self.space, &self.closed, goal, depth.next());
                        return Ok(Searched::Found(plan));
                    }
                    let depth = depth.next();
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
        let allowance = Allowance { effort, memory: self.for_dives };
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
    fn expand(&mut self, states: &[S::Key], depth: Depth, bound: &mut Bound) -> Met<S::Key> {
        self.effort.statistics.expanded += states.len() as u64;
        let (space, ClosedList { addresses, shards, .. }) = (self.space, &mut self.closed);
        let (within, testing) = (Bound::new(bound.limit()), self.testing);
        let expand = |states| Children::of(space, addresses, states, depth, within);
        let children: Vec<_> = states.par_chunks(Self::BATCH).map(expand).collect();
        for batch in &children {
            self.effort.statistics.generated += batch.generated;
            bound.merge(&batch.bound);
        }
        let fill = |(number, shard)| {
            let mut filled = Filled { testing, met: Met::default(), tested: 0, bound: within };
            let keys = children.iter().flat_map(|batch| batch.of_shard(number)).copied();
            filled.fill(space, addresses, shard, keys, depth);
            filled
        };
        let filled: Vec<Filled<S::Key>> = shards.par_iter_mut().enumerate().map(fill).collect();
        let mut met = Met::default();
        for filled in filled {
            bound.merge(&filled.bound);
            self.effort.tested += filled.tested;
            met.new += filled.met.new;
            met.unstored.extend(filled.met.unstored);
            met.goal = met.goal.or(filled.met.goal);
        }
        met
    }
}

/// What the children of some states were.
struct Met<K> {
    /// How many of them are stored now.
    new: usize,
    /// Those that are new and found no room, not tested yet.
    unstored: Vec<K>,
    /// The first goal among those stored.
    goal: Option<K>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self { new: 0, unstored: Vec::new(), goal: None }
    }
}

/// The children of a batch of states that are within the bound, by shards.
struct Children<K> {
    keys: Vec<K>,
    /// Where the keys of a shard begin, and at last their number.
    begin: [u32; SHARDS + 1],
    generated: u64,
    bound: Bound,
}

impl<K: Copy + Eq + std::hash::Hash + Send + Sync> Children<K> {
    fn of<S: StateSpace<Key = K>>(
        space: &S,
        addresses: &Addresses<K>,
        states: &[K],
        depth: Depth,
        mut bound: Bound,
    ) -> Self {
        let mut found: Vec<(u8, K)> = Vec::with_capacity(4 * states.len());
        let mut generated = 0;
        for &state in states {
            let state = space.unpack(state);
            generated += bound.visit_children(space, &state, depth, |key| {
                found.push((addresses.place(key).shard, key));
            });
        }
        let mut begin = [0; SHARDS + 1];
        for &(shard, _) in &found {
            begin[usize::from(shard) + 1] += 1;
        }
        for shard in 0..SHARDS {
            begin[shard + 1] += begin[shard];
        }
        let mut keys: Vec<K> = found.iter().map(|&(_, key)| key).collect();
        let mut next = begin;
        for (shard, key) in found {
            let next = &mut next[usize::from(shard)];
            keys[*next as usize] = key;
            *next += 1;
        }
        Self { keys, begin, generated, bound }
    }

    fn of_shard(&self, shard: usize) -> &[K] {
        &self.keys[self.begin[shard] as usize..self.begin[shard + 1] as usize]
    }
}

/// What became of a shard.
struct Filled<K> {
    testing: Testing,
    met: Met<K>,
    tested: u64,
    bound: Bound,
}

impl<K: Copy + Eq + std::hash::Hash> Filled<K> {
    /// Keys whose places are read before the first of them is looked for, so that memory is
    /// asked for all of them at once.
    const AHEAD: usize = 16;

    fn fill<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        addresses: &Addresses<K>,
        shard: &mut Shard<K>,
        mut keys: impl Iterator<Item = K>,
        depth: Depth,
    ) {
        let layer = Layer::of(depth);
        let mut ahead = Vec::with_capacity(Self::AHEAD);
        loop {
            ahead.clear();
            ahead.extend(keys.by_ref().take(Self::AHEAD).map(|key| (key, addresses.place(key))));
            if ahead.is_empty() {
                return;
            }
            std::hint::black_box(ahead.iter().filter(|(_, place)| shard.touch(*place)).count());
            for &(key, place) in &ahead {
                let mut state = None;
                let is_wanted = || {
                    let state = state.insert(space.unpack(key));
                    if self.testing == Testing::Never {
                        return true;
                    }
                    self.tested += 1;
                    self.bound.admits(depth, |left| space.fit_when_new(state, left))
                };
                let Ok(is_new) = shard.meet(addresses, key, place, layer, is_wanted) else {
                    self.met.unstored.push(key);
                    continue;
                };
                self.met.new += usize::from(is_new);
                let is_goal = || state.is_some_and(|state| space.is_goal(&state));
                if is_new && self.met.goal.is_none() && is_goal() {
                    self.met.goal = Some(key);
                }
            }
        }
    }
}
