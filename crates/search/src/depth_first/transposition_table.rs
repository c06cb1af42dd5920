//! IDA* with a transposition table that grows as far as the memory allows.
//!
//! # Source
//! Reinefeld and Marsland, "Enhanced iterative-deepening search", PAMI 16 (1994); for Atomix
//! Hüffner 2003, section 5.4, and the option for pre-heating in the appendix on the solver.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::visited::Visited;
use crate::depth_first::{Replacement, TableOptions, TableStart};
use crate::outcome::Completeness;
use crate::platform::filled;
use crate::problem::{Action, Parts};
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::{BuildHasher as _, Hash};
use std::num::NonZero;
use std::ops::Range;

/// Runs an IDA* that does not expand a state again in the same iteration while the state is in its
/// table, except on a shorter path.
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
    let mut table = TranspositionTable::new(memory, options);
    iterate(problem, Weight::ONE, options.move_ordering, &mut table, monitor)
}

/// States, each with the least depth at which it was entered.
///
/// Full keys are compared: no state is mistaken for another. Forgotten states are expanded again.
#[derive(Debug)]
pub(crate) struct TranspositionTable<K> {
    /// Buckets of [`TranspositionTable::BUCKET`] slots, filled from their front.
    slots: Vec<Option<Entry<K>>>,
    /// The most slots it may have.
    most: usize,
    options: TableOptions,
    /// The current iteration.
    iteration: NonZero<u16>,
    /// States last entered in an iteration before this one are forgotten.
    oldest: NonZero<u16>,
    len: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry<K> {
    key: K,
    /// The last iteration that entered it.
    iteration: NonZero<u16>,
    /// The least depth at which that iteration entered it.
    depth: Depth,
}

/// The number of the bucket of a state, out of `buckets`.
#[inline]
fn bucket_of<K: Hash>(key: K, buckets: usize) -> usize {
    (KeyHash::default().hash_one(key) % buckets as u64) as usize
}

impl<K: Copy + Eq + Hash> TranspositionTable<K> {
    /// Slots where a state may be: about a cache line or two.
    const BUCKET: usize = 4;
    /// The fewest slots to start with, if it may have so many.
    const LEAST: usize = 1 << 10;

    /// A table of at most `budget` bytes; nothing is allocated yet.
    pub(crate) fn new(budget: Option<u64>, options: TableOptions) -> Self {
        let budget = budget.map_or(usize::MAX, |budget| budget.try_into().unwrap_or(usize::MAX));
        let most = budget / size_of::<Option<Entry<K>>>();
        let iteration = NonZero::<u16>::MIN;
        Self { slots: vec![], most, options, iteration, oldest: iteration, len: 0 }
    }

    /// Whether the table has too few slots for its states and may have more: the bucket of a state
    /// is full although three of four slots are free.
    fn is_to_grow(&self) -> bool {
        4 * self.len >= self.slots.len() as u64 && 2 * self.slots.len() <= self.most
    }

    /// Doubles the slots: the states of each bucket are divided between it and a new one. If the
    /// system has no memory for that, the table never grows again.
    #[cold]
    fn grow(&mut self) {
        let old = self.slots.len();
        if self.slots.try_reserve_exact(old).is_err() {
            self.most = old;
            return;
        }
        self.slots.resize(2 * old, None);
        let buckets = 2 * old / Self::BUCKET;
        for bucket in 0..old / Self::BUCKET {
            let slots = bucket * Self::BUCKET..(bucket + 1) * Self::BUCKET;
            let (mut kept, mut moved) = (slots.start, old + slots.start);
            for slot in slots {
                let held = self.slots[slot].take().filter(|entry| entry.iteration >= self.oldest);
                let Some(entry) = held else { continue };
                let is_kept = bucket_of(entry.key, buckets) == bucket;
                let to = if is_kept { &mut kept } else { &mut moved };
                self.slots[*to] = Some(entry);
                *to += 1;
            }
        }
    }

