//! The closed list of breadth-first search: the states reached, and their layers.

use crate::platform::parallel;
use crate::problem::Ranking;
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::feistel::{Address, Feistel, SHARDS};
use crate::store::full_key_table::FullKeyTable;
use crate::store::key_hash::KeyHash;
use crate::store::node_status::{Layer, NodeStatus};
use crate::store::quotient_cuckoo::QuotientCuckooTable;
use crate::{Depth, Stop};
use std::hash::{BuildHasher, Hash};
use std::io;
use std::ops::Range;

/// Bits in each half of the numbers that a 64-bit word can distinguish.
const NARROW: u32 = 38;
/// The same for a 96-bit word.
const MIDDLE: u32 = 54;
/// The same for a 128-bit word.
const WIDE: u32 = 64;

/// States in independent shards, so that several threads can fill them.
///
/// A state is stored once and exactly: no other is ever mistaken for it.
#[derive(Debug)]
pub(crate) struct ClosedList<K> {
    pub(crate) addressing: Addressing<K>,
    pub(crate) shards: Vec<Shard<K>>,
    budget: usize,
}

/// Where states belong.
pub(crate) enum Addressing<K> {
    Narrow(Box<dyn Ranking<K>>),
    Middle(Box<dyn Ranking<K>>),
    Wide(Box<dyn Ranking<K>>),
    FullKey,
}

impl<K> std::fmt::Debug for Addressing<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Narrow(_) => "Narrow",
            Self::Middle(_) => "Middle",
            Self::Wide(_) => "Wide",
            Self::FullKey => "FullKey",
        })
    }
}

impl<K: Copy + Hash> Addressing<K> {
    fn new(ranking: Option<Box<dyn Ranking<K>>>) -> Self {
        match ranking {
            Some(ranking) if ranking.bits() <= 2 * NARROW => Self::Narrow(ranking),
            Some(ranking) if ranking.bits() <= 2 * MIDDLE => Self::Middle(ranking),
            Some(ranking) if ranking.bits() <= 2 * WIDE => Self::Wide(ranking),
            _ => Self::FullKey,
        }
    }

    /// Identifies the kind in files.
    fn number(&self) -> u8 {
        match self {
            Self::Narrow(_) => 0,
            Self::Middle(_) => 1,
            Self::Wide(_) => 2,
            Self::FullKey => 3,
        }
    }

    #[inline]
    pub(crate) fn address(&self, key: K) -> Address {
        match self {
            Self::Narrow(ranking) => Feistel::<NARROW>::address(ranking.rank(key)),
            Self::Middle(ranking) => Feistel::<MIDDLE>::address(ranking.rank(key)),
            Self::Wide(ranking) => Feistel::<WIDE>::address(ranking.rank(key)),
            Self::FullKey => {
                let hash = KeyHash::default().hash_one(key);
                // The table itself uses the highest and the lowest bits.
                let shard = (hash >> 32) as usize % SHARDS;
                Address {
                    shard: shard as u8,
                    quotient: (hash >> 20) as u32,
                    remainder: hash.into(),
                }
            }
        }
    }

    /// The hash of a whole key.
    fn hash(&self, key: K) -> u64 {
        self.address(key).remainder as u64
    }
}

/// Some of the states.
#[derive(Debug)]
pub(crate) enum Shard<K> {
    Narrow(QuotientCuckooTable<u64>),
    Middle(QuotientCuckooTable<[u32; 3]>),
    Wide(QuotientCuckooTable<u128>),
    FullKey(FullKeyTable<K>),
}

/// Does the same with the table of any kind; the last case is that of whole keys.
macro_rules! with_table {
    ($shard:expr, $table:ident => $with_ranks:expr, $whole:ident => $with_keys:expr) => {
        match $shard {
            Shard::Narrow($table) => $with_ranks,
            Shard::Middle($table) => $with_ranks,
            Shard::Wide($table) => $with_ranks,
            Shard::FullKey($whole) => $with_keys,
        }
    };
}

