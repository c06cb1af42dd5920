//! The closed list of breadth-first search: which states were met, and in which layer.

use crate::compact::CompactTable;
use crate::layer::{Layer, Mark};
use crate::mixing::{Mixing, Place, SHARDS};
use crate::numbering::Numbering;
use crate::whole::WholeTable;
use crate::{Depth, Stop};
use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// Bits of a half of the numbers that a word of 64 bits can tell apart.
const NARROW: u32 = 38;
/// Of those that one of 96 bits can.
const MIDDLE: u32 = 54;
/// Of those that one of 128 bits can.
const WIDE: u32 = 64;

/// States in shards that know nothing of each other, so that several threads can fill them.
///
/// A state is stored once and exactly: no other is ever taken for it.
#[derive(Debug)]
pub(crate) struct ClosedList<K> {
    pub(crate) addresses: Addresses<K>,
    pub(crate) shards: Vec<Shard<K>>,
    budget: usize,
}

/// Where states belong.
pub(crate) enum Addresses<K> {
    Narrow(Box<dyn Numbering<K>>),
    Middle(Box<dyn Numbering<K>>),
    Wide(Box<dyn Numbering<K>>),
    Whole(FixedState),
}

impl<K> std::fmt::Debug for Addresses<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Narrow(_) => "Narrow",
            Self::Middle(_) => "Middle",
            Self::Wide(_) => "Wide",
            Self::Whole(_) => "Whole",
        })
    }
}

impl<K: Copy + Hash> Addresses<K> {
    fn new(numbering: Option<Box<dyn Numbering<K>>>) -> Self {
        match numbering {
            Some(numbers) if numbers.bits() <= 2 * NARROW => Self::Narrow(numbers),
            Some(numbers) if numbers.bits() <= 2 * MIDDLE => Self::Middle(numbers),
            Some(numbers) if numbers.bits() <= 2 * WIDE => Self::Wide(numbers),
            _ => Self::Whole(FixedState::default()),
        }
    }

    #[inline]
    pub(crate) fn place(&self, key: K) -> Place {
        match self {
            Self::Narrow(numbers) => Mixing::<NARROW>::place(numbers.number(key)),
            Self::Middle(numbers) => Mixing::<MIDDLE>::place(numbers.number(key)),
            Self::Wide(numbers) => Mixing::<WIDE>::place(numbers.number(key)),
            Self::Whole(hasher) => {
                let hash = hasher.hash_one(key);
                // The table itself looks at the highest and the lowest bits.
                let shard = (hash >> 32) as usize % SHARDS;
                Place { shard: shard as u8, home: (hash >> 20) as u32, rest: hash.into() }
            }
        }
    }
}

/// Some of the states.
#[derive(Debug)]
pub(crate) enum Shard<K> {
    Narrow(CompactTable<u64>),
    Middle(CompactTable<[u32; 3]>),
    Wide(CompactTable<u128>),
    Whole(WholeTable<K>),
}

impl<K: Copy + Eq + Hash + Send + Sync> ClosedList<K> {
    /// An empty list that will not take more than `memory` bytes.
    pub(crate) fn new(numbering: Option<Box<dyn Numbering<K>>>, memory: Option<u64>) -> Self {
        let memory = memory.map_or(usize::MAX, |bytes| bytes.try_into().unwrap_or(usize::MAX));
        // Every thread may be about to replace the table of one shard, and expands states of
        // another meanwhile.
        let budget = memory / (SHARDS + 3 * rayon::current_num_threads());
        let addresses = Addresses::new(numbering);
        let mut list = Self { addresses, shards: Vec::new(), budget };
        list.release();
        list
    }

