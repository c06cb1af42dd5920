//! The sum over the patterns of a partition, and the largest over several partitions.

use super::compact::Compact;
use super::partition::Partition;
use super::shape::Pattern;
use super::table::Table;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Cell, Size, Tile};
use fewest_search::Depth;
use std::sync::Arc;

/// Sums of pattern databases, one for each of `SIDES` partitions of at most `PATTERNS` patterns;
/// the largest counts.
///
/// A move changes one word of each side: the one of the pattern that its tile is in. One bit of
/// its table tells whether the sum goes up or down.
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
    looks: L,
}

/// A way to look up the distances of some partitions' patterns.
pub trait Looks<const PATTERNS: usize, const SIDES: usize>: Sync {
    /// Where the tiles of a pattern are, with their distance modulo 4.
    type Word: Copy + Default + Send + Sync;
    /// Where something is looked up.
    type At: Copy + Default + Send;

    /// The word of each pattern of a side with the tiles in these cells, and the sum of their
    /// distances.
    fn start(&self, side: usize, cell_of: &[Cell]) -> ([Self::Word; PATTERNS], u16);

    /// The pattern of the tile that slides, its word afterwards but for the distance, and where
    /// that is to be looked up: it is fetched.
    fn begin(
        &self,
        side: usize,
        words: &[Self::Word; PATTERNS],
        slide: Slide,
    ) -> (u8, Self::Word, Self::At);

    /// Puts the distance after a slide into the word; the sum after it, given that before.
    fn finish(
        &self,
        side: usize,
        pattern: u8,
        word: &mut Self::Word,
        at: Self::At,
        sum: u16,
    ) -> u16;
}

/// A slide that is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Step<Word, At, const SIDES: usize> {
    /// The patterns of the tile, their words, and where these are looked up.
    patterns: [u8; SIDES],
    words: [Word; SIDES],
    at: [At; SIDES],
    /// The sums, once they are known.
    sums: [u16; SIDES],
}

impl<Word: Copy + Default, At: Copy + Default, const SIDES: usize> Default
    for Step<Word, At, SIDES>
{
    fn default() -> Self {
        let (words, at) = ([Word::default(); SIDES], [At::default(); SIDES]);
        Self { patterns: [0; SIDES], words, at, sums: [0; SIDES] }
    }
}

/// The words of each side, and the sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<Word, const PATTERNS: usize, const SIDES: usize> {
    words: [[Word; PATTERNS]; SIDES],
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
        Self::looking(partitions, source, |partitions, tables| Compact::new(partitions, &tables))
    }
}

impl<const PATTERNS: usize, const SIDES: usize, L> PatternDatabases<PATTERNS, SIDES, L> {
    /// Asks for the tables, and looks at them in a way made from the partitions and the tables.
    pub(super) fn looking<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
        looks: impl FnOnce(&[Partition; SIDES], Vec<Arc<Table>>) -> L,
    ) -> Result<Self, E> {
        let Partition { size, goal, .. } = partitions[0];
        for partition in &partitions {
            assert_eq!((partition.size, partition.goal), (size, goal), "one board and goal");
            assert!(partition.patterns.len() <= PATTERNS, "too many patterns");
        }
        let patterns = Partition::tables_of(&partitions);
        let tables = patterns.iter().map(source).collect::<Result<_, E>>()?;
        Ok(Self { size, looks: looks(&partitions, tables) })
    }
}

impl<const PATTERNS: usize, const SIDES: usize, L: Looks<PATTERNS, SIDES>> Heuristic
    for PatternDatabases<PATTERNS, SIDES, L>
{
    type Value = Value<L::Word, PATTERNS, SIDES>;
    type Step = Step<L::Word, L::At, SIDES>;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut cell_of = [Cell(0); Size::MAX_CELLS];
        self.size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
        let mut value = Value { words: [[L::Word::default(); PATTERNS]; SIDES], sums: [0; SIDES] };
        for side in 0..SIDES {
            (value.words[side], value.sums[side]) = self.looks.start(side, &cell_of);
        }
        value
    }

    #[inline(always)]
    fn begin(&self, value: &Self::Value, slide: Slide, _: impl Fn(Cell) -> Tile) -> Self::Step {
        let mut step = Step::default();
        for side in 0..SIDES {
            (step.patterns[side], step.words[side], step.at[side]) =
                self.looks.begin(side, &value.words[side], slide);
        }
        step
    }

    #[inline(always)]
    fn is_within(&self, value: &Self::Value, step: &mut Self::Step, room: Depth) -> bool {
        (0..SIDES).all(|side| {
            let (pattern, word) = (step.patterns[side], &mut step.words[side]);
            let (at, sum) = (step.at[side], value.sums[side]);
            step.sums[side] = self.looks.finish(side, pattern, word, at, sum);
            step.sums[side] <= room.0
        })
    }

    #[inline(always)]
    fn enter(&self, value: &mut Self::Value, step: &Self::Step) {
        value.sums = step.sums;
        for (number, words) in value.words.iter_mut().enumerate() {
            words[usize::from(step.patterns[number]) % PATTERNS] = step.words[number];
        }
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
