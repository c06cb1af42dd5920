//! Panex as scenes: the track on top, columns hanging down.

use crate::{Ground, Look, Piece, Place, Scene};
use fewest_rules::panex::{self, Colour, Column, Instance, Move, PieceSet, Position};

pub(crate) fn scene(position: &Position) -> Scene {
    let on_board = position.piece_set();
    let n = on_board.n;
    let cells = (0..=n).flat_map(|y| (0..3).map(move |x| Place { x, y }));
    let mut pieces = Vec::with_capacity(on_board.count());
    for column in Column::ALL {
        let levels = position.levels(column);
        for (&piece, level) in position.column(column).iter().zip(levels) {
            let is_first = piece.colour == Colour::A;
            let look = Look::Bar { is_first, size: piece.size, largest: n };
            // Levels of a legal position are not above the track.
            let at = place(column, u16::try_from(level).unwrap_or(0));
            pieces.push((number(piece, on_board), Piece { look, at }));
        }
    }
    pieces.sort_unstable_by_key(|&(number, _)| number);
    Scene {
        width: 3,
        height: n + 1,
        ground: cells.map(|place| (place, Ground::Floor)).collect(),
        pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
    }
}

pub(crate) fn step(instance: &Instance, step: &Move, after: &Position) -> (usize, Place) {
    let level = after.levels(step.to).last().copied().unwrap_or(0);
    let to = place(step.to, u16::try_from(level).unwrap_or(0));
    (number(step.piece, instance.piece_set()), to)
}

fn place(column: Column, level: u16) -> Place {
    Place { x: column.index() as u16, y: level }
}

/// Numbers a piece: first one tower, then any other, each from the smallest piece.
fn number(piece: panex::Piece, on_board: PieceSet) -> usize {
    let is_second = piece.colour == Colour::B && on_board.alone.is_none();
    let tower = if is_second { on_board.n } else { 0 };
    usize::from(tower + piece.size - 1)
}
