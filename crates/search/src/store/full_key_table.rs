//! An exact hash table of keys that have no ranking.

use crate::Stop;
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::no_growth;
use crate::store::node_status::{Layer, NodeStatus};
use hashbrown::HashTable;
use std::io;

/// The keys of one shard, each with its status.
///
/// # Units
/// The key, a byte for the status and one of the index; at most seven of eight buckets are used,
/// at least seven of sixteen.
#[derive(Debug)]
pub(crate) struct FullKeyTable<K> {
    entries: HashTable<Entry<K>>,
    /// The most bytes it may take, except while it grows.
    budget: usize,
}

#[derive(Debug)]
struct Entry<K> {
    key: K,
    status: NodeStatus,
}

impl<K: Copy + Eq> FullKeyTable<K> {
    /// A table of at most `budget` bytes once it has grown.
    pub(crate) fn new(budget: usize) -> Self {
        Self { entries: HashTable::new(), budget }
    }

    /// Removes all keys and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Writes all keys. A resumed search may meet them in another order.
    pub(crate) fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.entries.len())?;
        to.elements(1 + format.bytes(), &self.entries, |entry, bytes| {
            bytes[0] = entry.status.bits() as u8;
            format.write(entry.key, &mut bytes[1..]);
        })
    }

    /// Reads a table that [`FullKeyTable::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`], also if it takes more than the budget.
    pub(crate) fn restore(
        budget: usize,
        format: &dyn KeyFormat<K>,
        hash_of: &dyn Fn(K) -> u64,
        from: &mut Reader<'_>,
    ) -> Result<Self, Unreadable> {
        let bytes = 1 + format.bytes();
        let count = from.length(bytes)?;
        let (needed, allowed) = (Self::bytes_of(count) as u64, budget as u64);
        let memory = || Unreadable::Memory { needed, allowed };
        if count > 0 && needed > allowed {
            return Err(memory());
        }
        let mut table = Self::new(budget);
        table.entries.try_reserve(count, no_growth).map_err(|_| memory())?;
        from.elements(bytes, count, |bytes| {
            let status = NodeStatus::from_bits((bytes[0] % 8).into()).filter(|_| bytes[0] < 8);
            let entry = status.zip(format.read(&bytes[1..]));
            let (status, key) = entry.ok_or(Unreadable::Invalid("such a state"))?;
            if table.find(hash_of(key), key).is_some() {
                return Err(Unreadable::Invalid("a state twice"));
            }
            table.entries.insert_unique(hash_of(key), Entry { key, status }, no_growth);
            Ok(())
        })?;
        Ok(table)
    }

    /// The status of a key, if present.
    #[inline]
    pub(crate) fn find(&self, hash: u64, key: K) -> Option<NodeStatus> {
        self.entries.find(hash, |entry| entry.key == key).map(|entry| entry.status)
    }

    /// Whether the budget allows one more key.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        !self.is_full() || Self::bytes_of(self.doubled()) <= self.budget
    }

    /// Inserts a key that is absent.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow one more; then the table is unchanged.
    pub(crate) fn insert(
        &mut self,
        hash: u64,
        key: K,
        status: NodeStatus,
        hash_of: &dyn Fn(K) -> u64,
    ) -> Result<(), Stop> {
        if self.is_full() {
            if Self::bytes_of(self.doubled()) > self.budget / 2 {
                self.entries.retain(|entry| entry.status != NodeStatus::REFUTED);
            }
            self.grow(hash_of)?;
        }
        self.entries.insert_unique(hash, Entry { key, status }, no_growth);
        Ok(())
    }

    /// Inserts an absent refuted key, if there is plenty of room: it need not be known, and may be
    /// replaced by others.
    pub(crate) fn insert_refuted(&mut self, hash: u64, key: K, hash_of: &dyn Fn(K) -> u64) {
        let plenty = self.budget / 2;
        if self.is_full() && Self::bytes_of(self.doubled()) <= plenty {
            // If there is no memory for it, the key is forgotten.
            let _ = self.grow(hash_of);
        }
        if !self.is_full() && Self::bytes_of(self.entries.capacity()) <= plenty {
            self.entries.insert_unique(hash, Entry { key, status: NodeStatus::REFUTED }, no_growth);
        }
    }

    fn is_full(&self) -> bool {
        self.entries.len() == self.entries.capacity()
    }

    fn doubled(&self) -> usize {
        (2 * self.entries.capacity()).max(28)
    }

    fn grow(&mut self, hash_of: &dyn Fn(K) -> u64) -> Result<(), Stop> {
        let doubled = self.doubled();
        if Self::bytes_of(doubled) > self.budget {
            return Err(Stop::Memory);
        }
        let more = doubled - self.entries.len();
        self.entries.try_reserve(more, |entry| hash_of(entry.key)).map_err(|_| Stop::Memory)
    }

    /// Closes every open key of a layer and visits it.
    pub(crate) fn close(&mut self, layer: Layer, mut visit: impl FnMut(K)) {
        let open = NodeStatus::open(layer);
        for entry in self.entries.iter_mut().filter(|entry| entry.status == open) {
            entry.status = open.closed();
            visit(entry.key);
        }
    }

    /// The number of open keys in a layer.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn open_in(&self, layer: Layer) -> usize {
        self.entries.iter().filter(|entry| entry.status == NodeStatus::open(layer)).count()
    }

    fn bytes_of(capacity: usize) -> usize {
        (capacity * 8 / 7).next_power_of_two().saturating_mul(size_of::<Entry<K>>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Depth;

    #[test]
    fn refuted_keys_give_way() {
        // It spreads keys, and a key has one hash.
        let hash_of = &|key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let status = NodeStatus::open(Layer::of(Depth(0)));
        let mut alone = FullKeyTable::new(1 << 16);
        let others = 10_000..20_000;
        let insert = |table: &mut FullKeyTable<u64>, key| {
            table.insert(hash_of(key), key, status, hash_of).is_ok()
        };
        let room = others.clone().take_while(|&key| insert(&mut alone, key)).count();
        let mut table = FullKeyTable::new(1 << 16);
        (0..10_000).for_each(|key| table.insert_refuted(hash_of(key), key, hash_of));
        let is_refuted = |table: &FullKeyTable<u64>, key| {
            table.find(hash_of(key), key) == Some(NodeStatus::REFUTED)
        };
        assert!((0..10_000).filter(|&key| is_refuted(&table, key)).count() > 500);
        let put = others.take_while(|&key| insert(&mut table, key)).count();
        assert_eq!(put, room);
        assert!((0..10_000).all(|key| !is_refuted(&table, key)));
        let mut closed = 0;
        table.close(Layer::of(Depth(0)), |_| closed += 1);
        assert_eq!(closed, put);
    }
}