    /// The bucket of a state.
    #[inline]
    fn bucket(&self, key: K) -> Range<usize> {
        let buckets = self.slots.len() / Self::BUCKET;
        let first = bucket_of(key, buckets) * Self::BUCKET;
        first..first + Self::BUCKET
    }

    /// Whether this iteration remembers entering the state at no greater depth; if not, it enters
    /// it now. `None` if the state has no slot.
    #[inline]
    pub(crate) fn knows(&mut self, key: K, depth: Depth) -> Option<bool> {
        let (iteration, oldest) = (self.iteration, self.oldest);
        let bucket = self.bucket(key);
        let mut entries = self.slots[bucket].iter_mut().flatten();
        let entry = entries.find(|entry| entry.key == key && entry.iteration >= oldest)?;
        let is_known = entry.iteration == iteration && entry.depth <= depth;
        if !is_known {
            (entry.iteration, entry.depth) = (iteration, depth);
        }
        Some(is_known)
    }

    /// Stores a state that has no slot, unless it is the one to be dropped.
    #[inline]
    pub(crate) fn remember(&mut self, key: K, depth: Depth) {
        let entry = Some(Entry { key, iteration: self.iteration, depth });
        let mut slots = self.bucket(key);
        let mut free = self.free(&slots);
        if free.is_none() && self.is_to_grow() {
            self.grow();
            slots = self.bucket(key);
            free = self.free(&slots);
        }
        self.len += u64::from(free.is_some());
        let bucket = &mut self.slots[slots];
        match (free, self.options.replacement) {
            (Some(free), _) => self.slots[free] = entry,
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
    }

    /// The first of some slots that may hold another state.
    #[inline]
    fn free(&self, slots: &Range<usize>) -> Option<usize> {
        let is_held =
            |slot: &Option<Entry<K>>| slot.is_some_and(|entry| entry.iteration >= self.oldest);
        slots.clone().find(|&slot| !is_held(&self.slots[slot]))
    }
}

impl<K: Copy + Eq + Hash + Send> Visited<K> for TranspositionTable<K> {
    fn completeness(&self) -> Completeness {
        Completeness::Complete
    }

    fn begin_iteration(&mut self) -> Result<(), Stop> {
        if self.slots.is_empty() {
            // A size that doubles to nearly all the slots it may have.
            let doublings = (self.most / Self::LEAST).checked_ilog2().unwrap_or(0);
            let buckets = (self.most >> doublings) / Self::BUCKET;
            if buckets == 0 {
                return Err(Stop::Memory);
            }
            self.slots = filled(buckets * Self::BUCKET, None)?;
            return Ok(());
        }
        let next = self.iteration.checked_add(1);
        self.iteration = next.unwrap_or(NonZero::<u16>::MIN);
        if next.is_none() {
            self.empty();
        }
        if next.is_none() || self.options.start == TableStart::Empty {
            (self.oldest, self.len) = (self.iteration, 0);
        }
        Ok(())
    }

    fn is_filled_below(&self) -> bool {
        self.options.start == TableStart::LowerLimits
    }

