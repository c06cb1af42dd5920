//! An exact hash table of numbers that stores only the part of a number that its address does not
//! determine.

use crate::Stop;
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::store::feistel::Address;
use crate::store::node_status::{Layer, NodeStatus};
use std::io;

/// The content of a slot: a word of 64, 96 or 128 bits.
pub(crate) trait SlotWord: Copy + Send + Sync {
    const EMPTY: Self;
    /// The bits above the word are zero.
    fn of(value: u128) -> Self;
    fn value(self) -> u128;
}

impl SlotWord for u64 {
    const EMPTY: Self = 0;
    #[inline]
    fn of(value: u128) -> Self {
        value as Self
    }
    #[inline]
    fn value(self) -> u128 {
        self.into()
    }
}

impl SlotWord for [u32; 3] {
    const EMPTY: Self = [0; 3];
    #[inline]
    fn of(value: u128) -> Self {
        [0, 32, 64].map(|bits| (value >> bits) as u32)
    }
    #[inline]
    fn value(self) -> u128 {
        let [low, middle, high] = self.map(u128::from);
        low | middle << 32 | high << 64
    }
}

impl SlotWord for u128 {
    const EMPTY: Self = 0;
    #[inline]
    fn of(value: u128) -> Self {
        value
    }
    #[inline]
    fn value(self) -> u128 {
        self
    }
}

/// The numbers of one shard, each with its status.
///
/// A number has a primary and another bucket of eight slots, and is in the other one only if the
/// primary is full. A number that it displaces goes to its own other bucket (cuckoo hashing). A
/// slot holds the remainder, the part of the quotient that the bucket does not determine, which of
/// the two buckets it is, and the status. So nothing is lost, and no number is mistaken for
/// another.
///
/// # Units
/// One word per slot. At most nine of ten slots are used; after growing, six of ten.
///
/// # Source
/// Quotienting: Knuth, The Art of Computer Programming 3, exercise 6.4-13; Cleary 1984. Two buckets
/// of several slots: Dietzfelbinger and Weidling 2007. The other bucket, computed from the stored
/// part: Fan, Andersen, Kaminsky and Mitzenmacher 2014.
#[derive(Debug)]
pub(crate) struct QuotientCuckooTable<W> {
    slots: Vec<W>,
    buckets: u32,
    /// Numbers in `slots`.
    used: usize,
    /// Numbers that found no slot, which hardly ever happens.
    stash: Vec<(Address, NodeStatus)>,
    shard: u8,
    /// The most bytes it may take, except while it grows.
    budget: usize,
}

/// A number at a place: its bucket and the content of its slot there, without the status.
#[derive(Clone, Copy)]
struct Spot {
    bucket: u32,
    content: u128,
}

/// Which of its two buckets a number is in: the bit of a slot above those of the status.
const OTHER: u128 = 1 << NodeStatus::BITS;
const STATUS: u128 = OTHER - 1;
/// Bits of a slot below the number.
const FLAGS: u32 = NodeStatus::BITS + 1;

impl<W: SlotWord> QuotientCuckooTable<W> {
    /// Slots per bucket: a cache line of narrow words.
    const SLOTS: usize = 8;
    /// With fewer, a slot could not hold what the bucket does not determine.
    const LEAST_BUCKETS: u32 = 1 << 10;
    /// Numbers displaced before the last one goes to the stash.
    const MOST_DISPLACED: usize = 500;

    /// A table of at most `budget` bytes once it has grown.
    pub(crate) fn new(shard: u8, budget: usize) -> Self {
        Self { slots: Vec::new(), buckets: 0, used: 0, stash: Vec::new(), shard, budget }
    }

