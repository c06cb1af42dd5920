//! The pieces of any puzzle, in common terms.

use fewest_rules::Puzzle;
use fewest_rules::{atomix, panex, tiles};

/// A puzzle whose moves move one piece each.
pub(crate) trait Pieces: Puzzle {
    /// Identifies a piece.
    type Piece: Copy + Eq;

    /// All of them.
    fn pieces(&self) -> Vec<Self::Piece>;

    /// The piece that is moved.
    fn moved(step: &Self::Move) -> Self::Piece;

    /// The distance of a piece from its place in another position.
    fn distance(piece: Self::Piece, from: &Self::Position, to: &Self::Position) -> usize;
}

/// Rows and columns of squares.
impl Pieces for atomix::Level {
    type Piece = atomix::Atom;

    fn pieces(&self) -> Vec<atomix::Atom> {
        self.atoms().iter().map(|&(atom, _)| atom).collect()
    }

    fn moved(step: &atomix::Move) -> atomix::Atom {
        step.atom
    }

    fn distance(atom: atomix::Atom, from: &atomix::Position, to: &atomix::Position) -> usize {
        let squares = from.square_of(atom).zip(to.square_of(atom));
        let distance =
            squares.map(|(from, to)| from.row.abs_diff(to.row) + from.column.abs_diff(to.column));
        distance.unwrap_or(0).into()
    }
}

/// Rows and columns of cells.
impl Pieces for tiles::Instance {
    type Piece = tiles::Tile;

    fn pieces(&self) -> Vec<tiles::Tile> {
        self.start.tiles().iter().copied().filter(|&tile| tile != tiles::Tile(0)).collect()
    }

    fn moved(step: &tiles::Move) -> tiles::Tile {
        step.0
    }

    fn distance(tile: tiles::Tile, from: &tiles::Board, to: &tiles::Board) -> usize {
        let cells = from.cell_of(tile).zip(to.cell_of(tile));
        cells.map_or(0, |(a, b)| from.size().distance(a, b)).into()
    }
}

/// Columns of the board; the depth of a piece in a column is not counted.
impl Pieces for panex::Instance {
    type Piece = panex::Piece;

    fn pieces(&self) -> Vec<panex::Piece> {
        let start = self.start();
        panex::Column::ALL.iter().flat_map(|&column| start.column(column)).copied().collect()
    }

    fn moved(step: &panex::Move) -> panex::Piece {
        step.piece
    }

    fn distance(piece: panex::Piece, from: &panex::Position, to: &panex::Position) -> usize {
        let column = |at: &panex::Position| {
            panex::Column::ALL.iter().position(|&column| at.column(column).contains(&piece))
        };
        column(from).zip(column(to)).map_or(0, |(from, to)| from.abs_diff(to))
    }
}
