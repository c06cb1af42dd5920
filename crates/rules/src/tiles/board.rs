//! A position: every tile once, and the blank.

use super::{Cell, Goal, Size, Tile};

/// A position of the puzzle: which tile lies in which cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    /// By cell; a permutation of the blank and the tiles.
    tiles: Vec<Tile>,
}

/// These tiles do not make a board: some number is missing, used twice or too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a {0} board holds every number from 0 to {last} once", last = .0.cells() - 1)]
pub struct NotABoard(pub Size);

impl Board {
    /// A board from its tiles by rows.
    ///
    /// # Errors
    /// If the tiles are not the blank and the numbers up to `size.cells() - 1`, each once.
    pub fn new(size: Size, tiles: Vec<Tile>) -> Result<Self, NotABoard> {
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        let is_permutation = sorted.len() == size.cells()
            && sorted.iter().enumerate().all(|(number, tile)| tile.index() == number);
        if is_permutation { Ok(Self { size, tiles }) } else { Err(NotABoard(size)) }
    }

    /// The solved board.
    pub fn solved(size: Size, goal: Goal) -> Self {
        let mut tiles: Vec<_> = size.all_cells().map(|cell| Tile(cell.0)).collect();
        if goal == Goal::BlankLast {
            tiles.rotate_left(1);
        }
        Self { size, tiles }
    }

    /// Width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tiles by rows.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// What lies in a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// Where a tile lies, or `None` if the board has no such tile.
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.size.all_cells().find(|&cell| self.tile(cell) == tile)
    }

    /// Where the blank is.
    pub fn blank(&self) -> Cell {
        self.cell_of(Tile::BLANK).expect("every board has a blank")
    }

    /// The board after the tile in `from` went into the blank, or `None` if it is not beside it.
    pub fn push(&self, from: Cell) -> Option<Self> {
        let blank = self.blank();
        if from.index() >= self.size.cells() || self.size.distance(from, blank) != 1 {
            return None;
        }
        let mut after = self.clone();
        after.tiles.swap(from.index(), blank.index());
        Some(after)
    }

    /// The same position in the other convention of the goal: the board turned by 180 degrees,
    /// with each tile x of n cells renumbered n − x.
    ///
    /// It needs exactly as many moves to the other goal as this one does to its own.
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
            Tile(x) => Tile(self.tiles.len() as u8 - x),
        };
        Self { size: self.size, tiles: self.tiles.iter().rev().copied().map(renumber).collect() }
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
    }

    #[test]
    fn turning_twice_changes_nothing_and_turning_once_exchanges_the_goals() {
        for size in Size::all() {
            let [last, first] = Goal::ALL.map(|goal| Board::solved(size, goal));
            assert_eq!(last.turned(), first);
            assert_eq!(first.turned(), last);
        }
        let tiles = [3, 8, 0, 1, 2, 4, 6, 5, 7].map(Tile).to_vec();
        let board = Board::new(Size::new(3, 3).unwrap(), tiles).unwrap();
        assert_eq!(board.turned().tiles(), [2, 4, 3, 5, 7, 8, 0, 1, 6].map(Tile));
        assert_eq!(board.turned().turned(), board);
    }
}
