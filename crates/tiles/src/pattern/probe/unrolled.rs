//! Pattern databases for the inner loop of IDA*.

use super::direct::DirectProbe;
use super::strategy::{Placed, Probe, cell_of, placed};
use crate::board::Slide;
use crate::heuristics::SlideHeuristic;
use crate::pattern::build::Table;
use crate::pattern::layout::{Partition, Pattern};
use fewest_rules::tiles::{Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;
use std::sync::Arc;

/// The sums of [`PatternDatabases`](super::PatternDatabases), for up to `SIDES` partitions of at
/// most `PATTERNS` patterns. If there are fewer, the last one is repeated.
///
/// A move changes one pattern of each side: that of its tile. Where the tiles of each pattern are
/// is kept from move to move, and one bit of a table shows whether the sum goes up or down.
///
/// # Admissible because
/// the sums are the same.
#[derive(Debug, Clone)]
pub struct UnrolledDatabases<
    const PATTERNS: usize,
    const SIDES: usize,
    P = DirectProbe<PATTERNS, SIDES>,
> {
    size: Size,
    /// The patterns of each side.
    placed: Vec<Vec<Placed>>,
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

impl<const PATTERNS: usize, const SIDES: usize> UnrolledDatabases<PATTERNS, SIDES> {
    /// Creates the databases of some partitions with the [tables](Partition::tables_of) that they
    /// use.
    ///
    /// # Panics
    /// If there are no partitions or more than `SIDES`, if one has more than `PATTERNS` patterns,
    /// if they are not of one solved board, or if a table is missing.
    pub fn new(partitions: &[Partition], tables: Vec<Arc<Table>>) -> Self {
        Self::probed_by(partitions, tables, |size, placed, _| DirectProbe::new(size, placed))
    }
}

impl<const PATTERNS: usize, const SIDES: usize, P> UnrolledDatabases<PATTERNS, SIDES, P> {
    /// With a probe made from the board, the patterns of each side and the tables.
    ///
    /// # Panics
    /// If there are too many sides, a side has more than `PATTERNS` patterns, or a table is missing.
    pub(super) fn probed_by(
        partitions: &[Partition],
        tables: Vec<Arc<Table>>,
        probe: impl FnOnce(Size, &[Vec<Placed>], Vec<Arc<Table>>) -> P,
    ) -> Self {
        assert!(partitions.len() <= SIDES, "too many partitions");
        let (size, mut placed) = placed(partitions, &tables);
        let last = placed[placed.len() - 1].clone();
        placed.resize(SIDES, last);
        assert!(placed.iter().all(|side| side.len() <= PATTERNS), "too many patterns");
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
    for UnrolledDatabases<PATTERNS, SIDES, P>
{
}

impl<const PATTERNS: usize, const SIDES: usize, P: Probe> SlideHeuristic
    for UnrolledDatabases<PATTERNS, SIDES, P>
{
    type Value = Value<P::Placement, PATTERNS, SIDES>;
    type Step = Step<P::Pending, SIDES>;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let cell_of = cell_of(self.size, tile_at);
        let mut value = Value {
            placements: [[P::Placement::default(); PATTERNS]; SIDES],
            low: [[0; PATTERNS]; SIDES],
            sums: [0; SIDES],
        };
        for (side, placed) in self.placed.iter().enumerate() {
            for (pattern, placed) in placed.iter().enumerate() {
                let cells = placed.cells(&cell_of);
                let distance = placed.distance(&cell_of);
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
