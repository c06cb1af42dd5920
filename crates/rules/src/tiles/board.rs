//! Positions: every tile once, and the blank.

use super::error::with_article;
use super::{Cell, Direction, Goal, Size, Tile};
use std::fmt;

/// A position of the puzzle: the tile in each cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    /// By cell; a permutation of the blank and the tiles. After the last cell there are blanks.
    tiles: [Tile; Size::MAX_CELLS],
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// These tiles do not make a board: some number is missing, used twice or too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{} board holds every number from 0 to {} once", with_article(*.0), .0.cells() - 1)]
pub struct NotABoard(pub Size);

impl Board {
    /// Creates a board from its tiles by rows.
    ///
    /// # Errors
    /// If the tiles are not the blank and the numbers up to `size.cells() - 1`, each once.
    pub fn new(size: Size, tiles: Vec<Tile>) -> Result<Self, NotABoard> {
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        let is_permutation = sorted.len() == size.cells()
            && sorted.iter().enumerate().all(|(number, tile)| tile.index() == number);
        if is_permutation { Ok(Self::of(size, tiles)) } else { Err(NotABoard(size)) }
    }

    /// Creates a board from a permutation of its tiles.
    fn of(size: Size, all: impl IntoIterator<Item = Tile>) -> Self {
        let mut tiles = [Tile::BLANK; Size::MAX_CELLS];
        tiles.iter_mut().zip(all).for_each(|(to, tile)| *to = tile);
        Self { size, tiles }
    }

