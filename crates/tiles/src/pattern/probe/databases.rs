//! Additive pattern databases as a heuristic: sums over partitions, of which the largest is used.

use super::direct::DirectProbe;
use super::strategy::{Placed, Probe};
use crate::board::Slide;
use crate::heuristics::Heuristic;
use crate::pattern::build::Table;
use crate::pattern::layout::{Collection, Partition, Pattern, Placing};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;
use std::sync::Arc;

/// Sums of pattern databases, one for each of `SIDES` partitions of at most `PATTERNS` patterns;
/// the largest sum is used.
///
/// A move changes one pattern of each side: that of its tile. One bit of the pattern's table shows
/// whether the sum goes up or down.
///
/// # Admissible because
/// each table counts only moves of its own tiles, so no move is counted twice in a sum. It is
/// consistent because a table distinguishes the blank's region as well as the cells of its tiles: a
/// move of another tile changes neither, so each sum changes by one with every move.
///
/// # Source
/// Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002);
/// zero-aware tables of one bit per entry: Clausecker and Reinefeld 2019.
#[derive(Debug, Clone)]
pub struct PatternDatabases<
    const PATTERNS: usize,
    const SIDES: usize,
    P = DirectProbe<PATTERNS, SIDES>,
> {
    size: Size,
    /// The patterns of each side.
    placed: [Vec<Placed>; SIDES],
    /// The number of a tile's pattern on each side.
    pattern_of: [[u8; SIDES]; Pattern::MAX_CELLS],
    probe: P,
}

/// A probe for each side.
#[derive(Debug, Clone, Copy)]
pub struct Step<Pending, const SIDES: usize>([Pending; SIDES]);

impl<Pending: Copy + Default, const SIDES: usize> Default for Step<Pending, SIDES> {
    fn default() -> Self {
        Self([Pending::default(); SIDES])
    }
}

/// The placement and distance of every pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<Placement, const PATTERNS: usize, const SIDES: usize> {
    placements: [[Placement; PATTERNS]; SIDES],
    /// The distance of each pattern modulo 4.
    low: [[u8; PATTERNS]; SIDES],
    sums: [u16; SIDES],
}

impl<const PATTERNS: usize, const SIDES: usize> PatternDatabases<PATTERNS, SIDES> {
    /// Creates the databases of some partitions. `source` returns the table of each pattern, once.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// If a partition has more than `PATTERNS` patterns, or the partitions are not of one
    /// solved board.
    pub fn new<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        let tables = Partition::tables_of(&partitions).iter().map(source).collect::<Result<_, E>>();
        Ok(Self::of_tables(&partitions, tables?))
    }

    /// The same with the tables of the partitions.
    pub(crate) fn of_tables(partitions: &[Partition; SIDES], tables: Vec<Arc<Table>>) -> Self {
        let (size, sides) = placings(partitions);
        Self::probed_by(size, sides, tables, |size, placed, _| DirectProbe::new(size, placed))
    }

    /// Creates the databases of the smallest collection for a solved board; returns `None` if there
    /// are none for a board of this size.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// If its partitions have more than `PATTERNS` patterns.
    pub fn towards<E>(
        target: &Board,
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Option<Self>, E> {
        let Some(smallest) = Collection::ladder(target).into_iter().next() else { return Ok(None) };
        let sides = smallest.sides();
        let side = |side: usize| sides[side.min(sides.len() - 1)].clone();
        Self::new(std::array::from_fn(side), source).map(Some)
    }
}

/// The board of some partitions, and how their patterns are mapped to tables.
///
/// # Panics
/// If they are not of one solved board.
pub(super) fn placings<const SIDES: usize>(
    partitions: &[Partition; SIDES],
) -> (Size, [Vec<Placing>; SIDES]) {
    let target = partitions[0].target();
    for partition in partitions {
        assert_eq!(partition.target(), target, "partitions of one solved board");
    }
    (target.size(), partitions.each_ref().map(Partition::placings))
}

