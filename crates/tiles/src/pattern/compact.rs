//! Looks at tables as they are stored, one bit a state.

use super::arrangement::{Arrangement, Passage};
use super::databases::Looks;
use super::partition::{Partition, Placing};
use super::symmetry::Symmetry;
use super::table::{BitIndex, Table};
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Direction, Size, Tile};
use std::sync::Arc;

/// Partitions whose tables are looked at as they are stored.
#[derive(Debug, Clone)]
pub struct Compact<const PATTERNS: usize, const SIDES: usize>([Side<PATTERNS>; SIDES]);

/// A partition.
#[derive(Debug, Clone)]
struct Side<const PATTERNS: usize> {
    /// The pattern that each tile is in, and its column there.
    pattern_of: [(u8, u8); Size::MAX_CELLS],
    patterns: usize,
    /// Where there are fewer than `PATTERNS` the last one again.
    lookups: [Lookup; PATTERNS],
}

/// A pattern.
#[derive(Debug, Clone)]
struct Lookup {
    table: Arc<Table>,
    symmetry: Symmetry,
    tiles: Vec<Tile>,
    /// Slides on the turned board, by the cell that a tile goes to and the way of the blank.
    slides: [[Passage; Direction::ALL.len()]; Size::MAX_CELLS],
}

impl<const PATTERNS: usize, const SIDES: usize> Compact<PATTERNS, SIDES> {
    /// Partitions whose tables are among these.
    pub(super) fn new(partitions: &[Partition; SIDES], tables: &[Arc<Table>]) -> Self {
        Self(std::array::from_fn(|side| Side::new(&partitions[side], tables)))
    }
}

impl<const PATTERNS: usize> Side<PATTERNS> {
    fn new(partition: &Partition, tables: &[Arc<Table>]) -> Self {
        let mut pattern_of = [(0, 0); Size::MAX_CELLS];
        let mut lookups: Vec<Lookup> = vec![];
        for Placing { pattern, symmetry, tiles } in partition.placings() {
            let table = tables.iter().find(|table| *table.pattern() == pattern);
            let table = table.expect("all tables were asked for").clone();
            for (within, tile) in tiles.iter().enumerate() {
                pattern_of[tile.index()] = (lookups.len() as u8, table.column(within) as u8);
            }
            let slides = turned(partition.size, symmetry);
            lookups.push(Lookup { table, symmetry, tiles, slides });
        }
        let last = lookups.len() - 1;
        let lookups = std::array::from_fn(|pattern| lookups[pattern.min(last)].clone());
        Self { pattern_of, patterns: last + 1, lookups }
    }
}

/// All slides on the turned board.
fn turned(size: Size, symmetry: Symmetry) -> [[Passage; Direction::ALL.len()]; Size::MAX_CELLS] {
    let mut slides = [[Passage::NONE; Direction::ALL.len()]; Size::MAX_CELLS];
    for (to, direction) in size.all_cells().flat_map(|to| Direction::ALL.map(|way| (to, way))) {
        if let Some(from) = size.neighbour(to, direction) {
            let passage = Passage::new(symmetry.image(from), symmetry.image(to));
            slides[to.index()][direction.index()] = passage;
        }
    }
    slides
}

/// Where the distance modulo 4 is kept.
const LOW: u32 = Arrangement::BITS;

/// A word is an arrangement with its distance modulo 4 on top.
impl<const PATTERNS: usize, const SIDES: usize> Looks<PATTERNS, SIDES>
    for Compact<PATTERNS, SIDES>
{
    type Word = u64;
    type At = BitIndex;

    fn start(&self, side: usize, cell_of: &[Cell]) -> ([u64; PATTERNS], u16) {
        let (mut words, mut sum) = ([0; PATTERNS], 0);
        let Side { lookups, patterns, .. } = &self.0[side];
        for (word, lookup) in words.iter_mut().zip(&lookups[..*patterns]) {
            let Lookup { table, symmetry, tiles, .. } = lookup;
            let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
            let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
            let distance = table.distance(&places, place(Tile::BLANK));
            *word = table.arrangement(&places).0 | u64::from(distance % 4) << LOW;
            sum += distance;
        }
        (words, sum)
    }

    #[inline(always)]
    fn begin(&self, side: usize, words: &[u64; PATTERNS], slide: Slide) -> (u8, u64, BitIndex) {
        let Side { pattern_of, lookups, .. } = &self.0[side];
        let (pattern, column) = pattern_of[slide.tile.index()];
        let Lookup { table, symmetry, slides, .. } = &lookups[usize::from(pattern) % PATTERNS];
        let passage = slides[slide.to.index()][slide.direction.index()];
        // The distance stays that of before in its bits.
        let before = Arrangement(words[usize::from(pattern) % PATTERNS]);
        let after = table.slide(before, column.into(), passage);
        let at = table.locate(after, symmetry.image(slide.from));
        table.prefetch(at);
        (pattern, after.0, at)
    }

    #[inline(always)]
    fn finish(&self, side: usize, pattern: u8, word: &mut u64, at: BitIndex, sum: u16) -> u16 {
        let Lookup { table, .. } = &self.0[side].lookups[usize::from(pattern) % PATTERNS];
        let (distance, sum) = stepped((*word >> LOW) as u32, table.bit(at), sum);
        *word = *word & ((1 << LOW) - 1) | u64::from(distance) << LOW;
        sum
    }
}

/// The distance modulo 4 that is one more or one less than another and has a certain second bit,
/// and a sum that changes as the distance does.
#[inline(always)]
pub(super) fn stepped(distance: u32, second_bit: u32, sum: u16) -> (u32, u16) {
    let second_bit = second_bit << 1;
    // Two if the distance is one less, or else zero.
    let less = ((distance + 1) ^ second_bit) & 2;
    (second_bit | !distance & 1, sum.wrapping_add(1).wrapping_sub(less as u16))
}
