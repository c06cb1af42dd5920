//! The sum over the patterns of a partition, and the largest over several partitions.

use super::compact::Compact;
use super::looks::{Looks, Placed};
use super::partition::{Partition, Placing};
use super::shape::Pattern;
use super::table::Table;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Cell, Size, Tile};
use fewest_search::Depth;
use std::sync::Arc;

/// Sums of pattern databases, one for each of `SIDES` partitions of at most `PATTERNS` patterns;
/// the largest counts.
///
/// A move changes one pattern of each side: the one that its tile is in. One bit of the pattern's
/// table tells whether the sum goes up or down.
///
/// # Admissible because
/// each table counts only moves of its own tiles, so no move is counted twice in a sum. Each sum
/// changes by one with every move, so it is consistent.
///
/// # Source
/// Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002);
/// zero-aware tables of one bit an entry: Clausecker and Reinefeld 2019.
#[derive(Debug, Clone)]
pub struct PatternDatabases<const PATTERNS: usize, const SIDES: usize, L = Compact<PATTERNS, SIDES>>
{
    size: Size,
    /// The patterns of each side.
    placed: [Vec<Placed>; SIDES],
    /// The number of the pattern that a tile is in, for each side.
    pattern_of: [[u8; SIDES]; Size::MAX_CELLS],
    looks: L,
}

/// A slide that is looked at, by each side.
#[derive(Debug, Clone, Copy)]
pub struct Step<Look, const SIDES: usize>([Look; SIDES]);

impl<Look: Copy + Default, const SIDES: usize> Default for Step<Look, SIDES> {
    fn default() -> Self {
        Self([Look::default(); SIDES])
    }
}

/// Where the tiles of all patterns are, and how far from home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<Word, const PATTERNS: usize, const SIDES: usize> {
    words: [[Word; PATTERNS]; SIDES],
    /// The distance of each pattern modulo 4.
    low: [[u8; PATTERNS]; SIDES],
    sums: [u16; SIDES],
}

impl<const PATTERNS: usize, const SIDES: usize> PatternDatabases<PATTERNS, SIDES> {
    /// The databases of some partitions, with tables from `source`: each is asked for once.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// If a partition has more than `PATTERNS` patterns, or the partitions are not of one board
    /// and goal.
    pub fn new<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        Self::looking(partitions, source, |size, placed, _| Compact::new(size, placed))
    }
}

impl<const PATTERNS: usize, const SIDES: usize, L> PatternDatabases<PATTERNS, SIDES, L> {
    /// Asks for the tables, and looks at them in a way made from the board, the patterns of each
    /// side and the tables.
    pub(super) fn looking<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
        looks: impl FnOnce(Size, &[Vec<Placed>; SIDES], Vec<Arc<Table>>) -> L,
    ) -> Result<Self, E> {
        let Partition { size, goal, .. } = partitions[0];
        for partition in &partitions {
            assert_eq!((partition.size, partition.goal), (size, goal), "one board and goal");
            assert!(partition.patterns.len() <= PATTERNS, "too many patterns");
        }
        let patterns = Partition::tables_of(&partitions);
        let tables: Vec<_> = patterns.iter().map(source).collect::<Result<_, E>>()?;
        let place = |Placing { pattern, symmetry, tiles }| {
            let table = tables.iter().find(|table| *table.pattern() == pattern);
            let table = table.expect("the tables of all partitions were asked for").clone();
            Placed { table, symmetry, tiles }
        };
        let placed: [Vec<_>; SIDES] =
            partitions.map(|partition| partition.placings().into_iter().map(place).collect());
        let mut pattern_of = [[0; SIDES]; Size::MAX_CELLS];
        for (side, placed) in placed.iter().enumerate() {
            for (pattern, Placed { tiles, .. }) in (0..).zip(placed) {
                tiles.iter().for_each(|tile| pattern_of[tile.index()][side] = pattern);
            }
        }
        let looks = looks(size, &placed, tables);
        Ok(Self { size, placed, pattern_of, looks })
    }

    /// The pattern that a tile is in.
    #[inline(always)]
    fn pattern_of(&self, tile: Tile, side: usize) -> usize {
        usize::from(self.pattern_of[tile.index()][side]) % PATTERNS
    }
}

impl<const PATTERNS: usize, const SIDES: usize, L: Looks> Heuristic
    for PatternDatabases<PATTERNS, SIDES, L>
{
    type Value = Value<L::Word, PATTERNS, SIDES>;
    type Step = Step<L::Look, SIDES>;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut cell_of = [Cell(0); Size::MAX_CELLS];
        self.size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
        let mut value = Value {
            words: [[L::Word::default(); PATTERNS]; SIDES],
            low: [[0; PATTERNS]; SIDES],
            sums: [0; SIDES],
        };
        for (side, placed) in self.placed.iter().enumerate() {
            for (pattern, Placed { table, symmetry, tiles }) in placed.iter().enumerate() {
                let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
                let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
                let distance = table.distance(&places, place(Tile::BLANK));
                value.words[side][pattern] = self.looks.word(side, pattern, &places);
                value.low[side][pattern] = (distance % 4) as u8;
                value.sums[side] += distance;
            }
        }
        value
    }

    #[inline(always)]
    fn begin(&self, value: &Self::Value, slide: Slide, _: impl Fn(Cell) -> Tile) -> Self::Step {
        let mut step = Step::default();
        for (side, look) in step.0.iter_mut().enumerate() {
            let pattern = self.pattern_of(slide.tile, side);
            *look = self.looks.begin(side, pattern, value.words[side][pattern], slide);
        }
        step
    }

    #[inline(always)]
    fn finish(
        &self,
        before: &Self::Value,
        slide: Slide,
        Step(looks): &Self::Step,
        room: Depth,
        after: &mut Self::Value,
    ) -> bool {
        let (mut low, mut sums) = ([0; SIDES], [0; SIDES]);
        for side in 0..SIDES {
            let pattern = self.pattern_of(slide.tile, side);
            let bit = self.looks.bit(side, pattern, looks[side], slide);
            (low[side], sums[side]) = stepped(before.low[side][pattern], bit, before.sums[side]);
            if sums[side] > room.0 {
                return false;
            }
        }
        *after = *before;
        after.sums = sums;
        for side in 0..SIDES {
            let pattern = self.pattern_of(slide.tile, side);
            after.words[side][pattern] = L::after(looks[side]);
            after.low[side][pattern] = low[side];
        }
        true
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }

    /// The sum over all sides: of two positions with the same bound, the one for which the other
    /// sides promise less as well.
    fn seems(&self, value: &Self::Value) -> u32 {
        value.sums.into_iter().map(u32::from).sum()
    }
}

/// The distance modulo 4 that is one more or one less than another and has a certain second bit,
/// and a sum that changes as the distance does.
#[inline(always)]
fn stepped(low: u8, second_bit: u32, sum: u16) -> (u8, u16) {
    let second_bit = (second_bit << 1) as u8;
    // Two if the distance is one less, or else zero.
    let less = (low.wrapping_add(1) ^ second_bit) & 2;
    (second_bit | !low & 1, sum.wrapping_add(1).wrapping_sub(less.into()))
}
