//! A cache of table entries, indexed by the cells of the tiles.

use crate::pattern::build::Table;
use crate::pattern::layout::{Arrangement, Cells, Pattern};
use fewest_rules::tiles::{Cell, Size};
use fewest_search::platform::huge_pages;
use std::collections::HashMap;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// The second lowest bits of the distances of several patterns: a byte for every way to put each
/// tile on any cell, filled in when it is first read.
///
/// The index of an entry is a sum over the tiles, so that a slide adds a constant. The lowest bit
/// of an entry is the table's bit for most cells of the blank; the bits above number the *set of
/// exceptions*, the cells of the blank for which the table has the other bit. It is mostly empty,
/// or one of a few dozen sets of cells in the corners that the tiles cut off. A set gets a number
/// once it has been met often, as long as numbers are left; entries whose set has none are not
/// cached, and the table is read each time.
#[derive(Debug)]
pub struct ProbeCache {
    entries: Vec<AtomicU8>,
    /// The tables, and the first entry of each.
    tables: Vec<(Arc<Table>, usize)>,
    /// The sets of exceptions by number, from [`EMPTY`] on; unused numbers have [`NONE`].
    exceptions: [AtomicU64; 1 << 7],
    /// How often sets without a number were met.
    met: Mutex<HashMap<Cells, u32>>,
    cells: u32,
}

/// The number of the empty set. Every entry that was filled in is at least twice this.
const EMPTY: u8 = 1;
/// In place of the number: the set has none, and the table must be read.
const UNCACHED: u8 = (1 << 7) - 1;
/// No set.
const NONE: Cells = Cells::MAX;
/// How often a set must be met to get a number.
const OFTEN: u32 = 64;

impl ProbeCache {
    /// The number of a pattern's entries, or `None` if there are so many that few would be read
    /// twice.
    fn entries(pattern: &Pattern) -> Option<usize> {
        let entries = pattern.size().cells().checked_pow(pattern.cells().len() as u32)?;
        Some(entries).filter(|&entries| entries <= 1 << 30)
    }

    /// Returns room for a cache of some tables, which takes memory only as entries are filled in;
    /// none if it would be too large or take more than `spare` bytes, or the system does not have
    /// them.
    pub fn reserve(tables: &[Arc<Table>], spare: u64) -> Option<Vec<AtomicU8>> {
        let entries = |table: &Arc<Table>| Self::entries(table.pattern()).map(|all| all as u64);
        let all = tables.iter().map(entries).sum::<Option<u64>>()?;
        // Entries are indexed with 32 bits.
        let fits = all <= spare.min(1 << u32::BITS);
        if fits { huge_pages::zeros(all as usize).ok() } else { None }
    }

    /// An empty cache for some tables, with room for those of their patterns.
    ///
    /// # Panics
    /// If the room is not as large as that.
    pub(super) fn new(size: Size, tables: Vec<Arc<Table>>, room: Vec<AtomicU8>) -> Self {
        let mut entries = 0;
        let numbered = tables.into_iter().map(|table| {
            let first = entries;
            entries += Self::entries(table.pattern()).expect("there is room for it");
            (table, first)
        });
        let tables = numbered.collect();
        assert_eq!(entries, room.len(), "the room is that of these patterns");
        let entries = room;
        let set = |number| if number == usize::from(EMPTY) { 0 } else { NONE };
        let exceptions = std::array::from_fn(|number| AtomicU64::new(set(number)));
        Self { entries, tables, exceptions, met: Mutex::default(), cells: size.cells() as u32 }
    }

    /// The index of the first entry of a pattern.
    ///
    /// # Panics
    /// If its table is not in the cache.
    pub(super) fn first(&self, pattern: &Pattern) -> u32 {
        let known = self.tables.iter().find(|(table, _)| table.pattern() == pattern);
        let (_, first) = known.expect("the cache has the tables of all patterns");
        *first as u32
    }

    /// The index of an entry among those of its pattern, by the cells of the tiles.
    pub(super) fn index(&self, cells: &[Cell]) -> u32 {
        cells.iter().rev().fold(0, |index, cell| index * self.cells + u32::from(cell.0))
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u32) {
        huge_pages::prefetch(&self.entries, index as usize);
    }

