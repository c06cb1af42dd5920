//! The exact store of the engines with a closed list: every state once, in order of insertion.

use crate::Stop;
use crate::store::no_growth;
use crate::store::segmented_vec::SegmentedVec;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};

/// The place of a state in a [`StateTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateIndex(pub u32);

impl StateIndex {
    /// Instead of a parent: the state is a root.
    pub const NONE: Self = Self(u32::MAX);

    fn position(self) -> usize {
        self.0 as usize
    }
}

/// The result of an insertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// The state was not there before.
    New(StateIndex),
    /// The state was there; its value is unchanged.
    Known(StateIndex),
}

/// A table of keys with values, found by hashing and kept in order of insertion.
///
/// Keys are compared as a whole, so no state is ever mistaken for another. The nodes lie in order
/// of insertion: a layer of a breadth-first search is a range of it and needs no queue.
///
/// # Units
/// A state takes the node (key and value) and about seven bytes of hash index.
pub struct StateTable<K, V> {
    nodes: SegmentedVec<Stored<K, V>>,
    index: HashTable<u32>,
    hasher: FixedState,
    budget: usize,
    beside: usize,
}

struct Stored<K, V> {
    key: K,
    value: V,
}

impl<K: Copy + Eq + Hash, V> StateTable<K, V> {
    /// Bytes of index per bucket: the position and a byte of the hash.
    const BUCKET_BYTES: usize = size_of::<u32>() + 1;

    /// Creates an empty table that will take at most `budget` bytes.
    pub fn new(budget: Option<u64>) -> Self {
        let budget =
            budget.map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Self {
            nodes: SegmentedVec::new(),
            index: HashTable::new(),
            hasher: FixedState::default(),
            budget,
            beside: 0,
        }
    }

    /// Tells the table that the engine uses `bytes` of the same budget for other data.
    pub fn set_beside(&mut self, bytes: usize) {
        self.beside = bytes;
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the table has no states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all states but keeps the index, which would grow to its size again.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.index.clear();
    }

    /// Removes all states and frees the memory.
    pub fn release(&mut self) {
        self.nodes.clear();
        self.index = HashTable::new();
    }

    /// Returns the number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.nodes.bytes() + self.index_bytes(self.index.capacity())
    }

    /// The least number of bytes that this many states take.
    pub(crate) fn bytes_of(&self, states: usize) -> usize {
        let segments = states.div_ceil(SegmentedVec::<Stored<K, V>>::LENGTH);
        let nodes = segments.saturating_mul(SegmentedVec::<Stored<K, V>>::BYTES);
        nodes.saturating_add(self.index_bytes(states))
    }

    /// Returns the key at a place.
    pub fn key(&self, at: StateIndex) -> K {
        self.nodes.get(at.position()).key
    }

    /// Returns the value at a place.
    pub fn value(&self, at: StateIndex) -> &V {
        &self.nodes.get(at.position()).value
    }

    /// Returns the value at a place, for changes.
    pub fn value_mut(&mut self, at: StateIndex) -> &mut V {
        &mut self.nodes.get_mut(at.position()).value
    }

    /// Returns the place of a state, if the table has it.
    #[inline]
    pub fn find(&self, key: K) -> Option<StateIndex> {
        let nodes = &self.nodes;
        let hash = self.hasher.hash_one(key);
        let found = self.index.find(hash, |&at| nodes.get(at as usize).key == key);
        found.map(|&at| StateIndex(at))
    }

    /// Inserts a state unless it is there.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow one more state; the table is unchanged then.
    ///
    /// # Complexity
    /// Constant on average; two cache misses in a large table.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Result<Inserted, Stop> {
        let hash = self.hasher.hash_one(key);
        let nodes = &self.nodes;
        if let Some(&at) = self.index.find(hash, |&at| nodes.get(at as usize).key == key) {
            return Ok(Inserted::Known(StateIndex(at)));
        }
        if self.nodes.is_full() || self.index.len() == self.index.capacity() {
            self.grow()?;
        }
        let at = self.nodes.len() as u32; // `grow` keeps the length below `StateIndex::NONE`
        self.nodes.push(Stored { key, value });
        self.index.insert_unique(hash, at, no_growth);
        Ok(Inserted::New(StateIndex(at)))
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        if self.nodes.len() >= StateIndex::NONE.position() {
            return Err(Stop::Memory);
        }
        if self.index.len() == self.index.capacity() {
            let doubled = (2 * self.index.capacity()).max(1024);
            // During growth, the old index still exists.
            if self.index_bytes(doubled) > self.left() {
                return Err(Stop::Memory);
            }
            let (nodes, hasher) = (&self.nodes, &self.hasher);
            self.index
                .try_reserve(doubled - self.index.len(), |&at| {
                    hasher.hash_one(nodes.get(at as usize).key)
                })
                .map_err(|_| Stop::Memory)?;
        }
        if self.nodes.is_full() {
            if SegmentedVec::<Stored<K, V>>::BYTES > self.left() {
                return Err(Stop::Memory);
            }
            self.nodes.grow()?;
        }
        Ok(())
    }

    fn left(&self) -> usize {
        self.budget.saturating_sub(self.bytes()).saturating_sub(self.beside)
    }

    /// Bytes of an index that holds `capacity` positions: it fills seven of eight buckets.
    fn index_bytes(&self, capacity: usize) -> usize {
        (capacity * 8 / 7).next_power_of_two().saturating_mul(Self::BUCKET_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_there_once_and_in_order() {
        let mut table = StateTable::new(None);
        for key in 0..100_000_u64 {
            assert_eq!(
                table.insert(key % 50_000, key),
                Ok(if key < 50_000 {
                    Inserted::New(StateIndex(key as u32))
                } else {
                    Inserted::Known(StateIndex((key - 50_000) as u32))
                })
            );
        }
        assert_eq!(table.len(), 50_000);
        assert!((0..50_000).all(|at| table.key(StateIndex(at)) == u64::from(at)));
    }

    #[test]
    fn a_spent_budget_stops_the_table_and_spoils_nothing() {
        let budget = 1 << 20;
        let mut table = StateTable::new(Some(budget));
        let stopped_at = (0..).find(|&key| table.insert(key, ()) == Err(Stop::Memory));
        let stopped_at: u64 = stopped_at.expect("the budget is finite");
        assert_eq!(table.len() as u64, stopped_at);
        assert!(table.bytes() as u64 <= budget);
        assert!(stopped_at * 16 > budget / 4, "a fair part of the budget is used: {stopped_at}");
        assert_eq!(table.insert(0, ()), Ok(Inserted::Known(StateIndex(0))));
    }
}
