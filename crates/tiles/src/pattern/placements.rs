//! What looks at tables have found, by the cells of the tiles: found again at once.

use super::regions::cells_of;
use super::shape::Pattern;
use super::table::Table;
use fewest_rules::tiles::{Cell, Size};
use fewest_search::large;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// The second lowest bits of the distances of several patterns, with an entry of 16 bits for each
/// way to put every tile on any cell. An entry is filled in when it is first looked at.
///
/// The number of an entry is a sum over the tiles, so that a slide adds a number that is known
/// beforehand. The highest bit says that the entry was filled in; each of the others is for the
/// blank in one of two cells beside each other: if both are free they are in the same region.
#[derive(Debug)]
pub(super) struct Placements {
    entries: Vec<AtomicU16>,
    /// The tables, and the first entry of each.
    tables: Vec<(Arc<Table>, u32)>,
    /// The bit for the blank in a cell.
    zones: [u8; Size::MAX_CELLS],
    cells: u32,
}

/// The bit of an entry that was filled in.
const KNOWN: u16 = 1 << (u16::BITS - 1);

impl Placements {
    /// Entries are numbered in so many bits.
    pub const NUMBER: u32 = 30;

    /// The entries of a pattern, if they can be numbered and have a bit for every cell.
    fn entries(pattern: &Pattern) -> Option<u32> {
        let cells = pattern.size().cells() as u32;
        let entries = cells.checked_pow(pattern.cells().len() as u32)?;
        let fits = entries <= 1 << Self::NUMBER && cells <= 2 * (u16::BITS - 1);
        fits.then_some(entries)
    }

    /// What some patterns take at most, or `None` if they are too large.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(patterns: &[Pattern]) -> Option<u64> {
        let entries = patterns.iter().map(|pattern| Self::entries(pattern).map(u64::from));
        let entries = entries.sum::<Option<u64>>()?;
        (entries <= 1 << Self::NUMBER).then_some(entries * size_of::<u16>() as u64)
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
        let entries = large::zeros(entries as usize);
        Self { entries, tables, zones: zones(size), cells: size.cells() as u32 }
    }

    /// The table of a pattern and its first entry.
    pub fn table(&self, pattern: &Pattern) -> Option<&(Arc<Table>, u32)> {
        self.tables.iter().find(|(table, _)| table.pattern() == pattern)
    }

    /// The bit of an entry for the blank in a cell.
    pub fn zone(&self, cell: Cell) -> u8 {
        self.zones[cell.index()]
    }

    /// An entry is looked at soon.
    #[inline(always)]
    pub fn prefetch(&self, number: u32) {
        large::prefetch(&self.entries[number as usize]);
    }

    /// A bit of an entry.
    #[inline(always)]
    pub fn bit(&self, number: u32, zone: u8) -> u32 {
        let mut entry = self.entries[number as usize].load(Relaxed);
        if entry & KNOWN == 0 {
            entry = self.fill_in(number);
        }
        u32::from(entry) >> zone & 1
    }

    /// Looks up an entry in its table. Threads that do so at the same time find the same.
    #[cold]
    #[inline(never)]
    fn fill_in(&self, number: u32) -> u16 {
        let table = self.tables.partition_point(|(_, first)| *first <= number) - 1;
        let (table, first) = &self.tables[table];
        let mut rest = number - first;
        let mut places = [Cell(0); Pattern::LARGEST];
        let places = &mut places[..table.pattern().cells().len()];
        for place in places.iter_mut() {
            *place = Cell((rest % self.cells) as u8);
            rest /= self.cells;
        }
        let at = table.arrangement(places);
        let free = ((1 << self.cells) - 1) & !at.cells();
        let bit = |cell| table.second_bit(at, cell) as u16;
        let entry = if table.numbering().has_one_region(at.cells()) {
            cells_of(free).next().map_or(0, bit) * (KNOWN - 1)
        } else {
            cells_of(free).fold(0, |entry, cell| entry | bit(cell) << self.zone(cell))
        };
        let entry = entry | KNOWN;
        self.entries[number as usize].store(entry, Relaxed);
        entry
    }
}

/// Pairs of cells along a way through the board, each beside the one before.
fn zones(size: Size) -> [u8; Size::MAX_CELLS] {
    let mut zones = [0; Size::MAX_CELLS];
    let mut way: Vec<Cell> = size.all_cells().collect();
    let rows = way.chunks_mut(size.width().into()).enumerate();
    rows.filter(|(row, _)| row % 2 == 1).for_each(|(_, row)| row.reverse());
    for (at, cell) in way.into_iter().enumerate() {
        zones[cell.index()] = at as u8 / 2;
    }
    zones
}