    /// The bit of an entry for the blank in a cell.
    #[inline(always)]
    pub(super) fn bit(&self, index: u32, blank: Cell) -> u32 {
        // A thread that sees the entry also sees the set that it refers to.
        let entry = self.entries[index as usize].load(Acquire);
        if entry.wrapping_sub(EMPTY << 1) >= (UNCACHED - EMPTY) << 1 {
            return self.fill(index as usize, blank);
        }
        let exceptions = self.exceptions[usize::from(entry >> 1)].load(Relaxed);
        (u32::from(entry) ^ (exceptions >> (blank.0 % 64)) as u32) & 1
    }

    /// Reads an entry's bits from its table and fills it in. Threads that do so at the same time
    /// write the same.
    #[cold]
    #[inline(never)]
    fn fill(&self, index: usize, blank: Cell) -> u32 {
        let table = self.tables.partition_point(|(_, first)| *first <= index) - 1;
        let (table, first) = &self.tables[table];
        let mut rest = (index - first) as u32;
        let mut cells = [Cell(0); Pattern::LARGEST];
        let cells = &mut cells[..table.pattern().cells().len()];
        for cell in cells.iter_mut() {
            *cell = Cell((rest % self.cells) as u8);
            rest /= self.cells;
        }
        let at = Arrangement::new(cells);
        let ones = table.ones(at);
        let zeros = ((1 << self.cells) - 1) & !at.cells() & !ones;
        let is_mostly_one = ones.count_ones() > zeros.count_ones();
        let exceptions = if is_mostly_one { zeros } else { ones };
        let set = self.set(exceptions).unwrap_or(UNCACHED);
        self.entries[index].store(set << 1 | u8::from(is_mostly_one), Release);
        (ones >> blank.0) as u32 & 1
    }

    /// The number of a set, if it has one or gets one now.
    fn set(&self, cells: Cells) -> Option<u8> {
        let number = |cells| {
            let of = |number: &u8| self.exceptions[usize::from(*number)].load(Relaxed) == cells;
            (EMPTY..UNCACHED).find(of)
        };
        if let Some(known) = number(cells) {
            return Some(known);
        }
        // Without a free number, counting is pointless.
        number(NONE)?;
        // No update of the counts can panic halfway.
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let times = met.entry(cells).or_default();
        *times += 1;
        if *times < OFTEN {
            return None;
        }
        // Another thread may have given it a number in the meantime.
        let number = number(cells).or_else(|| number(NONE))?;
        self.exceptions[usize::from(number)].store(cells, Relaxed);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::layout::cells_of;
    use fewest_search::outcome::unlimited;
    use std::collections::BTreeSet;

    #[test]
    fn entries_are_the_bits_of_the_tables_wherever_the_blank_is() {
        let size: Size = "3x4".parse().unwrap();
        let build = |text: &str| {
            let pattern = text.parse().unwrap();
            Arc::new(unlimited(|monitor| Table::build(pattern, monitor)).unwrap())
        };
        let tables = vec![build("3x4:1,2,3,4,5:0"), build("3x4:1,4,7:0")];
        let room = ProbeCache::reserve(&tables, u64::MAX).unwrap();
        let cache = ProbeCache::new(size, tables.clone(), room);
        let mut sets = BTreeSet::new();
        for table in tables {
            let first = cache.first(table.pattern());
            let tiles = table.pattern().cells().len();
            for number in 0..12_u32.pow(tiles as u32) {
                let place = |tile| Cell((number / 12_u32.pow(tile) % 12) as u8);
                let places: Vec<_> = (0..tiles as u32).map(place).collect();
                assert_eq!(cache.index(&places), number);
                let at = Arrangement::new(&places);
                if at.cells().count_ones() as usize != tiles {
                    continue;
                }
                // Each entry is filled in the first time, and read afterwards.
                for blank in cells_of(!at.cells() & 0xFFF).chain(cells_of(!at.cells() & 0xFFF)) {
                    let bit = cache.bit(first + number, blank);
                    assert_eq!(bit, table.second_bit(at, blank), "{places:?} {blank:?}");
                }
                sets.insert(cache.entries[(first + number) as usize].load(Relaxed) >> 1);
            }
        }
        assert!(sets.contains(&EMPTY) && sets.contains(&UNCACHED) && sets.len() > 20, "{sets:?}");
    }
}
