//! Additive pattern databases as a heuristic: sums over partitions, of which the largest is used.

use super::strategy::{Placed, cell_of, placed};
use crate::board::Slide;
use crate::heuristics::{SlideHeuristic, evaluated_at_once};
use crate::pattern::build::Table;
use crate::pattern::layout::{Collection, Partition, Pattern};
use fewest_rules::tiles::{Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;
use std::sync::Arc;

/// Sums of pattern databases, one for each of some partitions, the *sides*; the largest sum is
/// used.
///
/// This one takes any partitions and keeps nothing but the sums. IDA* searches with
/// [`UnrolledDatabases`](super::UnrolledDatabases), which give the same sums sooner, where there
/// are some for a number of sides and patterns.
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
pub struct PatternDatabases {
    size: Size,
    sides: Vec<Side>,
}

/// The patterns of a partition.
#[derive(Debug, Clone)]
struct Side {
    patterns: Vec<Placed>,
    /// The number of a tile's pattern.
    pattern_of: [u8; Pattern::MAX_CELLS],
}

/// The most partitions: those of a collection and their reflections.
const MOST_SIDES: usize = 2 * Collection::LARGEST;

/// The sum of each side, in moves; zero for sides that there are not.
pub type Sums = [u16; MOST_SIDES];

impl PatternDatabases {
    /// Creates the databases of some partitions with the [tables](Partition::tables_of) that they
    /// use.
    ///
    /// # Panics
    /// If there are no partitions or more than eight, if they are not of one solved board, or if a
    /// table is missing.
    pub fn new(partitions: &[Partition], tables: Vec<Arc<Table>>) -> Self {
        assert!((1..=MOST_SIDES).contains(&partitions.len()), "one to eight partitions");
        let (size, sides) = placed(partitions, &tables);
        let side = |patterns: Vec<Placed>| {
            let mut pattern_of = [0; Pattern::MAX_CELLS];
            for (number, Placed { tiles, .. }) in (0..).zip(&patterns) {
                tiles.iter().for_each(|tile| pattern_of[tile.index()] = number);
            }
            Side { patterns, pattern_of }
        };
        Self { size, sides: sides.into_iter().map(side).collect() }
    }
}

impl Consistent for PatternDatabases {}

impl SlideHeuristic for PatternDatabases {
    type Value = Sums;
    evaluated_at_once!();

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Sums {
        let cell_of = cell_of(self.size, tile_at);
        let mut sums = Sums::default();
        for (sum, side) in sums.iter_mut().zip(&self.sides) {
            *sum = side.patterns.iter().map(|placed| placed.distance(&cell_of)).sum();
        }
        sums
    }

    fn begin(&self, sums: &Sums, slide: Slide, tile_at: impl Fn(Cell) -> Tile) -> Sums {
        let cell_of = cell_of(self.size, tile_at);
        let mut after = *sums;
        for (sum, Side { patterns, pattern_of }) in after.iter_mut().zip(&self.sides) {
            let pattern = &patterns[usize::from(pattern_of[slide.tile.index()])];
            let is_closer = pattern.is_closer(slide, &cell_of);
            *sum = if is_closer { sum.wrapping_sub(1) } else { sum.wrapping_add(1) };
        }
        after
    }

    fn bound(&self, sums: &Sums) -> Depth {
        Depth(sums.iter().copied().max().unwrap_or(0))
    }

    /// The sum over all sides, so that of two positions with the same bound the one whose other
    /// sums are smaller comes first.
    fn rank(&self, sums: &Sums) -> u32 {
        sums.iter().copied().map(u32::from).sum()
    }
}
