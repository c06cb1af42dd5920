//! An exact hash table of numbers that stores only what their place does not tell.

use crate::Stop;
use crate::layer::{Layer, Mark};
use crate::mixing::Place;

/// What a slot is made of: a word of 64, 96 or 128 bits.
pub(crate) trait Word: Copy + Send + Sync {
    const EMPTY: Self;
    /// The bits above the word are zero.
    fn of(value: u128) -> Self;
    fn value(self) -> u128;
}

impl Word for u64 {
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

impl Word for [u32; 3] {
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

impl Word for u128 {
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

/// The numbers of one shard, each with its mark.
///
/// A number has a home and another bucket of eight slots, and lies in the other one only if the
/// home is full. What it displaces goes to that one's other bucket (cuckoo hashing). A slot holds
/// the rest of the number, the part of the home that the number of the bucket does not tell,
/// which of the two buckets it is, and the mark. So nothing is lost, and no number is taken for
/// another.
///
/// # Units
/// A word a slot. At most nine of ten slots are used; after growing, six of ten.
///
/// # Source
/// Quotienting: Knuth, The Art of Computer Programming 3, exercise 6.4-13; Cleary 1984. Two
/// buckets of several slots: Dietzfelbinger and Weidling 2007. The other bucket from what is
/// stored: Fan, Andersen, Kaminsky and Mitzenmacher 2014.
#[derive(Debug)]
pub(crate) struct CompactTable<W> {
    slots: Vec<W>,
    buckets: u32,
    /// Numbers in `slots`.
    used: usize,
    /// Numbers that found no slot, which hardly ever happens.
    homeless: Vec<(Place, Mark)>,
    shard: u8,
    /// The most bytes it may take, but for the moment when it grows.
    budget: usize,
}

/// A number where it is or would be: its bucket and what its slot holds there, but the mark.
#[derive(Clone, Copy)]
struct Spot {
    bucket: u32,
    content: u128,
}

/// Which of its two buckets a number is in: the bit of a slot above those of the mark.
const OTHER: u128 = 1 << Mark::BITS;
const MARK: u128 = OTHER - 1;
/// Bits of a slot below the number.
const FLAGS: u32 = Mark::BITS + 1;

impl<W: Word> CompactTable<W> {
    /// Slots of a bucket: a cache line of narrow words.
    const SLOTS: usize = 8;
    /// With fewer a slot could not hold what the bucket does not tell.
    const LEAST_BUCKETS: u32 = 1 << 10;
    /// Numbers displaced before the last one is given up as homeless.
    const MOST_DISPLACED: usize = 500;

    /// A table that will not take more than `budget` bytes once it has grown.
    pub(crate) fn new(shard: u8, budget: usize) -> Self {
        Self { slots: Vec::new(), buckets: 0, used: 0, homeless: Vec::new(), shard, budget }
    }

    /// Takes all numbers out and keeps the slots.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(W::EMPTY);
        self.homeless.clear();
        self.used = 0;
    }

    /// Reads from the bucket of a place, so that it is in the cache when it is needed.
    #[inline]
    pub(crate) fn touch(&self, place: Place) -> bool {
        let bucket = (u64::from(place.home) * u64::from(self.buckets)) >> u32::BITS;
        self.slots.get(bucket as usize * Self::SLOTS).is_some_and(|slot| slot.value() != 0)
    }

    /// The mark of a number that is there.
    #[inline]
    pub(crate) fn find(&self, place: Place) -> Option<Mark> {
        if self.buckets == 0 {
            return None;
        }
        let home = self.home(place);
        match self.look_for(home) {
            Ok(found) => found,
            Err(Full) => match self.look_for(self.other(home)) {
                Ok(Some(found)) => Some(found),
                _ => {
                    let homeless = self.homeless.iter().find(|(known, _)| *known == place);
                    homeless.map(|&(_, mark)| mark)
                }
            },
        }
    }

    /// Whether the budget allows one more number.
    #[inline]
    pub(crate) fn has_room(&self) -> bool {
        !self.is_full() || self.next_buckets().is_some()
    }

    /// Puts a number in that is not there.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow one more; the table is unchanged then.
    pub(crate) fn insert(&mut self, place: Place, mark: Mark) -> Result<(), Stop> {
        if self.is_full() {
            self.grow()?;
        }
        self.settle(place, mark);
        Ok(())
    }

    /// Puts a refuted number in that is not there, if there is plenty of room: it need not be
    /// known, and gives way to others.
    pub(crate) fn insert_refuted(&mut self, place: Place) {
        if self.is_full() && self.is_plenty(self.wanted()) {
            // Without memory for it the number is forgotten.
            let _ = self.grow();
        }
        if !self.is_full() && self.is_plenty(self.buckets) {
            self.settle(place, Mark::REFUTED);
        }
    }

