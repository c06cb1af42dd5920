//! IDA* with a transposition table of fixed size.
//!
//! # Source
//! Reinefeld and Marsland, "Enhanced iterative-deepening search", PAMI 16 (1994); for Atomix
//! Hüffner 2003, section 5.4, and the option for pre-heating in the appendix on the solver.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::visited::{Visited, slots};
use crate::depth_first::{Replacement, TableOptions, TableStart};
use crate::outcome::Complete;
use crate::problem::{Action, Parts};
use crate::store::filled;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};
use std::num::NonZero;

/// IDA* that does not expand a state again in the same iteration, as long as it remembers it,
/// unless on a shorter path.
///
/// # Complexity
/// Memory as the limit allows; time linear in the states with f within the bound as long as they
/// fit.
pub fn transposition_ida_star<P: Parts>(
    problem: &P,
    options: TableOptions,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = monitor.limits().memory;
    iterate(problem, Weight::ONE, TranspositionTable::new(memory, options), monitor)
}

/// States with the least depth each was entered in.
///
/// Keys are compared whole: no state is taken for another. What is forgotten is expanded again.
#[derive(Debug)]
pub(crate) struct TranspositionTable<K> {
    /// Buckets of [`TranspositionTable::BUCKET`] slots, filled from their front.
    slots: Vec<Option<Entry<K>>>,
    /// The bytes that it may take.
    budget: Option<u64>,
    options: TableOptions,
    /// The iteration at hand.
    iteration: NonZero<u16>,
    hasher: FixedState,
    len: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry<K> {
    key: K,
    /// The last iteration that entered it.
    iteration: NonZero<u16>,
    /// The least depth in which that iteration did.
    depth: Depth,
}

impl<K: Copy + Eq + Hash> TranspositionTable<K> {
    /// Slots where a state may be: about a cache line or two.
    const BUCKET: usize = 4;

    /// A table that will not take more than `budget` bytes; nothing is allocated yet.
    pub(crate) fn new(budget: Option<u64>, options: TableOptions) -> Self {
        let (slots, iteration, hasher) = (vec![], NonZero::<u16>::MIN, FixedState::default());
        Self { slots, budget, options, iteration, hasher, len: 0 }
    }

    /// A table of as many slots as fit into `bytes`, for one iteration.
    ///
    /// # Errors
    /// [`Stop::Memory`] if that is not one bucket, or the system has no memory for them.
    pub(crate) fn of_bytes(bytes: usize, replacement: Replacement) -> Result<Self, Stop> {
        let options = TableOptions { replacement, ..TableOptions::default() };
        let mut table = Self::new(None, options);
        match bytes / (Self::BUCKET * size_of::<Option<Entry<K>>>()) {
            0 => return Err(Stop::Memory),
            buckets => table.slots = filled(buckets * Self::BUCKET, None)?,
        }
        Ok(table)
    }

    /// The bucket of a state.
    #[inline]
    fn bucket(&mut self, key: K) -> &mut [Option<Entry<K>>] {
        let buckets = self.slots.len() / Self::BUCKET;
        let first = self.hasher.hash_one(key) as usize % buckets * Self::BUCKET;
        &mut self.slots[first..first + Self::BUCKET]
    }

    /// Whether this iteration has entered the state in no greater depth, and remembers it; else
    /// it enters it now. `None` if the state has no slot.
    #[inline]
    pub(crate) fn knows(&mut self, key: K, depth: Depth) -> Option<bool> {
        let iteration = self.iteration;
        let entry = self.bucket(key).iter_mut().flatten().find(|entry| entry.key == key)?;
        let is_known = entry.iteration == iteration && entry.depth <= depth;
        if !is_known {
            (entry.iteration, entry.depth) = (iteration, depth);
        }
        Some(is_known)
    }

