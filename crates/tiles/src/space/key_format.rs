//! Boards as bytes in files.

use crate::board::PackedBoard;
use fewest_rules::tiles::{Board, Size, Tile};
use fewest_search::artifact::KeyFormat;

/// A byte for each cell: its tile.
#[derive(Debug)]
pub(super) struct TileBytes(pub Size);

impl<B: PackedBoard> KeyFormat<B> for TileBytes {
    fn bytes(&self) -> usize {
        self.0.cells()
    }

    fn bits(&self) -> u32 {
        usize::BITS - (self.0.cells() - 1).leading_zeros()
    }

    fn write(&self, key: B, to: &mut [u8]) {
        to.iter_mut().zip(self.0.all_cells()).for_each(|(byte, cell)| *byte = key.tile(cell).0);
    }

    /// A board has every tile.
    fn read(&self, from: &[u8]) -> Option<B> {
        let tiles = from.iter().copied().map(Tile).collect();
        Board::new(self.0, tiles).ok().map(|board| B::new(&board))
    }
}
