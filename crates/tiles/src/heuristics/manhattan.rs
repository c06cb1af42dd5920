//! The Manhattan distance.

use crate::board::Slide;
use crate::heuristics::{SlideHeuristic, evaluated_at_once};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;

/// The sum of the distances of all tiles from their places.
///
/// # Admissible because
/// a move takes one tile one cell further, and every tile must reach its place. For the same reason
/// it is consistent: a move changes the sum by one.
#[derive(Debug, Clone)]
pub struct Manhattan {
    size: Size,
    /// By tile and cell; nothing for the blank.
    distance: Vec<[u8; Size::MAX_CELLS]>,
}

impl Manhattan {
    /// Creates the distance to a target.
    pub fn new(target: &Board) -> Self {
        let size = target.size();
        let mut distance = vec![[0; Size::MAX_CELLS]; size.cells()];
        for home in size.all_cells().filter(|&cell| target.tile(cell) != Tile::BLANK) {
            let row = &mut distance[target.tile(home).index()];
            size.all_cells().for_each(|cell| row[cell.index()] = size.distance(cell, home));
        }
        Self { size, distance }
    }

    /// The value after a slide.
    #[inline]
    pub(crate) fn slid(&self, value: u16, Slide { tile, from, to, .. }: Slide) -> u16 {
        let distance = &self.distance[tile.index()];
        value + u16::from(distance[to.index()]) - u16::from(distance[from.index()])
    }
}

impl Consistent for Manhattan {}

impl SlideHeuristic for Manhattan {
    type Value = u16;
    evaluated_at_once!();

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> u16 {
        let distance = |cell: Cell| self.distance[tile_at(cell).index()][cell.index()];
        self.size.all_cells().map(|cell| u16::from(distance(cell))).sum()
    }

    #[inline]
    fn begin(&self, value: &u16, slide: Slide, _: impl Fn(Cell) -> Tile) -> u16 {
        self.slid(*value, slide)
    }

    fn bound(&self, value: &u16) -> Depth {
        Depth(*value)
    }
}
