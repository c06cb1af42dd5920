//! The sum over the patterns of a partition, and the largest over several partitions.

use super::arrangement::Arrangement;
use super::partition::{Partition, Placing};
use super::shape::Pattern;
use super::symmetry::Symmetry;
use super::table::{BitIndex, Table};
use crate::heuristic::{Heuristic, MANY, Slide};
use fewest_rules::tiles::{Cell, Size, Tile};
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
    sides: [Side<PATTERNS>; SIDES],
}

/// One partition.
#[derive(Debug, Clone)]
struct Side<const PATTERNS: usize> {
    /// The pattern that each tile is in, and which of its tiles it is.
    pattern_of: [(u8, u8); Size::MAX_CELLS],
    patterns: usize,
    /// Where there are fewer than `PATTERNS` the last one again.
    lookups: [Lookup; PATTERNS],
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
        let sides = <[Side<PATTERNS>; SIDES]>::try_from(sides);
        Ok(Self { size, sides: sides.expect("as many as partitions") })
    }
}

impl<const PATTERNS: usize> Side<PATTERNS> {
    fn new<E>(
        partition: &Partition,
        source: &mut impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let mut pattern_of = [(0, 0); Size::MAX_CELLS];
        let mut lookups: Vec<Lookup> = vec![];
        for Placing { pattern, symmetry, tiles } in partition.placings() {
            for (within, tile) in tiles.iter().enumerate() {
                pattern_of[tile.index()] = (lookups.len() as u8, within as u8);
            }
            lookups.push(Lookup { table: source(&pattern)?, symmetry, tiles });
        }
        let last = lookups.len() - 1;
        let lookups = std::array::from_fn(|pattern| lookups[pattern.min(last)].clone());
        Ok(Self { pattern_of, patterns: last + 1, lookups })
    }
}

impl<const PATTERNS: usize> Side<PATTERNS> {
    /// The placement after a slide.
    #[inline(always)]
    fn place<const SIDES: usize>(
        &self,
        look: usize,
        value: &Value<PATTERNS, SIDES>,
        Slide { tile, from, to }: Slide,
    ) -> Place {
        let (pattern, within) = self.pattern_of[tile.index()];
        let pattern = usize::from(pattern) % PATTERNS;
        let Lookup { table, symmetry, .. } = &self.lookups[pattern];
        let (from, to) = (symmetry.image(from), symmetry.image(to));
        // The distance stays that of before in its bits.
        let before = Arrangement(value.patterns[look][pattern]);
        let after = table.slide(before, within.into(), from, to);
        let set = table.set(after) as u32;
        Place { after, set, pattern: pattern as u8, blank: from }
    }
}

/// A pattern's placement after a slide, with its distance modulo 4 before it.
#[derive(Clone, Copy)]
struct Place {
    after: Arrangement,
    /// The number of the set of its cells.
    set: u32,
    pattern: u8,
    blank: Cell,
}

impl Place {
    const NONE: Self = Self { after: Arrangement(0), set: 0, pattern: 0, blank: Cell(0) };

    /// The placement with its distance, and the sum, from the second lowest bit of the distance.
    #[inline(always)]
    fn found(self, bit: u32, sum: u16) -> (u64, u16) {
        // The second bit of one more than the distance, if that is what it becomes.
        let low = (self.after.0 >> LOW) as u32;
        let is_less = bit ^ (low + 1) >> 1 & 1;
        let step = 1_u32.wrapping_sub(2 * is_less);
        let change = u64::from(low ^ low.wrapping_add(step) & 3) << LOW;
        (self.after.0 ^ change, sum.wrapping_add(step as u16))
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
            for (pattern, Lookup { table, symmetry, tiles }) in
                side.lookups[..side.patterns].iter().enumerate()
            {
                let place = |tile: Tile| symmetry.image(cell_of[tile.index()]);
                let places: Vec<_> = tiles.iter().map(|&tile| place(tile)).collect();
                let distance = table.distance(&places, place(Tile::BLANK));
                value.patterns[i][pattern] =
                    table.arrangement(&places).0 | u64::from(distance % 4) << LOW;
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
        slide: Slide,
        _: impl Fn(Cell) -> Tile,
    ) -> (u64, u16) {
        let side = &self.sides[look];
        let place = side.place(look, value, slide);
        let Lookup { table, .. } = &side.lookups[usize::from(place.pattern)];
        let at = table.locate(place.after, place.set, place.blank);
        place.found(table.bit(at), value.sums[look])
    }

    /// In three passes, so that the looks at each of the two tables wait for memory together.
    #[inline(always)]
    fn look_at_many<'a>(
        &self,
        look: usize,
        moves: impl ExactSizeIterator<Item = (&'a Self::Value, Slide, impl Fn(Cell) -> Tile)>,
        found: &mut [(u64, u16)],
    ) where
        Self::Value: 'a,
    {
        let side = &self.sides[look];
        let count = moves.len();
        let mut places = [Place::NONE; MANY];
        let mut bits = [BitIndex::default(); MANY];
        for ((place, found), (value, slide, _)) in places.iter_mut().zip(&mut *found).zip(moves) {
            *place = side.place(look, value, slide);
            found.1 = value.sums[look];
        }
        for (place, bit) in places[..count].iter().zip(&mut bits) {
            let Lookup { table, .. } = &side.lookups[usize::from(place.pattern) % PATTERNS];
            *bit = table.locate(place.after, place.set, place.blank);
        }
        for ((place, bit), found) in places[..count].iter().zip(&bits).zip(found) {
            let Lookup { table, .. } = &side.lookups[usize::from(place.pattern) % PATTERNS];
            *found = place.found(table.bit(*bit), found.1);
        }
    }

    /// The sum is not part of the step: it follows from the change of the distance modulo 4.
    #[inline(always)]
    fn enter(&self, look: usize, value: &mut Self::Value, Slide { tile, .. }: Slide, step: u64) {
        let pattern = usize::from(self.sides[look].pattern_of[tile.index()].0) % PATTERNS;
        let before = value.patterns[look][pattern];
        let change = (step >> LOW).wrapping_sub(before >> LOW) & 3;
        value.sums[look] = value.sums[look] + 1 - (change as u16 & 2);
        value.patterns[look][pattern] = step;
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }
}
