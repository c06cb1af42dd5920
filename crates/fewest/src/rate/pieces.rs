//! The pieces of puzzles whose moves move one piece each.

use crate::{AnyPosition, AnyPuzzle, Move};
use fewest_rules::{Puzzle as _, atomix, panex, tiles};

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Atomix(atomix::Atom),
    Tiles(tiles::Tile),
    Panex(panex::Piece),
}

/// All pieces of a puzzle; `None` for a planning task.
pub(super) fn pieces(puzzle: &AnyPuzzle) -> Option<Vec<Piece>> {
    Some(match puzzle {
        AnyPuzzle::Atomix(level) => {
            level.atoms().iter().map(|&(atom, _)| Piece::Atomix(atom)).collect()
        }
        AnyPuzzle::Tiles(tiles) => {
            let tiles = tiles.start.tiles().iter().filter(|&&tile| tile != tiles::Tile::BLANK);
            tiles.copied().map(Piece::Tiles).collect()
        }
        AnyPuzzle::Panex(panex) => {
            let start = panex.start();
            let columns = panex::Column::ALL.iter().flat_map(|&column| start.column(column));
            columns.copied().map(Piece::Panex).collect()
        }
        AnyPuzzle::Pddl(_) => return None,
    })
}

/// The piece that is moved; `None` for an action of a planning task.
pub(super) fn moved(step: &Move) -> Option<Piece> {
    match step {
        Move::Atomix(step) => Some(Piece::Atomix(step.atom)),
        Move::Tiles(step) => Some(Piece::Tiles(step.0)),
        Move::Panex(step) => Some(Piece::Panex(step.piece)),
        Move::Pddl(_) => None,
    }
}

/// The distance of a piece from its place in another position: in rows and columns, for Panex only
/// in columns.
pub(super) fn distance(piece: Piece, from: &AnyPosition, to: &AnyPosition) -> usize {
    let distance = match (piece, from, to) {
        (Piece::Atomix(atom), AnyPosition::Atomix(from), AnyPosition::Atomix(to)) => {
            let squares = from.square_of(atom).zip(to.square_of(atom));
            squares.map(|(from, to)| {
                let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
                usize::from(rows) + usize::from(columns)
            })
        }
        (Piece::Tiles(tile), AnyPosition::Tiles(from), AnyPosition::Tiles(to)) => {
            let cells = from.cell_of(tile).zip(to.cell_of(tile));
            cells.map(|(a, b)| from.size().distance(a, b).into())
        }
        (Piece::Panex(piece), AnyPosition::Panex(from), AnyPosition::Panex(to)) => {
            let column = |at: &panex::Position| {
                panex::Column::ALL.iter().position(|&column| at.column(column).contains(&piece))
            };
            column(from).zip(column(to)).map(|(from, to)| from.abs_diff(to))
        }
        _ => None,
    };
    distance.unwrap_or(0)
}
