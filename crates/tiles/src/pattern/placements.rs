//! What looks at tables have found, by the cells of the tiles: found again at once.

use super::arrangement::Arrangement;
use super::regions::Cells;
use super::shape::Pattern;
use super::table::Table;
use fewest_rules::tiles::{Cell, Size};
use fewest_search::large;
use std::collections::HashMap;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// The second lowest bits of the distances of several patterns, with a byte for each way to put
/// every tile on any cell. Such an entry is filled in when it is first looked at.
///
/// The number of an entry is a sum over the tiles, so that a slide adds a number that is known
/// beforehand. The lowest bit is that of the table, wherever the blank is, but for a set of cells:
/// the other bits are its number. Mostly it is empty, or one of a few dozens, cells in the corners
/// that the tiles cut off. A set gets a number when it was met often, as long as there are any; of
/// others the table is asked each time.
#[derive(Debug)]
pub(super) struct Placements {
    entries: Vec<AtomicU8>,
    /// The tables, and the first entry of each.
    tables: Vec<(Arc<Table>, usize)>,
    /// Sets of cells by their numbers, from [`EMPTY`] on, or [`NONE`].
    apart: [AtomicU64; 1 << 7],
    /// How often sets without a number were met.
    met: Mutex<HashMap<Cells, u32>>,
    cells: u32,
}

/// The number of the empty set. No entry that was filled in is less than twice that.
const EMPTY: u8 = 1;
/// Says that the set has no number.
const ASK: u8 = (1 << 7) - 1;
/// No set at all.
const NONE: Cells = Cells::MAX;
/// A set that was met so often gets a number.
const OFTEN: u32 = 64;

impl Placements {
    /// The entries of a pattern, if they are not so many that few are looked at twice.
    fn entries(pattern: &Pattern) -> Option<usize> {
        let entries = pattern.size().cells().checked_pow(pattern.cells().len() as u32)?;
        Some(entries).filter(|&entries| entries <= 1 << 30)
    }

