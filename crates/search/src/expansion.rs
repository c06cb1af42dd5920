//! One step of breadth-first search on all cores: states are expanded, their children stored.

use crate::bound::Bound;
use crate::closed::{Addresses, ClosedList, Shard};
use crate::layer::Layer;
use crate::mixing::SHARDS;
use crate::monitor::Halt;
use crate::{Depth, StateSpace, Stop, Testing};
use rayon::prelude::*;

/// What the children of some states were.
pub(crate) struct Met<K> {
    /// How many there are.
    pub(crate) generated: u64,
    /// How many were tested.
    pub(crate) tested: u64,
    /// How many are stored now.
    pub(crate) new: usize,
    /// Those that are new and found no room, not tested yet.
    pub(crate) unstored: Vec<K>,
    /// The first goal among those stored.
    pub(crate) goal: Option<K>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self { generated: 0, tested: 0, new: 0, unstored: Vec::new(), goal: None }
    }
}

/// States expanded by one core at a time.
const BATCH: usize = 256;

/// Expands some states and stores their children, which are at `depth`, in the thread pool it is
/// called from.
///
/// All cores expand states and sort the children by shards; then each shard is filled by one core,
/// in the order of the states. So nothing that is stored or counted depends on the number of cores.
///
/// # Errors
/// Where it has to stop. Then some children are missing, and what is stored is of no more use.
pub(crate) fn expand<S: StateSpace>(
    space: &S,
    closed: &mut ClosedList<S::Key>,
    states: &[S::Key],
    depth: Depth,
    bound: &mut Bound,
    testing: Testing,
    halt: Halt<'_>,
) -> Result<Met<S::Key>, Stop> {
    let ClosedList { addresses, shards, .. } = closed;
    let within = Bound::new(bound.limit());
    let expand = |states| Children::of(space, addresses, states, depth, within);
    let children: Vec<_> = states.par_chunks(BATCH).map(expand).collect();
    let fill = |(number, shard)| {
        let mut filled = Filled { testing, met: Met::default(), bound: within };
        let keys = children.iter().flat_map(|batch| batch.of_shard(number)).copied();
        filled.fill(space, addresses, shard, keys, depth, halt)?;
        Ok(filled)
    };
    let filled: Vec<Filled<S::Key>> =
        shards.par_iter_mut().enumerate().map(fill).collect::<Result<_, Stop>>()?;
    let mut met = Met::default();
    for batch in &children {
        met.generated += batch.generated;
        bound.merge(&batch.bound);
    }
    for filled in filled {
        bound.merge(&filled.bound);
        met.tested += filled.met.tested;
        met.new += filled.met.new;
        met.unstored.extend(filled.met.unstored);
        met.goal = met.goal.or(filled.met.goal);
    }
    Ok(met)
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
    bound: Bound,
}

impl<K: Copy + Eq + std::hash::Hash> Filled<K> {
    /// Keys whose places are read before the first of them is looked for, so that memory is
    /// asked for all of them at once.
    const AHEAD: usize = 16;
    /// Tests between two looks at the clock: they take microseconds to milliseconds.
    const BETWEEN_LOOKS: u64 = 64;

    fn fill<S: StateSpace<Key = K>>(
        &mut self,
        space: &S,
        addresses: &Addresses<K>,
        shard: &mut Shard<K>,
        mut keys: impl Iterator<Item = K>,
        depth: Depth,
        halt: Halt<'_>,
    ) -> Result<(), Stop> {
        let layer = Layer::of(depth);
        let mut ahead = Vec::with_capacity(Self::AHEAD);
        let mut next_look = 0;
        loop {
            if self.met.tested >= next_look {
                halt.check()?;
                next_look = self.met.tested + Self::BETWEEN_LOOKS;
            }
            ahead.clear();
            ahead.extend(keys.by_ref().take(Self::AHEAD).map(|key| (key, addresses.place(key))));
            if ahead.is_empty() {
                return Ok(());
            }
            std::hint::black_box(ahead.iter().filter(|(_, place)| shard.touch(*place)).count());
            for &(key, place) in &ahead {
                let mut state = None;
                let is_wanted = || {
                    let state = state.insert(space.unpack(key));
                    if self.testing == Testing::Never {
                        return true;
                    }
                    self.met.tested += 1;
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

#[cfg(test)]
mod tests {
    use super::Filled;
    use crate::breadth_first_heuristic::breadth_first_heuristic;
    use crate::{Depth, Fit, Limits, Monitor, Progress, StateSpace, Stop, Verdict};
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// One root with many children. The first of them that is tested interrupts the search.
    #[derive(Default)]
    struct Star {
        interrupt: AtomicBool,
        tested: AtomicUsize,
    }

    impl Star {
        const CHILDREN: u32 = 100_000;
    }

    impl StateSpace for Star {
        type State = u32;
        type Action = u32;
        type Key = u32;

        fn initial_states(&self) -> Vec<u32> {
            vec![0]
        }

        fn is_goal(&self, _: &u32) -> bool {
            false
        }

        fn heuristic(&self, _: &u32) -> Option<Depth> {
            Some(Depth::ZERO)
        }

        fn fit_when_new(&self, &state: &u32, _: Depth) -> Fit {
            if state > 0 {
                self.interrupt.store(true, Ordering::Relaxed);
                self.tested.fetch_add(1, Ordering::Relaxed);
            }
            Fit::Within
        }

        fn expand(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
            if state == 0 {
                (1..=Self::CHILDREN).for_each(|child| visit(child, child));
            }
        }

        fn predecessors(&self, &state: &u32, mut visit: impl FnMut(u32)) {
            if state > 0 {
                visit(0);
            }
        }

        fn pack(&self, &state: &u32) -> u32 {
            state
        }

        fn unpack(&self, key: u32) -> u32 {
            key
        }
    }

    #[test]
    fn an_interrupt_ends_a_step_before_all_children_are_tested() {
        let star = Star::default();
        let mut silent = |_: &Progress| {};
        let limits = Limits { upper_bound: Some(Depth(1)), ..Limits::default() };
        let monitor = &mut Monitor::new(limits, &star.interrupt, &mut silent);
        let outcome = breadth_first_heuristic(&star, monitor);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted));
        assert_eq!(outcome.bounds().lower, Depth(1));
        // Each core comes to its next look.
        let most = Filled::<u32>::BETWEEN_LOOKS as usize + Filled::<u32>::AHEAD;
        let tested = star.tested.into_inner();
        assert!((1..=most * rayon::current_num_threads()).contains(&tested), "{tested}");
    }
}
