//! IDA* with a transposition table of fixed size.
//!
//! # Source
//! Reinefeld and Marsland, "Enhanced iterative-deepening search", PAMI 16 (1994); for Atomix
//! Hüffner 2003, section 5.4. There, a full table refuses new states; here, the deepest of four
//! gives way, since least work lies below it.

use crate::coverage::Complete;
use crate::ida_star::iterate;
use crate::visited::{Visited, filled, slots};
use crate::{Depth, Monitor, Outcome, StateSpace, Stop, Weight};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};

/// IDA* that does not expand a state again in the same iteration, as long as it remembers it,
/// unless on a shorter path.
///
/// # Complexity
/// Memory as the limit allows; time linear in the states with f within the bound as long as they
/// fit.
pub fn transposition_ida_star<S: StateSpace>(
    space: &S,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let memory = monitor.limits().memory;
    iterate(space, Weight::ONE, |entered| TranspositionTable::new(entered, memory), monitor)
}

/// States with the least depth each was entered in.
///
/// Keys are compared whole: no state is taken for another. What is forgotten is expanded again.
pub(crate) struct TranspositionTable<K> {
    /// Buckets of [`TranspositionTable::BUCKET`] slots.
    slots: Vec<Option<Entry<K>>>,
    hasher: FixedState,
    len: u64,
}

#[derive(Clone, Copy)]
struct Entry<K> {
    key: K,
    depth: Depth,
}

impl<K: Copy + Eq + Hash> TranspositionTable<K> {
    /// Slots where a state may be: about a cache line or two.
    const BUCKET: usize = 4;

    /// A table for an iteration after one that entered so many states, in `budget` bytes.
    pub(crate) fn new(entered: u64, budget: Option<u64>) -> Result<Self, Stop> {
        let slots = slots(entered, size_of::<Option<Entry<K>>>(), budget)?;
        Ok(Self { slots: filled(slots, None)?, hasher: FixedState::default(), len: 0 })
    }

    /// The bucket of a state.
    #[inline]
    fn bucket(&mut self, key: K) -> &mut [Option<Entry<K>>] {
        let buckets = self.slots.len() / Self::BUCKET;
        let first = self.hasher.hash_one(key) as usize % buckets * Self::BUCKET;
        &mut self.slots[first..first + Self::BUCKET]
    }

    /// The entry of a state.
    #[inline]
    fn find(&mut self, key: K) -> Option<&mut Entry<K>> {
        self.bucket(key).iter_mut().flatten().find(|entry| entry.key == key)
    }

    /// Whether the state is remembered in no greater depth; if it is in a greater one, that is
    /// put right.
    #[inline]
    pub(crate) fn knows(&mut self, key: K, depth: Depth) -> Option<bool> {
        let entry = self.find(key)?;
        let is_known = entry.depth <= depth;
        entry.depth = entry.depth.min(depth);
        Some(is_known)
    }

    /// Remembers a state that is not there, if none of its bucket is shallower.
    #[inline]
    pub(crate) fn remember(&mut self, key: K, depth: Depth) {
        let slot = self.bucket(key).iter_mut().max_by_key(|slot| match slot {
            None => Depth::MAX,
            Some(entry) => entry.depth,
        });
        let Some(slot) = slot else { return };
        let is_new = slot.is_none();
        if slot.is_none_or(|entry| entry.depth >= depth) {
            *slot = Some(Entry { key, depth });
            self.len += u64::from(is_new);
        }
    }
}

impl<K: Copy + Eq + Hash> Visited<K> for TranspositionTable<K> {
    type Coverage = Complete;

    fn is_entered_in_vain(&mut self, key: K, depth: Depth) -> bool {
        self.knows(key, depth).unwrap_or_else(|| {
            self.remember(key, depth);
            false
        })
    }

    fn len(&self) -> u64 {
        self.len
    }
}