    /// Removes all numbers and keeps the slots.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(W::EMPTY);
        self.stash.clear();
        self.used = 0;
    }

    /// Reads from the bucket of an address, so that it is in the cache when needed.
    #[inline]
    pub(crate) fn touch(&self, address: Address) -> bool {
        let bucket = (u64::from(address.quotient) * u64::from(self.buckets)) >> u32::BITS;
        self.slots.get(bucket as usize * Self::SLOTS).is_some_and(|slot| slot.value() != 0)
    }

    /// Writes the slots unchanged, so that a resumed search keeps their order.
    pub(crate) fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.buckets)?;
        to.elements(size_of::<W>(), &self.slots, |slot, bytes| {
            let value = slot.value().to_le_bytes();
            bytes.copy_from_slice(&value[..bytes.len()]);
        })?;
        to.part(&self.stash.len())?;
        self.stash.iter().try_for_each(|(address, status)| {
            to.part(&address.quotient)?;
            to.part(&address.remainder)?;
            to.part(status)
        })
    }

    /// Reads a table that [`QuotientCuckooTable::save`] has written. Its content is checked only by
    /// [`QuotientCuckooTable::is_possible`].
    ///
    /// # Errors
    /// [`Unreadable`], also if it takes more than the budget.
    pub(crate) fn restore(
        shard: u8,
        budget: usize,
        from: &mut Reader<'_>,
    ) -> Result<Self, Unreadable> {
        let buckets: u32 = from.part()?;
        if buckets > 0 && buckets < Self::LEAST_BUCKETS {
            return Err(Unreadable::Invalid("so few buckets"));
        }
        let length = buckets as usize * Self::SLOTS;
        let (needed, allowed) = ((length * size_of::<W>()) as u64, budget as u64);
        from.check(needed)?;
        let memory = || Unreadable::Memory { needed, allowed };
        if needed > allowed {
            return Err(memory());
        }
        let mut slots = Vec::new();
        slots.try_reserve_exact(length).map_err(|_| memory())?;
        from.elements(size_of::<W>(), length, |bytes| {
            let mut value = [0; 16];
            value[..bytes.len()].copy_from_slice(bytes);
            slots.push(W::of(u128::from_le_bytes(value)));
            Ok(())
        })?;
        let length = from.length(size_of::<(u32, u128)>() / 2)?;
        let mut stash = Vec::new();
        for _ in 0..length {
            let (quotient, remainder) = (from.part()?, from.part()?);
            stash.push((Address { shard, quotient, remainder }, from.part()?));
        }
        let used = slots.iter().filter(|slot| slot.value() != 0).count() + stash.len();
        Ok(Self { slots, buckets, used, stash, shard, budget })
    }

    /// Whether every slot has a number that may be there, judging by `is_number`.
    pub(crate) fn is_possible(&self, is_number: impl Fn(Address) -> bool) -> bool {
        let is_possible = |(at, slot): (usize, &W)| {
            let slot = slot.value();
            if slot == 0 {
                return true;
            }
            let bucket = (at / Self::SLOTS) as u32;
            let address = self.address_at(at, slot);
            let primary = self.primary(address);
            let content = slot - (slot & STATUS);
            NodeStatus::from_bits(slot & STATUS).is_some()
                && [primary, self.other(primary)]
                    .iter()
                    .any(|spot| spot.bucket == bucket && spot.content == content)
                && is_number(address)
        };
        self.slots.iter().enumerate().all(is_possible)
            && self.stash.iter().all(|&(address, _)| is_number(address))
    }

    /// The status of a number, if present.
    #[inline]
    pub(crate) fn find(&self, address: Address) -> Option<NodeStatus> {
        if self.buckets == 0 {
            return None;
        }
        let primary = self.primary(address);
        match self.look_for(primary) {
            Ok(found) => found,
            Err(Full) => match self.look_for(self.other(primary)) {
                Ok(Some(found)) => Some(found),
                _ => {
                    let stash = self.stash.iter().find(|(known, _)| *known == address);
                    stash.map(|&(_, status)| status)
                }
            },
        }
    }

    /// Whether the budget allows one more number.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        !self.is_full() || self.next_buckets().is_some()
    }

    /// Inserts a number that is absent.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow one more; then the table is unchanged.
    pub(crate) fn insert(&mut self, address: Address, status: NodeStatus) -> Result<(), Stop> {
        if self.is_full() {
            self.grow()?;
        }
        self.settle(address, status);
        Ok(())
    }

    /// Inserts an absent refuted number, if there is plenty of room: it need not be known, and may
    /// be replaced by others.
    pub(crate) fn insert_refuted(&mut self, address: Address) {
        if self.is_full() && self.is_plenty(self.wanted()) {
            // If there is no memory for it, the number is forgotten.
            let _ = self.grow();
        }
        if !self.is_full() && self.is_plenty(self.buckets) {
            self.settle(address, NodeStatus::REFUTED);
        }
    }

    /// Closes every open number of a layer and visits it.
    pub(crate) fn close(&mut self, layer: Layer, mut visit: impl FnMut(Address)) {
        let is_wanted = |status: NodeStatus| status == NodeStatus::open(layer);
        for at in 0..self.slots.len() {
            let slot = self.slots[at].value();
            if let Some(status) =
                NodeStatus::from_bits(slot & STATUS).filter(|&status| is_wanted(status))
            {
                self.slots[at] = W::of(slot - status.bits() + status.closed().bits());
                visit(self.address_at(at, slot));
            }
        }
        for (address, status) in self.stash.iter_mut().filter(|(_, status)| is_wanted(*status)) {
            *status = status.closed();
            visit(*address);
        }
    }

    /// The number of open numbers in a layer.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn open_in(&self, layer: Layer) -> usize {
        let is_wanted = |status| status == NodeStatus::open(layer);
        self.settled().filter(|&(_, status)| is_wanted(status)).count()
            + self.stash.iter().filter(|&&(_, status)| is_wanted(status)).count()
    }

    fn settled(&self) -> impl Iterator<Item = (Address, NodeStatus)> + '_ {
        self.slots.iter().enumerate().filter_map(|(at, slot)| {
            let slot = slot.value();
            NodeStatus::from_bits(slot & STATUS).map(|status| (self.address_at(at, slot), status))
        })
    }

    fn address_at(&self, at: usize, slot: u128) -> Address {
        let spot = Spot { bucket: (at / Self::SLOTS) as u32, content: slot - (slot & STATUS) };
        self.address(if spot.content & OTHER == 0 { spot } else { self.other(spot) })
    }

    fn settle(&mut self, address: Address, status: NodeStatus) {
        self.used += 1;
        let mut spot = self.primary(address);
        let mut status = status;
        for _ in 0..2 {
            if self.put(spot, status) {
                return;
            }
            spot = self.other(spot);
        }
        for displaced in 0..Self::MOST_DISPLACED {
            // Any choice works as long as it varies.
            let victim = (spot.content as usize ^ displaced).wrapping_mul(0x9e37_79b9) >> 16;
            let at = spot.bucket as usize * Self::SLOTS + victim % Self::SLOTS;
            let slot = self.slots[at].value();
            self.slots[at] = W::of(spot.content | status.bits());
            status = NodeStatus::from_bits(slot & STATUS).expect("a full bucket has no empty slot");
            spot = self.other(Spot { bucket: spot.bucket, content: slot - (slot & STATUS) });
            if self.put(spot, status) {
                return;
            }
        }
        let primary = if spot.content & OTHER == 0 { spot } else { self.other(spot) };
        self.stash.push((self.address(primary), status));
    }

    #[inline]
    fn put(&mut self, spot: Spot, status: NodeStatus) -> bool {
        let bucket = self.bucket_mut(spot.bucket);
        let empty = bucket.iter_mut().find(|slot| slot.value() == 0);
        empty.map(|slot| *slot = W::of(spot.content | status.bits())).is_some()
    }

    fn is_full(&self) -> bool {
        self.used >= self.slots.len() / 10 * 9
    }

    /// Buckets wanted for the next table.
    fn wanted(&self) -> u32 {
        (self.buckets / 2 * 3).max(Self::LEAST_BUCKETS)
    }

    /// Whether this many buckets leave half of the budget.
    fn is_plenty(&self, buckets: u32) -> bool {
        buckets as usize <= self.budget / (2 * Self::SLOTS * size_of::<W>())
    }

    /// The number of buckets of the next table, if the budget allows a worthwhile one.
    #[cold]
    fn next_buckets(&self) -> Option<u32> {
        let affordable = self.budget / (Self::SLOTS * size_of::<W>());
        let buckets = self.wanted().min(u32::try_from(affordable).unwrap_or(u32::MAX));
        let is_worth_it = buckets >= self.buckets / 16 * 17 && buckets >= Self::LEAST_BUCKETS;
        is_worth_it.then_some(buckets)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let buckets = self.next_buckets().ok_or(Stop::Memory)?;
        let length = buckets as usize * Self::SLOTS;
        let mut slots = Vec::new();
        slots.try_reserve_exact(length).map_err(|_| Stop::Memory)?;
        slots.resize(length, W::EMPTY);
        let stash = Vec::new();
        let (shard, budget) = (self.shard, self.budget);
        let mut grown = Self { slots, buckets, used: 0, stash, shard, budget };
        let keeps_refuted = self.is_plenty(buckets);
        for (address, status) in self.settled().chain(self.stash.iter().copied()) {
            if keeps_refuted || status != NodeStatus::REFUTED {
                grown.settle(address, status);
            }
        }
        *self = grown;
        Ok(())
    }

    #[inline]
    fn bucket(&self, number: u32) -> &[W] {
        &self.slots[number as usize * Self::SLOTS..][..Self::SLOTS]
    }

    #[inline]
    fn bucket_mut(&mut self, number: u32) -> &mut [W] {
        &mut self.slots[number as usize * Self::SLOTS..][..Self::SLOTS]
    }

    /// Slots of a bucket are filled in order.
    #[inline]
    fn look_for(&self, spot: Spot) -> Result<Option<NodeStatus>, Full> {
        for slot in self.bucket(spot.bucket) {
            let slot = slot.value();
            let Some(status) = NodeStatus::from_bits(slot & STATUS) else { return Ok(None) };
            if slot - (slot & STATUS) == spot.content {
                return Ok(Some(status));
            }
        }
        Err(Full)
    }

    /// Low bits of `quotient * buckets` that the slot can omit: two quotients of one bucket differ
    /// there by a multiple of the number of buckets.
    #[inline]
    fn told(&self) -> u32 {
        self.buckets.ilog2()
    }

    #[inline]
    fn primary(&self, address: Address) -> Spot {
        let product = u64::from(address.quotient) * u64::from(self.buckets);
        let within = product as u32 >> self.told();
        let number = address.remainder << (u32::BITS - self.told()) | u128::from(within);
        Spot { bucket: (product >> u32::BITS) as u32, content: number << FLAGS }
    }

    /// The other bucket for the content of one: applied twice, it leads back.
    #[inline]
    fn other(&self, spot: Spot) -> Spot {
        let number = spot.content >> FLAGS;
        let hash = (number as u64 ^ (number >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let sum = (((hash >> 32) * u64::from(self.buckets)) >> u32::BITS) as u32;
        let bucket = match sum.checked_sub(spot.bucket) {
            Some(bucket) => bucket,
            None => sum + self.buckets - spot.bucket,
        };
        Spot { bucket, content: spot.content ^ OTHER }
    }

    /// The inverse of [`QuotientCuckooTable::primary`].
    fn address(&self, primary: Spot) -> Address {
        let number = primary.content >> FLAGS;
        let within = number as u64 & ((1 << (u32::BITS - self.told())) - 1);
        let product = u64::from(primary.bucket) << u32::BITS | within << self.told();
        Address {
            shard: self.shard,
            quotient: product.div_ceil(self.buckets.into()) as u32,
            remainder: number >> (u32::BITS - self.told()),
        }
    }
}

/// All slots of a bucket are used, and none holds the number.
struct Full;

#[cfg(test)]
mod tests;
