//! The sum over the patterns of a partition, and the largest over several partitions.

use super::arrangement::{Arrangement, Passage};
use super::partition::{Partition, Placing};
use super::shape::Pattern;
use super::symmetry::Symmetry;
use super::table::{BitIndex, Table};
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Cell, Direction, Size, Tile};
use fewest_search::Depth;
use std::sync::Arc;

/// Sums of pattern databases, one for each of `SIDES` partitions of at most `PATTERNS` patterns;
/// the largest counts. Each partition is one look, of two the one with the larger sum first: it
/// leaves fewer moves to the other.
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
    /// The pattern that each tile is in, and its column there.
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
    /// What a slide is on the turned board: by where the blank was and the way it goes.
    slides: [[Turned; Direction::ALL.len()]; Size::MAX_CELLS],
}

/// A slide on the turned board.
#[derive(Debug, Clone, Copy)]
struct Turned {
    passage: Passage,
    /// Where the blank comes to lie.
    blank: Cell,
}

/// The arrangement of each pattern of each side, with its distance modulo 4 on top, and the sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<const PATTERNS: usize, const SIDES: usize> {
    patterns: [[u64; PATTERNS]; SIDES],
    sums: [u16; SIDES],
    /// The side that is looked at first.
    first: u8,
}

impl<const PATTERNS: usize, const SIDES: usize> Value<PATTERNS, SIDES> {
    /// The side of a look.
    #[inline(always)]
    fn side(&self, look: usize) -> usize {
        if SIDES == 2 { (usize::from(self.first) ^ look) % 2 } else { look }
    }

    /// Of two sides, the one with the larger sum is looked at first from now on.
    #[inline(always)]
    fn choose_first(&mut self) {
        self.first = u8::from(SIDES == 2 && self.sums[SIDES - 1] > self.sums[0]);
    }
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
            let table = source(&pattern)?;
            for (within, tile) in tiles.iter().enumerate() {
                pattern_of[tile.index()] = (lookups.len() as u8, table.column(within) as u8);
            }
            let slides = turned(partition.size, symmetry);
            lookups.push(Lookup { table, symmetry, tiles, slides });
        }
        let last = lookups.len() - 1;
        let lookups = std::array::from_fn(|pattern| lookups[pattern.min(last)].clone());
        Ok(Self { pattern_of, patterns: last + 1, lookups })
    }
}

impl Turned {
    /// What stands where the board ends.
    const NONE: Self = Self { passage: Passage::NONE, blank: Cell(0) };
}

/// All slides on the turned board.
fn turned(size: Size, symmetry: Symmetry) -> [[Turned; Direction::ALL.len()]; Size::MAX_CELLS] {
    let mut slides = [[Turned::NONE; Direction::ALL.len()]; Size::MAX_CELLS];
    for (to, direction) in size.all_cells().flat_map(|to| Direction::ALL.map(|way| (to, way))) {
        if let Some(from) = size.neighbour(to, direction) {
            let (from, turned_to) = (symmetry.image(from), symmetry.image(to));
            let passage = Passage::new(from, turned_to);
            slides[to.index()][direction.index()] = Turned { passage, blank: from };
        }
    }
    slides
}

impl<const PATTERNS: usize, const SIDES: usize> PatternDatabases<PATTERNS, SIDES> {
    /// The placement after a slide.
    #[inline(always)]
    fn place(&self, look: usize, value: &Value<PATTERNS, SIDES>, slide: Slide) -> Place {
        let side = value.side(look);
        let Side { pattern_of, lookups, .. } = &self.sides[side];
        let (pattern, column) = pattern_of[slide.tile.index()];
        let number = usize::from(pattern) % PATTERNS;
        let Lookup { table, slides, .. } = &lookups[number];
        let Turned { passage, blank } = slides[slide.to.index()][slide.direction.index()];
        // The distance stays that of before in its bits.
        let before = Arrangement(value.patterns[side][number]);
        let after = table.slide(before, column.into(), passage);
        let at = table.locate(after, blank);
        Place { after, at, sum: value.sums[side], side: side as u8, pattern }
    }

    /// The placement with its distance, and the sum.
    #[inline(always)]
    fn found(&self, Place { after, at, sum, side, pattern }: Place) -> (u64, u16) {
        let side = &self.sides[usize::from(side) % SIDES];
        let bit = side.lookups[usize::from(pattern) % PATTERNS].table.bit(at);
        // The second bit of one more than the distance, if that is what it becomes.
        let low = (after.0 >> LOW) as u32;
        let is_less = bit ^ (low + 1) >> 1 & 1;
        let step = 1_u32.wrapping_sub(2 * is_less);
        let change = u64::from(low ^ low.wrapping_add(step) & 3) << LOW;
        (after.0 ^ change, sum.wrapping_add(step as u16))
    }
}

/// A pattern's placement after a slide, with its distance modulo 4 before it.
#[derive(Clone, Copy)]
struct Place {
    after: Arrangement,
    /// Where the second lowest bit of its distance is.
    at: BitIndex,
    /// The sum before the slide.
    sum: u16,
    side: u8,
    pattern: u8,
}

impl Place {
    const NONE: Self =
        Self { after: Arrangement(0), at: BitIndex::FIRST, sum: 0, side: 0, pattern: 0 };
}

/// Looks that wait for memory together.
const TOGETHER: usize = 32;

/// Where the distance modulo 4 is kept.
const LOW: u32 = Arrangement::BITS;

impl<const PATTERNS: usize, const SIDES: usize> Heuristic for PatternDatabases<PATTERNS, SIDES> {
    type Value = Value<PATTERNS, SIDES>;
    type Step = u64;
    const LOOKS: usize = SIDES;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut value = Value { patterns: [[0; PATTERNS]; SIDES], sums: [0; SIDES], first: 0 };
        let mut cell_of = [Cell(0); Size::MAX_CELLS];
        self.size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
        for (i, side) in self.sides.iter().enumerate() {
            for (pattern, Lookup { table, symmetry, tiles, .. }) in
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
        value.choose_first();
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
        self.found(self.place(look, value, slide))
    }

    /// In two passes, so that the looks at the tables wait for memory together.
    #[inline(always)]
    fn look_at_many<'a>(
        &self,
        look: usize,
        mut moves: impl ExactSizeIterator<Item = (&'a Self::Value, Slide, impl Fn(Cell) -> Tile)>,
        found: &mut [(u64, u16)],
    ) where
        Self::Value: 'a,
    {
        for found in found[..moves.len()].chunks_mut(TOGETHER) {
            let mut places = [Place::NONE; TOGETHER];
            for (place, (value, slide, _)) in places[..found.len()].iter_mut().zip(&mut moves) {
                *place = self.place(look, value, slide);
            }
            for (place, found) in places.iter().zip(found) {
                *found = self.found(*place);
            }
        }
    }

    /// The sum is not part of the step: it follows from the change of the distance modulo 4.
    #[inline(always)]
    fn enter(&self, look: usize, value: &mut Self::Value, Slide { tile, .. }: Slide, step: u64) {
        let side = value.side(look);
        let pattern = usize::from(self.sides[side].pattern_of[tile.index()].0) % PATTERNS;
        let before = value.patterns[side][pattern];
        let change = (step >> LOW).wrapping_sub(before >> LOW) & 3;
        value.sums[side] = value.sums[side] + 1 - (change as u16 & 2);
        value.patterns[side][pattern] = step;
        if look + 1 == SIDES {
            value.choose_first();
        }
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }
}
