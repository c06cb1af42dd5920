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
    /// Where a cell is on the board as a pattern has it turned.
    images: [[Cell; PATTERNS]; Size::MAX_CELLS],
    patterns: Vec<Turned>,
}

/// A tile.
#[derive(Debug, Clone, Copy, Default)]
struct Member {
    pattern: u8,
    /// What a slide adds to the word of the pattern, by the way that the blank goes.
    steps: [u64; Direction::ALL.len()],
}

/// A pattern.
#[derive(Debug)]
struct Turned {
    table: Arc<Table>,
    /// Its first entry.
    first: usize,
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
            images: [[Cell(0); PATTERNS]; Size::MAX_CELLS],
            patterns: vec![],
        };
        for Placing { pattern, symmetry, tiles } in partition.placings() {
            let known = placements.table(&pattern);
            let (table, first) = known.expect("these are the tables of all partitions");
            let (first, number) = (*first, side.patterns.len());
            for cell in size.all_cells() {
                side.images[cell.index()][number] = symmetry.image(cell);
            }
            let mut weight = 1;
            for tile in &tiles {
                let at = |cell| weight * u64::from(symmetry.image(cell).0);
                // The images of two cells beside each other are as far apart as those of any two.
                let step = |(to, from)| u64::wrapping_sub(at(to), at(from)) << LOW;
                let steps = Direction::ALL.map(|way| pair(size, way).map_or(0, step));
                side.tiles[tile.index()] = Member { pattern: number as u8, steps };
                weight *= size.cells() as u64;
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
const LOW: u32 = 2;

/// A word is the number of an entry above the distance modulo 4.
impl<const PATTERNS: usize, const SIDES: usize> Looks<PATTERNS, SIDES>
    for Remembered<PATTERNS, SIDES>
{
    type Word = u64;
    /// The cell of the blank, as the pattern has the board turned.
    type At = u8;

    fn start(&self, side: usize, cell_of: &[Cell]) -> ([u64; PATTERNS], u16) {
        let (mut words, mut sum) = ([0; PATTERNS], 0);
        for (word, turned) in words.iter_mut().zip(&self.sides[side].patterns) {
            let Turned { table, first, symmetry, tiles } = turned;
            let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
            let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
            let cells = table.pattern().size().cells();
            let number = places.iter().rev().fold(0, |sum, cell| sum * cells + cell.index());
            let distance = table.distance(&places, place(Tile::BLANK));
            *word = ((first + number) as u64) << LOW | u64::from(distance % 4);
            sum += distance;
        }
        (words, sum)
    }

    #[inline(always)]
    fn begin(&self, side: usize, words: &[u64; PATTERNS], slide: Slide) -> (u8, u64, u8) {
        let Side { tiles, images, .. } = &self.sides[side];
        let Member { pattern, steps } = &tiles[slide.tile.index()];
        let within = usize::from(*pattern) % PATTERNS;
        // The distance stays that of before in its bits.
        let word = words[within].wrapping_add(steps[slide.direction.index()]);
        self.placements.prefetch((word >> LOW) as usize);
        (*pattern, word, images[slide.from.index()][within].0)
    }

    #[inline(always)]
    fn finish(&self, _: usize, _: u8, word: &mut u64, blank: u8, sum: u16) -> u16 {
        let bit = self.placements.bit((*word >> LOW) as usize, Cell(blank));
        let (distance, sum) = stepped(*word as u32 & ((1 << LOW) - 1), bit, sum);
        *word = *word >> LOW << LOW | u64::from(distance);
        sum
    }
}