    /// What some patterns take at most, or `None` if they are too large.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(patterns: &[Pattern]) -> Option<u64> {
        let entries = |pattern| Self::entries(pattern).map(|entries| entries as u64);
        let all = patterns.iter().map(entries).sum::<Option<u64>>();
        // Entries have numbers of 32 bits.
        all.filter(|&all| all <= 1 << u32::BITS)
    }

    /// Entries for some tables, which take memory as they are looked at.
    ///
    /// # Panics
    /// If they are too large.
    pub fn new(size: Size, tables: Vec<Arc<Table>>) -> Self {
        let mut entries = 0;
        let numbered = tables.into_iter().map(|table| {
            let first = entries;
            entries += Self::entries(table.pattern()).expect("asked before");
            (table, first)
        });
        let tables = numbered.collect();
        assert!(entries as u64 <= 1 << u32::BITS, "asked before");
        let entries = large::zeros(entries);
        let set = |number| if number == usize::from(EMPTY) { 0 } else { NONE };
        let apart = std::array::from_fn(|number| AtomicU64::new(set(number)));
        Self { entries, tables, apart, met: Mutex::default(), cells: size.cells() as u32 }
    }

    /// The number of the first entry of a pattern.
    ///
    /// # Panics
    /// If its table is not among those here.
    pub fn first(&self, pattern: &Pattern) -> u32 {
        let known = self.tables.iter().find(|(table, _)| table.pattern() == pattern);
        let (_, first) = known.expect("these are the tables of all patterns");
        *first as u32
    }

    /// The number of an entry among those of its pattern, by the cells of the tiles.
    pub fn number(&self, places: &[Cell]) -> u32 {
        places.iter().rev().fold(0, |number, cell| number * self.cells + u32::from(cell.0))
    }

    /// An entry is looked at soon.
    #[inline(always)]
    pub fn prefetch(&self, number: u32) {
        large::prefetch(&self.entries, number as usize);
    }

    /// The bit of an entry for the blank in a cell.
    #[inline(always)]
    pub fn bit(&self, number: u32, blank: Cell) -> u32 {
        // Whoever sees the entry sees the set that it refers to.
        let entry = self.entries[number as usize].load(Acquire);
        if entry.wrapping_sub(EMPTY << 1) >= (ASK - EMPTY) << 1 {
            return self.look_up(number as usize, blank);
        }
        let apart = self.apart[usize::from(entry >> 1)].load(Relaxed) >> (blank.0 % 64);
        (u32::from(entry) ^ apart as u32) & 1
    }

    /// Looks up an entry in its table. Threads that do so at the same time find the same.
    #[cold]
    #[inline(never)]
    fn look_up(&self, number: usize, blank: Cell) -> u32 {
        let table = self.tables.partition_point(|(_, first)| *first <= number) - 1;
        let (table, first) = &self.tables[table];
        let mut rest = (number - first) as u32;
        let mut places = [Cell(0); Pattern::LARGEST];
        let places = &mut places[..table.pattern().cells().len()];
        for place in places.iter_mut() {
            *place = Cell((rest % self.cells) as u8);
            rest /= self.cells;
        }
        let at = Arrangement::new(places);
        let odd = table.ones(at);
        let even = ((1 << self.cells) - 1) & !at.cells() & !odd;
        let is_mostly_odd = odd.count_ones() > even.count_ones();
        let others = if is_mostly_odd { even } else { odd };
        let set = self.set(others).unwrap_or(ASK);
        self.entries[number].store(set << 1 | u8::from(is_mostly_odd), Release);
        (odd >> blank.0) as u32 & 1
    }

    /// The number of a set, if it has one or gets one now.
    fn set(&self, cells: Cells) -> Option<u8> {
        let number = |cells| {
            let of = |number: &u8| self.apart[usize::from(*number)].load(Relaxed) == cells;
            (EMPTY..ASK).find(of)
        };
        if let Some(known) = number(cells) {
            return Some(known);
        }
        // All are in use.
        number(NONE)?;
        // A count is right whenever it can be seen.
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let times = met.entry(cells).or_default();
        *times += 1;
        if *times < OFTEN {
            return None;
        }
        // Another thread may have been as far.
        let number = number(cells).or_else(|| number(NONE))?;
        self.apart[usize::from(number)].store(cells, Relaxed);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::super::regions::cells_of;
    use super::*;
    use fewest_search::monitor::unlimited;
    use std::collections::BTreeSet;

    #[test]
    fn entries_are_the_bits_of_the_tables_wherever_the_blank_is() {
        let size: Size = "3x4".parse().unwrap();
        let build = |text: &str| {
            let pattern = text.parse().unwrap();
            Arc::new(unlimited(|monitor| Table::build(pattern, monitor)).unwrap())
        };
        let tables = vec![build("3x4:1,2,3,4,5:0"), build("3x4:1,4,7:0")];
        let placements = Placements::new(size, tables.clone());
        let mut sets = BTreeSet::new();
        for table in tables {
            let first = placements.first(table.pattern());
            let tiles = table.pattern().cells().len();
            for number in 0..12_u32.pow(tiles as u32) {
                let place = |tile| Cell((number / 12_u32.pow(tile) % 12) as u8);
                let places: Vec<_> = (0..tiles as u32).map(place).collect();
                assert_eq!(placements.number(&places), number);
                let at = Arrangement::new(&places);
                if at.cells().count_ones() as usize != tiles {
                    continue;
                }
                // Once it is filled in, then it is read.
                for blank in cells_of(!at.cells() & 0xFFF).chain(cells_of(!at.cells() & 0xFFF)) {
                    let bit = placements.bit(first + number, blank);
                    assert_eq!(bit, table.second_bit(at, blank), "{places:?} {blank:?}");
                }
                sets.insert(placements.entries[(first + number) as usize].load(Relaxed) >> 1);
            }
        }
        assert!(sets.contains(&EMPTY) && sets.contains(&ASK) && sets.len() > 20, "{sets:?}");
    }
}