impl<K: Copy + Eq + Hash + Send + Sync> ClosedList<K> {
    /// An empty list of at most `memory` bytes.
    pub(crate) fn new(ranking: Option<Box<dyn Ranking<K>>>, memory: Option<u64>) -> Self {
        let memory = memory.map_or(usize::MAX, |bytes| bytes.try_into().unwrap_or(usize::MAX));
        // Each thread may be replacing the table of one shard while it expands states of another.
        let budget = memory / (SHARDS + 3 * rayon::current_num_threads());
        let addressing = Addressing::new(ranking);
        let mut list = Self { addressing, shards: Vec::new(), budget };
        list.release();
        list
    }

    /// Removes all states and keeps the memory.
    pub(crate) fn clear(&mut self) {
        parallel::map(&mut self.shards, 1, Shard::clear);
    }

    /// Removes all states and releases the memory.
    pub(crate) fn release(&mut self) {
        let (budget, addressing) = (self.budget, &self.addressing);
        let shard = |number| match addressing {
            Addressing::Narrow(_) => Shard::Narrow(QuotientCuckooTable::new(number as u8, budget)),
            Addressing::Middle(_) => Shard::Middle(QuotientCuckooTable::new(number as u8, budget)),
            Addressing::Wide(_) => Shard::Wide(QuotientCuckooTable::new(number as u8, budget)),
            Addressing::FullKey => Shard::FullKey(FullKeyTable::new(budget)),
        };
        self.shards = (0..SHARDS).map(shard).collect();
    }

    /// Writes all states.
    pub(crate) fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.addressing.number())?;
        self.shards.iter().try_for_each(
            |shard| with_table!(shard, table => table.save(to), table => table.save(format, to)),
        )
    }

    /// Replaces its states by those that [`ClosedList::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`], also if they need more memory than allowed; then the list is empty.
    pub(crate) fn restore(
        &mut self,
        format: &dyn KeyFormat<K>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        if from.part::<u8>()? != self.addressing.number() {
            return Err(Unreadable::Invalid("such a kind of closed list"));
        }
        self.release();
        let (budget, addressing) = (self.budget, &self.addressing);
        let mut read = |number: usize| {
            let shard = number as u8;
            Ok(match addressing {
                Addressing::Narrow(_) => {
                    Shard::Narrow(QuotientCuckooTable::restore(shard, budget, from)?)
                }
                Addressing::Middle(_) => {
                    Shard::Middle(QuotientCuckooTable::restore(shard, budget, from)?)
                }
                Addressing::Wide(_) => {
                    Shard::Wide(QuotientCuckooTable::restore(shard, budget, from)?)
                }
                Addressing::FullKey => {
                    let hash_of = &|key| addressing.hash(key);
                    Shard::FullKey(FullKeyTable::restore(budget, format, hash_of, from)?)
                }
            })
        };
        let shards = (0..SHARDS).map(&mut read).collect::<Result<Vec<_>, Unreadable>>()?;
        if parallel::map(&shards, 1, |shard| shard.is_possible(addressing)).contains(&false) {
            return Err(Unreadable::Invalid("such states in a closed list"));
        }
        self.shards = shards;
        Ok(())
    }

    /// The layer a state is in.
    pub(crate) fn find(&self, key: K) -> Option<Layer> {
        let address = self.addressing.address(key);
        self.shards[usize::from(address.shard)].find(key, address).and_then(NodeStatus::layer)
    }

    /// Returns which states are in a layer.
    pub(crate) fn met_in(&self, keys: &[K], layer: Layer) -> Vec<bool> {
        keys.iter().map(|&key| self.find(key) == Some(layer)).collect()
    }

    /// Whether a state was met, even if it was refuted then.
    #[inline]
    pub(crate) fn has_met(&self, key: K) -> bool {
        let address = self.addressing.address(key);
        self.shards[usize::from(address.shard)].find(key, address).is_some()
    }

    /// Inserts a state met at a depth, if it is new and wanted.
    ///
    /// # Errors
    /// [`Stop::Memory`] as from [`Shard::meet`].
    pub(crate) fn meet(
        &mut self,
        key: K,
        depth: Depth,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<bool, Stop> {
        let address = self.addressing.address(key);
        let shard = &mut self.shards[usize::from(address.shard)];
        shard.meet(&self.addressing, key, address, Layer::of(depth), is_wanted)
    }

    /// Closes the open states of some shards at a depth and returns them, in order of shards.
    pub(crate) fn close(&mut self, shards: Range<usize>, depth: Depth) -> Vec<K> {
        let addressing = &self.addressing;
        let close = |shard: &mut Shard<K>| shard.close(addressing, Layer::of(depth));
        parallel::map(&mut self.shards[shards], 1, close).concat()
    }

    /// The number of open states at a depth.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn open_at(&self, depth: Depth) -> u64 {
        let layer = Layer::of(depth);
        let open_in = |shard: &Shard<K>| with_table!(shard, table => table.open_in(layer), table => table.open_in(layer));
        parallel::map(&self.shards, 1, open_in).into_iter().sum::<usize>() as u64
    }
}