    /// Closes every open number of a layer and visits it.
    pub(crate) fn close(&mut self, layer: Layer, mut visit: impl FnMut(Place)) {
        let is_wanted = |mark: Mark| mark == Mark::open(layer);
        for at in 0..self.slots.len() {
            let slot = self.slots[at].value();
            if let Some(mark) = Mark::from_bits(slot & MARK).filter(|&mark| is_wanted(mark)) {
                self.slots[at] = W::of(slot - mark.bits() + mark.closed().bits());
                visit(self.place_at(at, slot));
            }
        }
        for (place, mark) in self.homeless.iter_mut().filter(|(_, mark)| is_wanted(*mark)) {
            *mark = mark.closed();
            visit(*place);
        }
    }

    fn settled(&self) -> impl Iterator<Item = (Place, Mark)> + '_ {
        self.slots.iter().enumerate().filter_map(|(at, slot)| {
            let slot = slot.value();
            Mark::from_bits(slot & MARK).map(|mark| (self.place_at(at, slot), mark))
        })
    }

    fn place_at(&self, at: usize, slot: u128) -> Place {
        let spot = Spot { bucket: (at / Self::SLOTS) as u32, content: slot - (slot & MARK) };
        self.place(if spot.content & OTHER == 0 { spot } else { self.other(spot) })
    }

    fn settle(&mut self, place: Place, mark: Mark) {
        self.used += 1;
        let mut spot = self.home(place);
        let mut mark = mark;
        for _ in 0..2 {
            if self.put(spot, mark) {
                return;
            }
            spot = self.other(spot);
        }
        for displaced in 0..Self::MOST_DISPLACED {
            // Any choice will do as long as it varies.
            let victim = (spot.content as usize ^ displaced).wrapping_mul(0x9e37_79b9) >> 16;
            let at = spot.bucket as usize * Self::SLOTS + victim % Self::SLOTS;
            let slot = self.slots[at].value();
            self.slots[at] = W::of(spot.content | mark.bits());
            mark = Mark::from_bits(slot & MARK).expect("a full bucket has no empty slot");
            spot = self.other(Spot { bucket: spot.bucket, content: slot - (slot & MARK) });
            if self.put(spot, mark) {
                return;
            }
        }
        let home = if spot.content & OTHER == 0 { spot } else { self.other(spot) };
        self.homeless.push((self.place(home), mark));
    }

    #[inline]
    fn put(&mut self, spot: Spot, mark: Mark) -> bool {
        let bucket = self.bucket_mut(spot.bucket);
        let empty = bucket.iter_mut().find(|slot| slot.value() == 0);
        empty.map(|slot| *slot = W::of(spot.content | mark.bits())).is_some()
    }

    fn is_full(&self) -> bool {
        self.used >= self.slots.len() / 10 * 9
    }

    /// The buckets of the next table.
    fn wanted(&self) -> u32 {
        (self.buckets / 2 * 3).max(Self::LEAST_BUCKETS)
    }

    /// Whether so many buckets leave half of the budget.
    fn is_plenty(&self, buckets: u32) -> bool {
        buckets as usize <= self.budget / (2 * Self::SLOTS * size_of::<W>())
    }

