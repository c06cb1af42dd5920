//! A board with a byte for each cell.

use crate::board::Slide;
use fewest_rules::tiles::{Board, Cell, Tile};

/// A board of at most `CELLS` cells, a byte each: larger than [`Packed`](super::Packed), but read
/// and changed without shifts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ByteBoard<const CELLS: usize>([Tile; CELLS]);

impl<const CELLS: usize> ByteBoard<CELLS> {
    /// # Panics
    /// If the board has more cells.
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        assert!(size.cells() <= CELLS, "the board has more cells than fit");
        let mut tiles = [Tile::BLANK; CELLS];
        size.all_cells().for_each(|cell| tiles[cell.index()] = board.tile(cell));
        Self(tiles)
    }

    /// Returns the tile in a cell.
    #[inline(always)]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.0[cell.index() % CELLS]
    }

    /// Returns the numbers of the tiles by cells.
    pub fn bytes(&self) -> [u8; CELLS] {
        self.0.map(|tile| tile.0)
    }

    /// Makes a slide.
    #[inline(always)]
    pub fn slide(&mut self, Slide { tile, from, to, .. }: Slide) {
        self.0[from.index() % CELLS] = Tile::BLANK;
        self.0[to.index() % CELLS] = tile;
    }
}