impl<K: Copy + Eq + Hash> Shard<K> {
    fn clear(&mut self) {
        with_table!(self, table => table.clear(), table => table.clear());
    }

    /// Reads where a state would be, so that it is in the cache when it is needed.
    #[inline]
    pub(crate) fn touch(&self, address: Address) -> bool {
        with_table!(self, table => table.touch(address), _table => false)
    }

    #[inline]
    fn find(&self, key: K, address: Address) -> Option<NodeStatus> {
        let hash = address.remainder as u64;
        with_table!(self, table => table.find(address), table => table.find(hash, key))
    }

    /// Whether content read from a file is possible.
    fn is_possible(&self, addressing: &Addressing<K>) -> bool {
        match (self, addressing) {
            (Self::Narrow(table), Addressing::Narrow(ranking)) => {
                table.is_possible(|address| ranking.is_rank(Feistel::<NARROW>::number(address)))
            }
            (Self::Middle(table), Addressing::Middle(ranking)) => {
                table.is_possible(|address| ranking.is_rank(Feistel::<MIDDLE>::number(address)))
            }
            (Self::Wide(table), Addressing::Wide(ranking)) => {
                table.is_possible(|address| ranking.is_rank(Feistel::<WIDE>::number(address)))
            }
            _ => true,
        }
    }

    fn has_room(&self) -> bool {
        with_table!(self, table => table.has_room(), table => table.has_room())
    }

    /// Inserts a state if it is new and wanted. Returns whether it did.
    ///
    /// A state that is not wanted must not be wanted later either, until the list is cleared.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the state is new and the budget does not allow one more; `is_wanted` is
    /// not called then. The list is unchanged, and stays so until it is cleared.
    #[inline]
    pub(crate) fn meet(
        &mut self,
        addressing: &Addressing<K>,
        key: K,
        address: Address,
        layer: Layer,
        is_wanted: impl FnOnce() -> bool,
    ) -> Result<bool, Stop> {
        if self.find(key, address).is_some() {
            return Ok(false);
        }
        if !self.has_room() {
            return Err(Stop::Memory);
        }
        if !is_wanted() {
            self.insert_refuted(addressing, key, address);
            return Ok(false);
        }
        self.insert(addressing, key, address, NodeStatus::open(layer)).map(|()| true)
    }

    #[inline]
    fn insert(
        &mut self,
        addressing: &Addressing<K>,
        key: K,
        address: Address,
        status: NodeStatus,
    ) -> Result<(), Stop> {
        let hash = address.remainder as u64;
        with_table!(
            self,
            table => table.insert(address, status),
            table => table.insert(hash, key, status, &|key| addressing.hash(key))
        )
    }

    fn insert_refuted(&mut self, addressing: &Addressing<K>, key: K, address: Address) {
        let hash = address.remainder as u64;
        with_table!(
            self,
            table => table.insert_refuted(address),
            table => table.insert_refuted(hash, key, &|key| addressing.hash(key))
        );
    }

    fn close(&mut self, addressing: &Addressing<K>, layer: Layer) -> Vec<K> {
        let mut closed = Vec::new();
        match (self, addressing) {
            (Self::Narrow(table), Addressing::Narrow(ranking)) => table.close(layer, |address| {
                closed.push(ranking.unrank(Feistel::<NARROW>::number(address)));
            }),
            (Self::Middle(table), Addressing::Middle(ranking)) => table.close(layer, |address| {
                closed.push(ranking.unrank(Feistel::<MIDDLE>::number(address)));
            }),
            (Self::Wide(table), Addressing::Wide(ranking)) => table.close(layer, |address| {
                closed.push(ranking.unrank(Feistel::<WIDE>::number(address)));
            }),
            (Self::FullKey(table), _) => table.close(layer, |key| closed.push(key)),
            _ => {}
        }
        closed
    }
}
