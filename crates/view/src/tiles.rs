//! Tile puzzles as scenes.

use crate::{Ground, Look, Piece, Place, Scene};
use fewest_rules::tiles::{Board, Cell, Move, Tile};

pub(crate) fn scene(board: &Board) -> Scene {
    let size = board.size();
    let ground = size.all_cells().map(|cell| (place(board, cell), Ground::Floor)).collect();
    let tiles = (1..size.cells()).map(|number| Tile(number as u8));
    let piece = |tile: Tile| {
        let cell = board.cell_of(tile).expect("every tile is on the board");
        Piece { look: Look::Tile(tile.0), at: place(board, cell) }
    };
    let (width, height) = (size.width().into(), size.height().into());
    Scene { width, height, ground, pieces: tiles.map(piece).collect() }
}

/// The tile goes where the blank was.
pub(crate) fn step(before: &Board, step: &Move) -> (usize, Place) {
    (step.0.index() - 1, place(before, before.blank()))
}

fn place(board: &Board, cell: Cell) -> Place {
    let size = board.size();
    Place { x: size.column(cell).into(), y: size.row(cell).into() }
}
