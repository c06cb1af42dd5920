//! What looks at tables have found, by the cells of the tiles: found again at once.

use super::regions::{Cells, Regions, cells_of};
use super::shape::Pattern;
use super::table::Table;
use fewest_rules::tiles::{Cell, Size};
use fewest_search::large;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The second lowest bits of the distances of several patterns, with a byte for each way to put
/// every tile on any cell. Such an entry is filled in when it is first looked at.
///
/// The number of an entry is a sum over the tiles, so that a slide adds a number that is known
/// beforehand. The lowest bit is that of the table, wherever the blank is, but for a set of cells:
/// the other bits are its number. Mostly it is empty, or one of the few cells that six tiles can
/// cut off. If it is none of those that have a number, the table is asked each time.
#[derive(Debug)]
pub(super) struct Placements {
    entries: Vec<AtomicU8>,
    /// The tables, and the first entry of each.
    tables: Vec<(Arc<Table>, usize)>,
    /// Sets of cells by their numbers: in order from [`EMPTY`] to [`ASK`].
    apart: [Cells; 1 << 7],
    regions: Regions,
    cells: u32,
}

/// The number of the empty set. No entry that was filled in is less than twice that.
const EMPTY: u8 = 1;
/// Says that the set has no number.
const ASK: u8 = (1 << 7) - 1;

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
        patterns.iter().map(entries).sum()
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
        let entries = large::zeros(entries);
        let regions = Regions::new(size);
        let apart = apart(size, &regions);
        Self { entries, tables, apart, regions, cells: size.cells() as u32 }
    }

    /// The table of a pattern and its first entry.
    pub fn table(&self, pattern: &Pattern) -> Option<&(Arc<Table>, usize)> {
        self.tables.iter().find(|(table, _)| table.pattern() == pattern)
    }

    /// An entry is looked at soon.
    #[inline(always)]
    pub fn prefetch(&self, number: usize) {
        large::prefetch(&self.entries, number);
    }

    /// The bit of an entry for the blank in a cell.
    #[inline(always)]
    pub fn bit(&self, number: usize, blank: Cell) -> u32 {
        let entry = self.entries[number].load(Relaxed);
        if entry.wrapping_sub(EMPTY << 1) >= (ASK - EMPTY) << 1 {
            return self.look_up(number, blank);
        }
        let apart = self.apart[usize::from(entry >> 1)] >> (blank.0 % 64);
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
        let at = table.arrangement(places);
        if self.entries[number].load(Relaxed) >> 1 == ASK {
            return table.second_bit(at, blank);
        }
        let bit = |region: Cells| {
            let blank = cells_of(region).next();
            blank.map_or(0, |cell| table.second_bit(at, cell))
        };
        let free = ((1 << self.cells) - 1) & !at.cells();
        let odd = if table.numbering().has_one_region(at.cells()) {
            free * Cells::from(bit(free))
        } else {
            self.regions.all(at.cells()).map(|region| region * Cells::from(bit(region))).sum()
        };
        let even = free & !odd;
        let is_mostly_odd = odd.count_ones() > even.count_ones();
        let others = if is_mostly_odd { even } else { odd };
        let numbered = &self.apart[usize::from(EMPTY)..usize::from(ASK)];
        let set = numbered.binary_search(&others).map_or(ASK, |place| EMPTY + place as u8);
        self.entries[number].store(set << 1 | u8::from(is_mostly_odd), Relaxed);
        (odd >> blank.0) as u32 & 1
    }
}

/// As many connected sets of cells as have numbers: those of the fewest cells, and of these the
/// ones that the fewest tiles cut off.
fn apart(size: Size, regions: &Regions) -> [Cells; 1 << 7] {
    let beside = |set| cells_of(set).fold(0, |all, cell| all | regions.beside(cell)) & !set;
    let mut layer = BTreeSet::from_iter(size.all_cells().map(|cell| 1 << cell.0));
    let mut sets = vec![0];
    while sets.len() < usize::from(ASK - EMPTY) && !layer.is_empty() {
        let mut layer_by_tiles = Vec::from_iter(std::mem::take(&mut layer));
        layer_by_tiles.sort_by_key(|&set| beside(set).count_ones());
        layer = layer_by_tiles
            .iter()
            .flat_map(|&set| cells_of(beside(set)).map(move |cell| set | 1 << cell.0))
            .collect();
        sets.extend(layer_by_tiles);
    }
    sets.truncate(usize::from(ASK - EMPTY));
    sets.sort_unstable();
    let mut apart = [Cells::MAX; 1 << 7];
    apart[usize::from(EMPTY)..][..sets.len()].copy_from_slice(&sets);
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_search::monitor::unlimited;

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
            let (_, first) = placements.table(table.pattern()).unwrap();
            let tiles = table.pattern().cells().len();
            for number in 0..12_usize.pow(tiles as u32) {
                let place = |tile| Cell((number / 12_usize.pow(tile) % 12) as u8);
                let places: Vec<_> = (0..tiles as u32).map(place).collect();
                let at = table.arrangement(&places);
                if at.cells().count_ones() as usize != tiles {
                    continue;
                }
                // Once it is filled in, then it is read.
                for blank in cells_of(!at.cells() & 0xFFF).chain(cells_of(!at.cells() & 0xFFF)) {
                    let bit = placements.bit(first + number, blank);
                    assert_eq!(bit, table.second_bit(at, blank), "{places:?} {blank:?}");
                }
                sets.insert(placements.entries[first + number].load(Relaxed) >> 1);
            }
        }
        assert!(sets.contains(&EMPTY) && sets.contains(&ASK) && sets.len() > 20, "{sets:?}");
    }
}