    /// Returns the board with the blank in a cell, and the tiles in order in the others.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn in_order(size: Size, blank: Cell) -> Self {
        assert!(blank.index() < size.cells(), "the blank is on the board");
        let mut tiles: Vec<_> = (1..size.cells() as u8).map(Tile).collect();
        tiles.insert(blank.index(), Tile::BLANK);
        Self::of(size, tiles)
    }

    /// Returns the board with the tiles in order along a spiral, clockwise from the top left to the
    /// blank.
    pub fn snail(size: Size) -> Self {
        let mut tiles = [Tile::BLANK; Size::MAX_CELLS];
        let (mut at, mut direction) = (Cell(0), Direction::East);
        for number in 1..size.cells() as u8 {
            tiles[at.index()] = Tile(number);
            let free = |direction| {
                let ahead = size.neighbour(at, direction);
                ahead.filter(|ahead| tiles[ahead.index()] == Tile::BLANK)
            };
            if free(direction).is_none() {
                direction = direction.turned_right();
            }
            at = free(direction).unwrap_or(at);
        }
        Self { size, tiles }
    }

    /// Returns the solved board of a goal.
    pub fn solved(size: Size, goal: Goal) -> Self {
        match goal {
            Goal::BlankLast => Self::in_order(size, Cell(size.cells() as u8 - 1)),
            Goal::BlankFirst => Self::in_order(size, Cell(0)),
            Goal::BlankCentre => Self::in_order(size, size.centre()),
            Goal::Snail => Self::snail(size),
            Goal::Position(board) => board,
        }
    }

    /// Returns the width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the tiles by rows.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.size.cells()]
    }

    /// Returns the tile in a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles()[cell.index()]
    }

    /// Returns the cell of a tile, or `None` if the board has no such tile.
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.size.all_cells().find(|&cell| self.tile(cell) == tile)
    }

    /// Returns the cell of the blank.
    pub fn blank(&self) -> Cell {
        self.cell_of(Tile::BLANK).expect("every board has a blank")
    }

    /// Returns the board after the tile in `from` is moved into the blank, or `None` if it is not
    /// next to it.
    pub fn push(&self, from: Cell) -> Option<Self> {
        let blank = self.blank();
        if from.index() >= self.size.cells() || self.size.distance(from, blank) != 1 {
            return None;
        }
        let mut after = *self;
        after.tiles.swap(from.index(), blank.index());
        Some(after)
    }

    /// Returns the same position in the other convention of the goal: the board rotated by 180
    /// degrees, with each tile x of n cells renumbered n − x.
    ///
    /// It needs exactly as many moves to the other goal as this position needs to its own.
    ///
    /// # Source
    /// Knuth, 15PUZZLE-KORF0, section 1.
    ///
    /// # Examples
    /// ```
    /// use fewest_rules::tiles::{Board, Goal};
    /// let size = "4x4".parse()?;
    /// let knuth = Board::solved(size, Goal::BlankLast);
    /// assert_eq!(knuth.turned(), Board::solved(size, Goal::BlankFirst));
    /// # Ok::<(), fewest_rules::tiles::UnknownSize>(())
    /// ```
    #[must_use]
    pub fn turned(&self) -> Self {
        let renumber = |tile: Tile| match tile {
            Tile::BLANK => Tile::BLANK,
            Tile(x) => Tile(self.size.cells() as u8 - x),
        };
        Self::of(self.size, self.tiles().iter().rev().copied().map(renumber))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_permutations_are_boards() {
        let size = Size::new(2, 2).unwrap();
        let board = |tiles: [u8; 4]| Board::new(size, tiles.map(Tile).to_vec());
        assert!(board([3, 1, 0, 2]).is_ok());
        for tiles in [[3, 1, 1, 2], [4, 1, 0, 2], [1, 2, 3, 3]] {
            assert_eq!(board(tiles), Err(NotABoard(size)));
        }
        assert_eq!(Board::new(size, vec![Tile(0)]), Err(NotABoard(size)));
        assert_eq!(NotABoard(size).to_string(), "a 2x2 board holds every number from 0 to 3 once");
        assert_eq!(format!("{:?}", board([3, 1, 0, 2]).unwrap()), "Board(3 1 / 0 2)");
    }

    #[test]
    fn turning_twice_changes_nothing_and_turning_once_exchanges_first_and_last() {
        for size in Size::all() {
            let [last, first] =
                [Goal::BlankLast, Goal::BlankFirst].map(|goal| Board::solved(size, goal));
            assert_eq!(last.turned(), first);
            assert_eq!(first.turned(), last);
        }
        let tiles = [3, 8, 0, 1, 2, 4, 6, 5, 7].map(Tile).to_vec();
        let board = Board::new(Size::new(3, 3).unwrap(), tiles).unwrap();
        assert_eq!(board.turned().tiles(), [2, 4, 3, 5, 7, 8, 0, 1, 6].map(Tile));
        assert_eq!(board.turned().turned(), board);
    }

    #[test]
    fn goals_have_their_boards() {
        for (goal, size, board) in [
            (Goal::BlankLast, (3, 2), "1 2 3 / 4 5 0"),
            (Goal::BlankFirst, (3, 2), "0 1 2 / 3 4 5"),
            (Goal::BlankCentre, (3, 3), "1 2 3 / 4 0 5 / 6 7 8"),
            (Goal::BlankCentre, (4, 3), "1 2 3 4 / 5 0 6 7 / 8 9 10 11"),
            (Goal::BlankCentre, (4, 4), "1 2 3 4 / 5 0 6 7 / 8 9 10 11 / 12 13 14 15"),
            (Goal::Snail, (3, 3), "1 2 3 / 8 0 4 / 7 6 5"),
            (Goal::Snail, (4, 4), "1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7"),
            (Goal::Snail, (4, 2), "1 2 3 4 / 0 7 6 5"),
            (Goal::Snail, (2, 3), "1 2 / 0 3 / 5 4"),
        ] {
            let (width, height) = size;
            let size = Size::new(width, height).unwrap();
            assert_eq!(Board::solved(size, goal).to_string(), board);
        }
        for size in Size::all() {
            for goal in Goal::NAMED {
                let board = Board::solved(size, goal);
                assert_eq!(Board::new(size, board.tiles().to_vec()), Ok(board));
            }
        }
    }
}