    /// The buckets of the next table, if the budget allows one that is worth it.
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
        let homeless = Vec::new();
        let (shard, budget) = (self.shard, self.budget);
        let mut grown = Self { slots, buckets, used: 0, homeless, shard, budget };
        let keeps_refuted = self.is_plenty(buckets);
        for (place, mark) in self.settled().chain(self.homeless.iter().copied()) {
            if keeps_refuted || mark != Mark::REFUTED {
                grown.settle(place, mark);
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
    fn look_for(&self, spot: Spot) -> Result<Option<Mark>, Full> {
        for slot in self.bucket(spot.bucket) {
            let slot = slot.value();
            let Some(mark) = Mark::from_bits(slot & MARK) else { return Ok(None) };
            if slot - (slot & MARK) == spot.content {
                return Ok(Some(mark));
            }
        }
        Err(Full)
    }

    /// Low bits of `home * buckets` that the slot need not tell: two homes of one bucket differ
    /// there by a multiple of the number of buckets.
    #[inline]
    fn told(&self) -> u32 {
        self.buckets.ilog2()
    }

    #[inline]
    fn home(&self, place: Place) -> Spot {
        let product = u64::from(place.home) * u64::from(self.buckets);
        let within = product as u32 >> self.told();
        let number = place.rest << (u32::BITS - self.told()) | u128::from(within);
        Spot { bucket: (product >> u32::BITS) as u32, content: number << FLAGS }
    }

    /// The other bucket of what is stored in one: taken twice, it leads back.
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

    /// The inverse of [`CompactTable::home`].
    fn place(&self, home: Spot) -> Place {
        let number = home.content >> FLAGS;
        let within = number as u64 & ((1 << (u32::BITS - self.told())) - 1);
        let product = u64::from(home.bucket) << u32::BITS | within << self.told();
        Place {
            shard: self.shard,
            home: product.div_ceil(self.buckets.into()) as u32,
            rest: number >> (u32::BITS - self.told()),
        }
    }
}

/// All slots of a bucket are used, and none holds what was looked for.
struct Full;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Depth;
    use crate::mixing::Mixing;

    fn layer_of<W: Word>(table: &CompactTable<W>, place: Place) -> Option<Layer> {
        table.find(place).and_then(Mark::layer)
    }

    fn fill<W: Word>(place: impl Fn(u128) -> Place) {
        let budget = 3 << 20;
        let mut table = CompactTable::<W>::new(0, budget);
        let places = (0..).map(place).filter(|place| place.shard == 0);
        let mut put = Vec::new();
        for (number, place) in places.enumerate() {
            assert_eq!(table.find(place), None);
            let layer = Layer::of(Depth((number % 3) as u16));
            match table.insert(place, Mark::open(layer)) {
                Ok(()) => put.push((place, layer)),
                Err(stop) => {
                    assert_eq!(stop, Stop::Memory);
                    break;
                }
            }
        }
        let bytes = table.slots.capacity() * size_of::<W>();
        assert!(bytes <= budget && bytes > budget / 10 * 9, "{bytes}");
        assert!(put.len() * size_of::<W>() > bytes / 10 * 8, "{} in {bytes} bytes", put.len());
        assert!(table.homeless.len() < 3, "{}", table.homeless.len());
        assert!(put.iter().all(|&(place, layer)| layer_of(&table, place) == Some(layer)));
        for depth in (0..3).map(Depth) {
            let mut closed = Vec::new();
            table.close(Layer::of(depth), |place| closed.push((place, Layer::of(depth))));
            assert_eq!(closed.len(), put.len() / 3 + usize::from(depth.index() < put.len() % 3));
            assert!(closed.iter().all(|&(place, layer)| layer_of(&table, place) == Some(layer)));
            closed.sort_by_key(|(place, _)| (place.home, place.rest));
            closed.dedup();
            let mut expected = put.clone();
            expected.retain(|&(_, layer)| layer == Layer::of(depth));
            expected.sort_by_key(|(place, _)| (place.home, place.rest));
            assert_eq!(closed, expected);
            table.close(Layer::of(depth), |_| panic!("all are closed"));
        }
        table.clear();
        assert!(put.iter().all(|&(place, _)| table.find(place).is_none()));
    }

    #[test]
    fn narrow_words_tell_all_numbers_apart_and_fill_the_budget() {
        fill::<u64>(Mixing::<38>::place);
    }

    #[test]
    fn middle_words_tell_all_numbers_apart_and_fill_the_budget() {
        fill::<[u32; 3]>(|number| Mixing::<54>::place(number << 70 | number));
    }

    #[test]
    fn wide_words_tell_all_numbers_apart_and_fill_the_budget() {
        fill::<u128>(|number| Mixing::<64>::place(number << 90 | number));
    }

    #[test]
    fn refuted_numbers_give_way() {
        let budget = 3 << 20;
        let mut table = CompactTable::<u64>::new(0, budget);
        let places: Vec<_> = (0..)
            .map(Mixing::<38>::place)
            .filter(|place| place.shard == 0)
            .take(1_000_000)
            .collect();
        let (refuted, others) = places.split_at(400_000);
        refuted.iter().for_each(|&place| table.insert_refuted(place));
        let known = |table: &CompactTable<u64>| {
            refuted.iter().filter(|&&place| table.find(place) == Some(Mark::REFUTED)).count()
        };
        let most = budget / 2 / size_of::<u64>();
        assert!(known(&table) < most && known(&table) > most / 2, "{}", known(&table));
        let mark = Mark::open(Layer::of(Depth(0)));
        let put = others.iter().take_while(|&&place| table.insert(place, mark).is_ok()).count();
        assert!(put > budget / 10 * 8 / size_of::<u64>(), "{put}");
        assert_eq!(known(&table), 0);
        let mut closed = 0;
        table.close(Layer::of(Depth(0)), |_| closed += 1);
        assert_eq!(closed, put);
    }

    #[test]
    fn a_number_without_a_slot_is_not_lost() {
        let mut table = CompactTable::<u64>::new(0, usize::MAX);
        table.grow().expect("there is memory for the smallest table");
        // All have one home, so one bucket and the other ones of what they push out.
        let place = |rest| Place { shard: 0, home: 7, rest };
        let layer = Layer::of(Depth(1));
        table.slots.fill(u64::of(1 << FLAGS | Mark::open(layer).bits()));
        for rest in 2..20 {
            table.settle(place(rest), Mark::open(layer));
        }
        assert!(!table.homeless.is_empty());
        let places: Vec<Place> = table.homeless.iter().map(|&(place, _)| place).collect();
        assert!(places.iter().all(|&place| layer_of(&table, place) == Some(layer)));
    }
}