    fn empty(&mut self) {
        self.slots.fill(None);
        self.len = 0;
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
    use crate::depth_first::Switch;

    const KEYS: u64 = 50_000;

    const PREHEATED: TableOptions = TableOptions {
        replacement: Replacement::Never,
        start: TableStart::Preheated,
        move_ordering: Switch::On,
    };

    /// A table of at most a thousand slots.
    fn small(options: TableOptions) -> TranspositionTable<u64> {
        let slots = TranspositionTable::<u64>::LEAST as u64;
        TranspositionTable::new(Some(slots * size_of::<Option<Entry<u64>>>() as u64), options)
    }

    fn begin(table: &mut TranspositionTable<u64>) {
        table.begin_iteration().expect("there is memory enough");
    }

    /// A small table to which states were offered in turn, the middle one at the least depth.
    fn full(options: TableOptions) -> TranspositionTable<u64> {
        let (mut table, replacement) = (small(options), options.replacement);
        begin(&mut table);
        for key in 0..KEYS {
            let depth = if key == KEYS / 2 { Depth::ZERO } else { Depth(1 + key as u16 % 7) };
            assert!(!table.is_duplicate(key, depth), "{replacement}: {key} is new");
        }
        table
    }

    /// Which of the first, middle and last keys it holds.
    fn held(table: &mut TranspositionTable<u64>) -> [bool; 3] {
        [0, KEYS / 2, KEYS - 1].map(|key| table.knows(key, Depth(9)).is_some())
    }

    #[test]
    fn the_state_that_gives_way_is_the_one_that_was_chosen() {
        for (replacement, expected) in
            [(Replacement::Never, [true, false, false]), (Replacement::Fifo, [false, false, true])]
        {
            let mut table = full(TableOptions { replacement, ..PREHEATED });
            assert_eq!(table.len as usize, table.slots.len(), "{replacement}");
            assert_eq!(held(&mut table), expected, "{replacement}");
        }
        let mut table =
            full(TableOptions { replacement: Replacement::DepthPreferred, ..PREHEATED });
        let deepest = table.slots.iter().flatten().map(|entry| entry.depth).max();
        assert_eq!(deepest, Some(Depth(1)), "there are shallow ones enough");
        assert!(held(&mut table)[1]);
    }

    #[test]
    fn a_table_that_cannot_grow_keeps_its_states_and_knows_none() {
        let mut table = full(PREHEATED);
        let held = table.slots.iter().flatten().map(|entry| entry.key).collect::<Vec<_>>();
        begin(&mut table);
        for &key in &held {
            assert_eq!(table.knows(key, Depth(9)), Some(false), "not entered yet");
            assert_eq!(table.knows(key, Depth(9)), Some(true));
            assert_eq!(table.knows(key, Depth(8)), Some(false), "on a shorter path");
        }
        let mut empty = full(TableOptions { start: TableStart::Empty, ..PREHEATED });
        begin(&mut empty);
        assert_eq!(empty.len, 0);
        assert!(held.iter().all(|&key| empty.knows(key, Depth(9)).is_none()));
    }

    #[test]
    fn a_table_grows_before_it_forgets() {
        for start in TableStart::ALL {
            let options = TableOptions { start, ..TableOptions::default() };
            let mut table = TranspositionTable::<u64>::new(None, options);
            for iteration in 1..4 {
                begin(&mut table);
                for key in 0..iteration * KEYS {
                    assert!(!table.is_duplicate(key, Depth(3)), "{start}: {key} is new");
                }
                let known = (0..iteration * KEYS).filter(|&key| table.is_duplicate(key, Depth(3)));
                let known = known.count() as u64;
                assert!(50 * known >= 49 * iteration * KEYS, "{start}: {known} are known");
                assert!(table.slots.len() as u64 <= 8 * table.len + 1, "{start}: not too large");
            }
        }
    }

    #[test]
    fn a_table_takes_what_it_may_have_and_no_more() {
        let slot = size_of::<Option<Entry<u64>>>() as u64;
        for slots in [4, 1000, 1024, 2047, 5000, 65_535, 100_000] {
            let options = TableOptions::default();
            let mut table = TranspositionTable::<u64>::new(Some(slots * slot + 1), options);
            begin(&mut table);
            (0..4 * slots).for_each(|key| table.remember(key, Depth(1)));
            let taken = table.slots.capacity() as u64;
            assert!(taken <= slots && 100 * taken >= 99 * slots, "{taken} of {slots}");
        }
        let mut none = TranspositionTable::<u64>::new(Some(3 * slot), TableOptions::default());
        assert_eq!(none.begin_iteration(), Err(Stop::Memory));
    }
}