    /// Takes all states out and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.shards.par_iter_mut().for_each(Shard::clear);
    }

    /// Takes all states out and gives the memory back.
    pub(crate) fn release(&mut self) {
        let (budget, addresses) = (self.budget, &self.addresses);
        let shard = |number| match addresses {
            Addresses::Narrow(_) => Shard::Narrow(CompactTable::new(number as u8, budget)),
            Addresses::Middle(_) => Shard::Middle(CompactTable::new(number as u8, budget)),
            Addresses::Wide(_) => Shard::Wide(CompactTable::new(number as u8, budget)),
            Addresses::Whole(_) => Shard::Whole(WholeTable::new(budget)),
        };
        self.shards = (0..SHARDS).map(shard).collect();
    }

    /// The layer a state is in.
    pub(crate) fn find(&self, key: K) -> Option<Layer> {
        let place = self.addresses.place(key);
        self.shards[usize::from(place.shard)].find(key, place).and_then(Mark::layer)
    }

    /// Whether a state was met, be it that it was refuted then.
    #[inline]
    pub(crate) fn has_met(&self, key: K) -> bool {
        let place = self.addresses.place(key);
        self.shards[usize::from(place.shard)].find(key, place).is_some()
    }

    /// Puts a state in that was met at a depth, if it is new and wanted.
    ///
    /// # Errors
    /// [`Stop::Memory`] as from [`Shard::meet`].
    pub(crate) fn meet(
        &mut self,
        key: K,
        depth: Depth,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<bool, Stop> {
        let place = self.addresses.place(key);
        let shard = &mut self.shards[usize::from(place.shard)];
        shard.meet(&self.addresses, key, place, Layer::of(depth), is_wanted)
    }

    /// Closes the open states of some shards at a depth and gives them, in order of shards.
    pub(crate) fn close(&mut self, shards: Range<usize>, depth: Depth) -> Vec<K> {
        let addresses = &self.addresses;
        let close = |shard: &mut Shard<K>| shard.close(addresses, Layer::of(depth));
        let parts: Vec<Vec<K>> = self.shards[shards].par_iter_mut().map(close).collect();
        parts.concat()
    }
}

impl<K: Copy + Eq + Hash> Shard<K> {
    fn clear(&mut self) {
        match self {
            Self::Narrow(table) => table.clear(),
            Self::Middle(table) => table.clear(),
            Self::Wide(table) => table.clear(),
            Self::Whole(table) => table.clear(),
        }
    }

    /// Reads where a state would be, so that it is in the cache when it is needed.
    #[inline]
    pub(crate) fn touch(&self, place: Place) -> bool {
        match self {
            Self::Narrow(table) => table.touch(place),
            Self::Middle(table) => table.touch(place),
            Self::Wide(table) => table.touch(place),
            Self::Whole(_) => false,
        }
    }

    #[inline]
    fn find(&self, key: K, place: Place) -> Option<Mark> {
        match self {
            Self::Narrow(table) => table.find(place),
            Self::Middle(table) => table.find(place),
            Self::Wide(table) => table.find(place),
            Self::Whole(table) => table.find(place.rest as u64, key),
        }
    }

    fn has_room(&self) -> bool {
        match self {
            Self::Narrow(table) => table.has_room(),
            Self::Middle(table) => table.has_room(),
            Self::Wide(table) => table.has_room(),
            Self::Whole(table) => table.has_room(),
        }
    }

    /// Puts a state in if it is new and wanted, and answers whether it did.
    ///
    /// A state that is not wanted must not be wanted later either, until the list is cleared.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the state is new and the budget does not allow one more; whether it is
    /// wanted is not asked then. The list is unchanged, and stays so until it is cleared.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        addresses: &Addresses<K>,
        key: K,
        place: Place,
        layer: Layer,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<bool, Stop> {
        if self.find(key, place).is_some() {
            return Ok(false);
        }
        if !self.has_room() {
            return Err(Stop::Memory);
        }
        let hash_of = |key| addresses.place(key).rest as u64;
        if !is_wanted() {
            match self {
                Self::Narrow(table) => table.insert_refuted(place),
                Self::Middle(table) => table.insert_refuted(place),
                Self::Wide(table) => table.insert_refuted(place),
                Self::Whole(table) => table.insert_refuted(place.rest as u64, key, hash_of),
            }
            return Ok(false);
        }
        let mark = Mark::open(layer);
        match self {
            Self::Narrow(table) => table.insert(place, mark),
            Self::Middle(table) => table.insert(place, mark),
            Self::Wide(table) => table.insert(place, mark),
            Self::Whole(table) => table.insert(place.rest as u64, key, mark, hash_of),
        }
        .map(|()| true)
    }

    fn close(&mut self, addresses: &Addresses<K>, layer: Layer) -> Vec<K> {
        let mut closed = Vec::new();
        match (self, addresses) {
            (Self::Narrow(table), Addresses::Narrow(numbers)) => table.close(layer, |place| {
                closed.push(numbers.key(Mixing::<NARROW>::number(place)));
            }),
            (Self::Middle(table), Addresses::Middle(numbers)) => table.close(layer, |place| {
                closed.push(numbers.key(Mixing::<MIDDLE>::number(place)));
            }),
            (Self::Wide(table), Addresses::Wide(numbers)) => table.close(layer, |place| {
                closed.push(numbers.key(Mixing::<WIDE>::number(place)));
            }),
            (Self::Whole(table), _) => table.close(layer, |key| closed.push(key)),
            _ => {}
        }
        closed
    }
}
