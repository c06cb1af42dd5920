//! Looks at tables that are remembered by the cells of the tiles.

use super::compact::stepped;
use super::databases::{PatternDatabases, Side};
use super::partition::{Partition, Placing};
use super::placements::Placements;
use super::shape::Pattern;
use super::symmetry::Symmetry;
use super::table::Table;
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Direction, Size, Tile};
use std::sync::Arc;

/// A partition whose looks are remembered: in more memory than the tables take, but found in half
/// the time.
#[derive(Debug)]
pub struct Remembered<const PATTERNS: usize> {
    placements: Arc<Placements>,
    /// Of each tile, where its row of `steps` begins.
    rows: [u16; Size::MAX_CELLS],
    /// The pattern that each tile is in.
    pattern_of: [u8; Size::MAX_CELLS],
    /// What a slide adds to the word of a pattern: by tile, the cell it goes to, and the way that
    /// the blank goes.
    steps: Vec<u32>,
    /// The bit of an entry for the blank in a cell, by pattern.
    zones: [[u8; PATTERNS]; Size::MAX_CELLS],
    patterns: Vec<Turned>,
}

/// A pattern.
#[derive(Debug)]
struct Turned {
    table: Arc<Table>,
    /// Its first entry.
    first: u32,
    symmetry: Symmetry,
    tiles: Vec<Tile>,
}

impl<const PATTERNS: usize, const SIDES: usize>
    PatternDatabases<PATTERNS, SIDES, Remembered<PATTERNS>>
{
    /// As [`PatternDatabases::new`], and looks are remembered.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// As [`PatternDatabases::new`], and if [`Remembered::bytes`] are none.
    pub fn remembering<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let size = partitions[0].size;
        Self::of_sides(partitions, source, |tables| {
            let placements = Arc::new(Placements::new(size, tables));
            move |partition: &Partition| Remembered::new(partition, &placements)
        })
    }
}

impl<const PATTERNS: usize> Remembered<PATTERNS> {
    /// What the looks at some partitions' tables take at most, beside the tables, or `None` if
    /// they are too many.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(partitions: &[Partition]) -> Option<u64> {
        Placements::bytes(&Partition::tables_of(partitions))
    }

    fn new(partition: &Partition, placements: &Arc<Placements>) -> Self {
        let size = partition.size;
        let row = size.cells() * Direction::ALL.len();
        let mut side = Self {
            placements: placements.clone(),
            rows: [0; Size::MAX_CELLS],
            pattern_of: [0; Size::MAX_CELLS],
            steps: vec![0; row * size.cells()],
            zones: [[0; PATTERNS]; Size::MAX_CELLS],
            patterns: vec![],
        };
        for Placing { pattern, symmetry, tiles } in partition.placings() {
            let known = placements.table(&pattern);
            let (table, first) = known.expect("these are the tables of all partitions");
            let first = *first;
            for cell in size.all_cells() {
                let zone = placements.zone(symmetry.image(cell));
                side.zones[cell.index()][side.patterns.len()] = zone;
            }
            let mut weight = 1;
            for tile in &tiles {
                side.rows[tile.index()] = (row * tile.index()) as u16;
                side.pattern_of[tile.index()] = side.patterns.len() as u8;
                let steps = &mut side.steps[row * tile.index()..][..row];
                for (step, (to, direction)) in steps.iter_mut().zip(ways(size)) {
                    if let Some(from) = size.neighbour(to, direction) {
                        let at = |cell| weight * u32::from(symmetry.image(cell).0);
                        *step = at(to).wrapping_sub(at(from)) << LOW;
                    }
                }
                weight *= size.cells() as u32;
            }
            side.patterns.push(Turned { table: table.clone(), first, symmetry, tiles });
        }
        side
    }
}

/// All cells that the blank can leave, and the ways it can go.
fn ways(size: Size) -> impl Iterator<Item = (Cell, Direction)> {
    size.all_cells().flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)))
}

/// Bits of the distance modulo 4, below the number of the entry.
const LOW: u32 = u32::BITS - Placements::NUMBER;

/// A word is the number of an entry above the distance modulo 4.
impl<const PATTERNS: usize> Side<PATTERNS> for Remembered<PATTERNS> {
    type Word = u32;
    /// A bit of the entry.
    type At = u8;

    fn start(&self, cell_of: &[Cell]) -> ([u32; PATTERNS], u16) {
        let (mut words, mut sum) = ([0; PATTERNS], 0);
        for (word, turned) in words.iter_mut().zip(&self.patterns) {
            let Turned { table, first, symmetry, tiles, .. } = turned;
            let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
            let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
            let cells = table.pattern().size().cells() as u32;
            let number = places.iter().rev().fold(0, |sum, cell| sum * cells + u32::from(cell.0));
            let distance = table.distance(&places, place(Tile::BLANK));
            *word = (first + number) << LOW | u32::from(distance % 4);
            sum += distance;
        }
        (words, sum)
    }

    #[inline(always)]
    fn begin(&self, words: &[u32; PATTERNS], slide: Slide) -> (u8, u32, u8) {
        let pattern = self.pattern_of[slide.tile.index()];
        let at = slide.to.index() * Direction::ALL.len() + slide.direction.index();
        let step = self.steps[usize::from(self.rows[slide.tile.index()]) + at];
        // The distance stays that of before in its bits.
        let word = words[usize::from(pattern) % PATTERNS].wrapping_add(step);
        self.placements.prefetch(word >> LOW);
        (pattern, word, self.zones[slide.from.index()][usize::from(pattern) % PATTERNS])
    }

    #[inline(always)]
    fn finish(&self, _: u8, word: &mut u32, zone: u8) -> u16 {
        let number = *word >> LOW;
        let bit = self.placements.bit(number, zone);
        let (distance, change) = stepped(*word & ((1 << LOW) - 1), bit);
        *word = number << LOW | distance;
        change
    }
}
