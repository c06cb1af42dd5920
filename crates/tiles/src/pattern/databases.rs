//! The sum over the patterns of a partition, and the largest over several partitions.

use super::arrangement::Arrangement;
use super::partition::Partition;
use super::shape::Pattern;
use super::symmetry::Symmetry;
use super::table::Table;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use std::sync::Arc;

/// Sums of pattern databases, one for each of `SIDES` partitions of at most `PATTERNS` patterns;
/// the largest counts. Each partition is one look.
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
pub struct PatternDatabases<const PATTERNS: usize, const SIDES: usize> {
    size: Size,
    sides: [Side; SIDES],
}

/// One partition.
#[derive(Debug, Clone)]
struct Side {
    /// The pattern that each tile is in.
    pattern_of: [u8; Size::MAX_CELLS],
    lookups: Vec<Lookup>,
}

/// How the distance of a pattern is looked up.
#[derive(Debug, Clone)]
struct Lookup {
    table: Arc<Table>,
    /// Turns the board so that the table fits.
    symmetry: Symmetry,
    /// The tiles in the order that the table has them.
    tiles: Vec<Tile>,
}

/// The arrangement of each pattern of each side, with its distance modulo 4 on top, and the sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<const PATTERNS: usize, const SIDES: usize> {
    patterns: [[u64; PATTERNS]; SIDES],
    sums: [u16; SIDES],
}

impl<const PATTERNS: usize, const SIDES: usize> PatternDatabases<PATTERNS, SIDES> {
    /// The databases of some partitions, with tables from `source`: each pattern is asked for
    /// once, or more often if it stands for several.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// If a partition has more than `PATTERNS` patterns, or the partitions are not of one board
    /// and goal.
    pub fn new<E>(
        partitions: [Partition; SIDES],
        mut source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let (size, goal) = (partitions[0].size, partitions[0].goal);
        let mut sides = vec![];
        for partition in partitions {
            assert_eq!((partition.size, partition.goal), (size, goal), "one board and goal");
            assert!(partition.patterns.len() <= PATTERNS, "too many patterns");
            sides.push(Side::new(&partition, &mut source)?);
        }
        let sides = <[Side; SIDES]>::try_from(sides);
        Ok(Self { size, sides: sides.expect("as many as partitions") })
    }
}

impl Side {
    fn new<E>(
        partition: &Partition,
        source: &mut impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let solved = Board::solved(partition.size, partition.goal);
        let mut side = Self { pattern_of: [0; Size::MAX_CELLS], lookups: vec![] };
        for cells in &partition.patterns {
            let (pattern, symmetry) = Pattern::standing_for(partition.size, cells, solved.blank());
            let mut sorted = cells.clone();
            sorted.sort_by_key(|&cell| symmetry.image(cell));
            let tiles: Vec<_> = sorted.into_iter().map(|cell| solved.tile(cell)).collect();
            for tile in &tiles {
                side.pattern_of[tile.index()] = side.lookups.len() as u8;
            }
            side.lookups.push(Lookup { table: source(&pattern)?, symmetry, tiles });
        }
        Ok(side)
    }
}

/// Where the distance modulo 4 is kept.
const LOW: u32 = Arrangement::BITS;

impl<const PATTERNS: usize, const SIDES: usize> Heuristic for PatternDatabases<PATTERNS, SIDES> {
    type Value = Value<PATTERNS, SIDES>;
    type Step = u64;
    const LOOKS: usize = SIDES;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut value = Value { patterns: [[0; PATTERNS]; SIDES], sums: [0; SIDES] };
        let mut cell_of = [Cell(0); Size::MAX_CELLS];
        self.size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
        for (i, side) in self.sides.iter().enumerate() {
            for (pattern, Lookup { table, symmetry, tiles }) in side.lookups.iter().enumerate() {
                let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
                let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
                let distance = table.distance(&places, place(Tile::BLANK));
                value.patterns[i][pattern] =
                    Arrangement::new(&places).0 | u64::from(distance % 4) << LOW;
                value.sums[i] += distance;
            }
        }
        value
    }

    #[inline(always)]
    fn look(
        &self,
        look: usize,
        value: &Self::Value,
        Slide { tile, from, to }: Slide,
        _: impl Fn(Cell) -> Tile,
    ) -> (u64, u16) {
        let side = &self.sides[look];
        let pattern = usize::from(side.pattern_of[tile.index()]);
        let Lookup { table, symmetry, .. } = &side.lookups[pattern];
        let (from, to) = (symmetry.image(from), symmetry.image(to));
        let before = value.patterns[look][pattern];
        let arrangement = Arrangement(before).slide(from, to);
        let bit = table.bit(arrangement, from);
        // The second bit of one more than the distance, if that is what it becomes.
        let low = (before >> LOW) as u32;
        let is_less = bit ^ (low + 1) >> 1 & 1;
        let step = 1_u32.wrapping_sub(2 * is_less);
        let change = u64::from(low ^ low.wrapping_add(step) & 3) << LOW;
        (arrangement.0 ^ change, value.sums[look].wrapping_add(step as u16))
    }

    /// The sum is not part of the step: it follows from the change of the distance modulo 4.
    #[inline(always)]
    fn enter(&self, look: usize, value: &mut Self::Value, Slide { tile, .. }: Slide, step: u64) {
        let pattern = usize::from(self.sides[look].pattern_of[tile.index()]);
        let before = value.patterns[look][pattern];
        let change = (step >> LOW).wrapping_sub(before >> LOW) & 3;
        value.sums[look] = value.sums[look] + 1 - (change as u16 & 2);
        value.patterns[look][pattern] = step;
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }
}