    /// Remembers a state that has no slot, unless it is the one to give way.
    #[inline]
    pub(crate) fn remember(&mut self, key: K, depth: Depth) {
        let (iteration, replacement) = (self.iteration, self.options.replacement);
        let entry = Some(Entry { key, iteration, depth });
        let bucket = self.bucket(key);
        let free = bucket.iter_mut().find(|slot| slot.is_none());
        let is_new = free.is_some();
        match (free, replacement) {
            (Some(free), _) => *free = entry,
            (None, Replacement::Never) => {}
            (None, Replacement::Fifo) => {
                bucket.rotate_left(1);
                bucket[Self::BUCKET - 1] = entry;
            }
            (None, Replacement::DepthPreferred) => {
                let deepest = bucket.iter_mut().flatten().max_by_key(|entry| entry.depth);
                if let (Some(deepest), Some(entry)) = (deepest, entry)
                    && deepest.depth >= depth
                {
                    *deepest = entry;
                }
            }
        }
        self.len += u64::from(is_new);
    }
}

impl<K: Copy + Eq + Hash + Send> Visited<K> for TranspositionTable<K> {
    type Completeness = Complete;

    fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        let slots = slots(last, size_of::<Option<Entry<K>>>(), self.budget)?;
        let keeps = self.options.start == TableStart::Preheated && self.slots.len() == slots;
        match self.iteration.checked_add(1).filter(|_| keeps) {
            Some(iteration) => self.iteration = iteration,
            None => {
                self.slots = vec![];
                self.slots = filled(slots, None)?;
                self.len = 0;
            }
        }
        Ok(())
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        self.knows(key, depth).unwrap_or_else(|| {
            self.remember(key, depth);
            false
        })
    }

    fn len(&self) -> u64 {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: u64 = 50_000;

    const PREHEATED: TableOptions =
        TableOptions { replacement: Replacement::Never, start: TableStart::Preheated };

    fn begin(table: &mut TranspositionTable<u64>, last: u64) {
        Visited::begin_iteration(table, last).expect("there is no budget");
    }

    /// The least table, after it was offered states in turn, the middle one in the least depth.
    fn full(replacement: Replacement) -> TranspositionTable<u64> {
        let mut table = TranspositionTable::new(None, TableOptions { replacement, ..PREHEATED });
        begin(&mut table, 0);
        for key in 0..KEYS {
            let depth = if key == KEYS / 2 { Depth::ZERO } else { Depth(1 + key as u16 % 7) };
            assert!(!table.is_duplicate(key, depth), "{replacement}: {key} is new");
        }
        table
    }

    /// Which of the keys it holds, the first, the middle and the last.
    fn held(table: &mut TranspositionTable<u64>) -> [bool; 3] {
        [0, KEYS / 2, KEYS - 1].map(|key| table.knows(key, Depth(9)).is_some())
    }

    #[test]
    fn the_state_that_gives_way_is_the_one_that_was_chosen() {
        for (replacement, expected) in
            [(Replacement::Never, [true, false, false]), (Replacement::Fifo, [false, false, true])]
        {
            let mut table = full(replacement);
            assert_eq!(table.len as usize, table.slots.len(), "{replacement}");
            assert_eq!(held(&mut table), expected, "{replacement}");
        }
        let mut table = full(Replacement::DepthPreferred);
        let deepest = table.slots.iter().flatten().map(|entry| entry.depth).max();
        assert_eq!(deepest, Some(Depth(1)), "there are shallow ones enough");
        assert!(held(&mut table)[1]);
    }

    #[test]
    fn a_table_that_cannot_grow_keeps_its_states_and_knows_none() {
        let mut table = full(Replacement::Never);
        let held = table.slots.iter().flatten().map(|entry| entry.key).collect::<Vec<_>>();
        begin(&mut table, 0);
        for &key in &held {
            assert_eq!(table.knows(key, Depth(9)), Some(false), "not entered yet");
            assert_eq!(table.knows(key, Depth(9)), Some(true));
            assert_eq!(table.knows(key, Depth(8)), Some(false), "on a shorter path");
        }
        for (entered, start) in [(KEYS, TableStart::Preheated), (0, TableStart::Empty)] {
            let mut empty = full(Replacement::Never);
            empty.options.start = start;
            begin(&mut empty, entered);
            assert!(held.iter().all(|&key| empty.knows(key, Depth(9)).is_none()));
        }
    }
}
