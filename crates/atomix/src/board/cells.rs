//! The free squares of a level as numbered cells.

use super::CellSet;
use fewest_rules::atomix::{Direction, Level, Square};

/// A free square: its index in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// The value for a wall; greater than the last cell of every board.
    pub const WALL: Self = Self(u8::MAX);

    /// Returns the cell as an array index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The cells of a level and their neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    squares: Vec<Square>,
    /// By cell and direction; [`Cell::WALL`] where there is no cell.
    neighbours: Vec<[Cell; 4]>,
}

impl Board {
    /// Numbers the free squares of a level.
    pub fn new(level: &Level) -> Self {
        let squares = level.free_squares().to_vec();
        let cell_at = |square: Square| match squares.binary_search(&square) {
            Ok(index) => Cell(index as u8), // a level has at most 255 free squares
            Err(_) => Cell::WALL,
        };
        let touching = |square: &Square| {
            Direction::ALL.map(|direction| square.step(direction).map_or(Cell::WALL, cell_at))
        };
        let neighbours = squares.iter().map(touching).collect();
        Self { squares, neighbours }
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are no cells, which no level allows.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Returns all cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.squares.len()).map(|index| Cell(index as u8))
    }

    /// Returns the square of a cell in the level.
    pub fn square(&self, cell: Cell) -> Square {
        self.squares[cell.index()]
    }

    /// Returns the cell of a free square.
    ///
    /// # Panics
    /// If the square is not free.
    pub fn cell(&self, square: Square) -> Cell {
        let index = self.squares.binary_search(&square).expect("only free squares have cells");
        Cell(index as u8)
    }

    /// Returns the neighbour of a cell, or [`Cell::WALL`].
    #[inline]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Cell {
        self.neighbours[cell.index()][direction as usize]
    }

    /// Returns the cells from `cell` (exclusive) in a direction up to the first obstacle
    /// (exclusive), in order.
    #[inline]
    pub fn ray<'a>(
        &'a self,
        cell: Cell,
        direction: Direction,
        obstacles: &'a CellSet<4>,
    ) -> impl Iterator<Item = Cell> + 'a {
        let mut at = cell;
        std::iter::from_fn(move || {
            at = self.neighbour(at, direction);
            (!obstacles.contains(at)).then_some(at)
        })
    }
}
