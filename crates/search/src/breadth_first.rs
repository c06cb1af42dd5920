//! Breadth-first search, whole or within a bound on f, on all cores.
//!
//! Works in the thread pool it is called from (`rayon`).

use crate::bound::Bound;
use crate::closed::{Addresses, ClosedList, Shard};
use crate::layer::Layer;
use crate::mixing::SHARDS;
use crate::plan::trace;
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics, Stop};
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

/// Whether [`StateSpace::fit_when_new`] is asked about new states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Testing {
    /// About all of them.
    Always,
    /// About none.
    Never,
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
/// A layer is expanded in chunks. All cores expand the states of a chunk and sort the children by
/// shards; then each shard is filled by one core, in the order of the chunk. So nothing that is
/// stored or counted depends on the number of cores.
pub(crate) struct Layers<'a, S: StateSpace> {
    space: &'a S,
    closed: ClosedList<S::Key>,
    testing: Testing,
    /// New states that were tested.
    tested: u64,
    pub(crate) statistics: Statistics,
    /// No plan is shorter.
    pub(crate) lower: Depth,
    /// A search that reaches this effort is given up.
    pub(crate) most_effort: u64,
}

impl<'a, S: StateSpace> Layers<'a, S> {
    /// What a test costs, in states expanded: from one to four were measured.
    const TEST: u64 = 2;
    /// States expanded between two looks at the limits: some milliseconds.
    const CHUNK: usize = 1 << 13;
    /// States expanded by one core at a time.
    const BATCH: usize = 256;

    pub(crate) fn new(space: &'a S, testing: Testing, monitor: &Monitor<'_>) -> Self {
        Self {
            space,
            closed: ClosedList::new(space.numbering(), monitor.limits().memory),
            testing,
            tested: 0,
            statistics: Statistics::default(),
            lower: Depth::ZERO,
            most_effort: u64::MAX,
        }
    }

    /// What all searches so far have cost, in states expanded.
    pub(crate) fn effort(&self) -> u64 {
        self.statistics.expanded + Self::TEST * self.tested
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
        self.closed.clear();
        let mut bound = Bound::new(bound);
        let mut newest = 0;
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
            if self.closed.meet(key, Depth::ZERO, is_wanted)? {
                newest += 1;
                if self.space.is_goal(&root) {
                    return Ok(Searched::Found(Vec::new()));
                }
            }
        }
        let mut stored = newest;
        let mut depth = Depth::ZERO;
        while newest > 0 {
            // As many shards at a time as have a chunk of the layer together.
            let shards = (Self::CHUNK * SHARDS / newest).clamp(1, SHARDS);
            newest = 0;
            self.lower = self.lower.max(depth.next());
            for first in (0..SHARDS).step_by(shards) {
                let open = self.closed.close(first..SHARDS.min(first + shards), depth);
                let mut open = open.as_slice();
                while !open.is_empty() {
                    monitor.look_at_the_clock(self.lower, &self.statistics)?;
                    let left = monitor.nodes_left(&self.statistics)?;
                    if self.effort() >= self.most_effort {
                        return Err(Stop::Nodes);
                    }
                    let (chunk, rest) = open.split_at(open.len().min(left).min(Self::CHUNK));
                    let (new, goal) = self.expand(chunk, depth.next(), &mut bound)?;
                    newest += new;
                    stored += new;
                    self.statistics.stored = self.statistics.stored.max(stored as u64);
                    if let Some(goal) = goal {
                        let plan = trace(self.space, &self.closed, goal, depth.next());
                        return Ok(Searched::Found(plan));
                    }
                    open = rest;
                }
            }
            depth = depth.next();
        }
        Ok(Searched::Exhausted { next: bound.next })
    }

    /// Gives the memory of the last search back.
    pub(crate) fn forget(&mut self) {
        self.closed.release();
    }

    /// Expands some states and stores their children, which are at `depth`. Returns how many are
    /// new and the first goal among them.
    fn expand(
        &mut self,
        states: &[S::Key],
        depth: Depth,
        bound: &mut Bound,
    ) -> Result<(usize, Option<S::Key>), Stop> {
        self.statistics.expanded += states.len() as u64;
        let (space, ClosedList { addresses, shards, .. }) = (self.space, &mut self.closed);
        let (within, testing) = (Bound::new(bound.limit()), self.testing);
        let expand = |states| Children::of(space, addresses, states, depth, within);
        let children: Vec<_> = states.par_chunks(Self::BATCH).map(expand).collect();
        for batch in &children {
            self.statistics.generated += batch.generated;
            bound.merge(&batch.bound);
        }
        let fill = |(number, shard)| {
            let mut filled = Filled { testing, new: 0, tested: 0, goal: None, bound: within };
            let keys = children.iter().flat_map(|batch| batch.of_shard(number)).copied();
            filled.fill(space, addresses, shard, keys, depth).map(|()| filled)
        };
        let filled: Vec<Result<Filled<S::Key>, Stop>> =
            shards.par_iter_mut().enumerate().map(fill).collect();
        let (mut new, mut goal) = (0, None);
        for filled in filled {
            let filled = filled?;
            bound.merge(&filled.bound);
            new += filled.new;
            self.tested += filled.tested;
            goal = goal.or(filled.goal);
        }
        Ok((new, goal))
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
            let Some(left) = bound.left(depth) else {
                space.expand(&state, |_, _| generated += 1);
                bound.refuse(depth);
                continue;
            };
            let refused = space.expand_within(&state, left, |_, child| {
                let key = space.pack(&child);
                generated += 1;
                found.push((addresses.place(key).shard, key));
            });
            generated += refused.count;
            if let Some(least) = refused.least {
                bound.refuse(depth + least);
            }
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
    new: usize,
    tested: u64,
    goal: Option<K>,
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
    ) -> Result<(), Stop> {
        let layer = Layer::of(depth);
        let mut ahead = Vec::with_capacity(Self::AHEAD);
        loop {
            ahead.clear();
            ahead.extend(keys.by_ref().take(Self::AHEAD).map(|key| (key, addresses.place(key))));
            if ahead.is_empty() {
                return Ok(());
            }
            std::hint::black_box(ahead.iter().filter(|(_, place)| shard.touch(*place)).count());
            for &(key, place) in &ahead {
                let mut met = None;
                let is_wanted = || {
                    let state = met.insert(space.unpack(key));
                    if self.testing == Testing::Never {
                        return true;
                    }
                    self.tested += 1;
                    self.bound.admits(depth, |left| space.fit_when_new(state, left))
                };
                let is_new = shard.meet(addresses, key, place, layer, is_wanted)?;
                self.new += usize::from(is_new);
                if is_new && self.goal.is_none() && met.is_some_and(|state| space.is_goal(&state)) {
                    self.goal = Some(key);
                }
            }
        }
    }
}
