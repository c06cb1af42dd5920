//! Looks at tables that are remembered by the cells of the tiles.

use super::compact::stepped;
use super::databases::{Looks, PatternDatabases};
use super::partition::{Partition, Placing};
use super::placements::Placements;
use super::shape::Pattern;
use super::symmetry::Symmetry;
use super::table::Table;
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Direction, Size, Tile};
use std::sync::Arc;

/// Partitions whose looks are remembered: in more memory than the tables take, but found in half
/// the time.
#[derive(Debug)]
pub struct Remembered<const PATTERNS: usize, const SIDES: usize> {
    placements: Placements,
    sides: [Side<PATTERNS>; SIDES],
}

/// A partition.
#[derive(Debug)]
struct Side<const PATTERNS: usize> {
    tiles: [Member; Size::MAX_CELLS],
    /// The bit of an entry for the blank in a cell, by pattern.
    zones: [[u8; PATTERNS]; Size::MAX_CELLS],
    patterns: Vec<Turned>,
}

/// A tile.
#[derive(Debug, Clone, Copy, Default)]
struct Member {
    pattern: u32,
    /// What a slide adds to the word of the pattern, by the way that the blank goes.
    steps: [u32; Direction::ALL.len()],
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
    PatternDatabases<PATTERNS, SIDES, Remembered<PATTERNS, SIDES>>
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
        Self::looking(partitions, source, |partitions, tables| {
            let placements = Placements::new(size, tables);
            let side = |side| Side::new(&partitions[side], &placements);
            Remembered { sides: std::array::from_fn(side), placements }
        })
    }
}

impl<const PATTERNS: usize, const SIDES: usize> Remembered<PATTERNS, SIDES> {
    /// What the looks at the partitions' tables take at most, beside the tables, or `None` if
    /// they are too many.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(partitions: &[Partition; SIDES]) -> Option<u64> {
        Placements::bytes(&Partition::tables_of(partitions))
    }
}

impl<const PATTERNS: usize> Side<PATTERNS> {
    fn new(partition: &Partition, placements: &Placements) -> Self {
        let size = partition.size;
        let mut side = Self {
            tiles: [Member::default(); Size::MAX_CELLS],
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
                let at = |cell| weight * u32::from(symmetry.image(cell).0);
                // The images of two cells beside each other are as far apart as those of any two.
                let step = |(to, from)| u32::wrapping_sub(at(to), at(from)) << LOW;
                let steps = Direction::ALL.map(|way| pair(size, way).map_or(0, step));
                side.tiles[tile.index()] = Member { pattern: side.patterns.len() as u32, steps };
                weight *= size.cells() as u32;
            }
            side.patterns.push(Turned { table: table.clone(), first, symmetry, tiles });
        }
        side
    }
}

/// Two cells, the second one the way of the blank from the first.
fn pair(size: Size, way: Direction) -> Option<(Cell, Cell)> {
    size.all_cells().find_map(|to| Some((to, size.neighbour(to, way)?)))
}

/// Bits of the distance modulo 4, below the number of the entry.
const LOW: u32 = u32::BITS - Placements::NUMBER;

/// A word is the number of an entry above the distance modulo 4.
impl<const PATTERNS: usize, const SIDES: usize> Looks<PATTERNS, SIDES>
    for Remembered<PATTERNS, SIDES>
{
    type Word = u32;
    /// A bit of the entry.
    type At = u8;

    fn start(&self, side: usize, cell_of: &[Cell]) -> ([u32; PATTERNS], u16) {
        let (mut words, mut sum) = ([0; PATTERNS], 0);
        for (word, turned) in words.iter_mut().zip(&self.sides[side].patterns) {
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
    fn begin(&self, side: usize, words: &[u32; PATTERNS], slide: Slide) -> (u8, u32, u8) {
        let Side { tiles, zones, .. } = &self.sides[side];
        let Member { pattern, steps } = &tiles[slide.tile.index()];
        let pattern = *pattern as usize % PATTERNS;
        // The distance stays that of before in its bits.
        let word = words[pattern].wrapping_add(steps[slide.direction.index()]);
        self.placements.prefetch(word >> LOW);
        (pattern as u8, word, zones[slide.from.index()][pattern])
    }

    #[inline(always)]
    fn finish(&self, _: usize, _: u8, word: &mut u32, zone: u8, sum: u16) -> u16 {
        let number = *word >> LOW;
        let bit = self.placements.bit(number, zone);
        let (distance, sum) = stepped(*word & ((1 << LOW) - 1), bit, sum);
        *word = number << LOW | distance;
        sum
    }
}
