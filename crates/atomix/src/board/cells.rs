//! The free squares of a level as numbered cells.

use crate::cell_set::CellSet;
use fewest_rules::atomix::{Direction, Level, Square};

/// A free square: its index in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Beyond the last cell of every board: what lies behind a wall.
    pub const WALL: Self = Self(u8::MAX);

    /// As an index into an array with a place for each cell.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The cells of a level and how they touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    squares: Vec<Square>,
    /// By cell and direction; [`Cell::WALL`] where there is no cell.
    neighbours: Vec<[Cell; 4]>,
}

impl Board {
    /// The free squares of a level.
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

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are none, which no level allows.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.squares.len()).map(|index| Cell(index as u8))
    }

    /// Where a cell is in the level.
    pub fn square(&self, cell: Cell) -> Square {
        self.squares[cell.index()]
    }

    /// The cell of a free square.
    ///
    /// # Panics
    /// If the square is not free.
    pub fn cell(&self, square: Square) -> Cell {
        let index = self.squares.binary_search(&square).expect("only free squares have cells");
        Cell(index as u8)
    }

    /// What lies next to a cell.
    #[inline]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Cell {
        self.neighbours[cell.index()][direction as usize]
    }

    /// The cells passed from `cell` in a direction up to the first obstacle, in order.
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