impl<const PATTERNS: usize, const SIDES: usize, P> PatternDatabases<PATTERNS, SIDES, P> {
    /// With a probe made from the board, the patterns of each side and the tables.
    ///
    /// # Panics
    /// If a side has more than `PATTERNS` patterns, or a table is missing.
    pub(super) fn probed_by(
        size: Size,
        sides: [Vec<Placing>; SIDES],
        tables: Vec<Arc<Table>>,
        probe: impl FnOnce(Size, &[Vec<Placed>; SIDES], Vec<Arc<Table>>) -> P,
    ) -> Self {
        assert!(sides.iter().all(|side| side.len() <= PATTERNS), "too many patterns");
        let place = |Placing { pattern, symmetry, tiles }| {
            let table = tables.iter().find(|table| *table.pattern() == pattern);
            let table = table.expect("the tables of all patterns are there").clone();
            Placed { table, symmetry, tiles }
        };
        let placed: [Vec<_>; SIDES] =
            sides.map(|placings| placings.into_iter().map(place).collect());
        let mut pattern_of = [[0; SIDES]; Pattern::MAX_CELLS];
        for (side, placed) in placed.iter().enumerate() {
            for (pattern, Placed { tiles, .. }) in (0..).zip(placed) {
                tiles.iter().for_each(|tile| pattern_of[tile.index()][side] = pattern);
            }
        }
        let probe = probe(size, &placed, tables);
        Self { size, placed, pattern_of, probe }
    }

    /// The number of a tile's pattern on a side.
    #[inline(always)]
    fn pattern_of(&self, tile: Tile, side: usize) -> usize {
        usize::from(self.pattern_of[tile.index()][side]) % PATTERNS
    }
}

impl<const PATTERNS: usize, const SIDES: usize, P> Consistent
    for PatternDatabases<PATTERNS, SIDES, P>
{
}

impl<const PATTERNS: usize, const SIDES: usize, P: Probe> Heuristic
    for PatternDatabases<PATTERNS, SIDES, P>
{
    type Value = Value<P::Placement, PATTERNS, SIDES>;
    type Step = Step<P::Pending, SIDES>;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut cell_of = [Cell(0); Pattern::MAX_CELLS];
        self.size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
        let mut value = Value {
            placements: [[P::Placement::default(); PATTERNS]; SIDES],
            low: [[0; PATTERNS]; SIDES],
            sums: [0; SIDES],
        };
        for (side, placed) in self.placed.iter().enumerate() {
            for (pattern, Placed { table, symmetry, tiles }) in placed.iter().enumerate() {
                let image = |tile: Tile| symmetry.image(cell_of[tile.index()]);
                let cells: Vec<_> = tiles.iter().map(|&tile| image(tile)).collect();
                // A table that was altered on purpose may have no distance. None is below zero.
                let distance = table.distance(&cells, image(Tile::BLANK)).unwrap_or(0);
                value.placements[side][pattern] = self.probe.placement(side, pattern, &cells);
                value.low[side][pattern] = (distance % 4) as u8;
                value.sums[side] += distance;
            }
        }
        value
    }

    #[inline(always)]
    fn begin(&self, value: &Self::Value, slide: Slide, _: impl Fn(Cell) -> Tile) -> Self::Step {
        let mut step = Step::default();
        for (side, pending) in step.0.iter_mut().enumerate() {
            let pattern = self.pattern_of(slide.tile, side);
            *pending = self.probe.begin(side, pattern, value.placements[side][pattern], slide);
        }
        step
    }

    #[inline(always)]
    fn finish(
        &self,
        before: &Self::Value,
        slide: Slide,
        Step(pending): &Self::Step,
        budget: Depth,
        after: &mut Self::Value,
    ) -> bool {
        let (mut low, mut sums) = ([0; SIDES], [0; SIDES]);
        for side in 0..SIDES {
            let pattern = self.pattern_of(slide.tile, side);
            let bit = self.probe.bit(side, pattern, pending[side], slide);
            (low[side], sums[side]) = stepped(before.low[side][pattern], bit, before.sums[side]);
            if sums[side] > budget.0 {
                return false;
            }
        }
        *after = *before;
        after.sums = sums;
        for side in 0..SIDES {
            let pattern = self.pattern_of(slide.tile, side);
            after.placements[side][pattern] = P::after(pending[side]);
            after.low[side][pattern] = low[side];
        }
        true
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }

    /// The sum over all sides, so that of two positions with the same bound the one whose other
    /// sums are smaller comes first.
    fn rank(&self, value: &Self::Value) -> u32 {
        value.sums.into_iter().map(u32::from).sum()
    }
}

/// The distance modulo 4 that differs by one from `low` and has this second lowest bit, and the
/// sum changed by as much.
#[inline(always)]
fn stepped(low: u8, second_bit: u32, sum: u16) -> (u8, u16) {
    let second_bit = (second_bit << 1) as u8;
    // Two if the distance decreases, else zero.
    let less = (low.wrapping_add(1) ^ second_bit) & 2;
    (second_bit | !low & 1, sum.wrapping_add(1).wrapping_sub(less.into()))
}
