//! Widths, heights, cells and tiles.

use crate::text::number;
use std::fmt;
use std::str::FromStr;

/// A cell of a board.
///
/// # Units
/// Counted by rows from the top left, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Returns the cell as an index into an array with a place for each cell.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The content of a cell: a numbered tile, or the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(pub u8);

impl Tile {
    /// The empty cell, written as 0.
    pub const BLANK: Self = Self(0);

    /// Returns the tile as an index into an array with a place for the blank and each tile.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The direction of the blank in a move.
///
/// The codes are Knuth's: the powers of i in the complex plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the right.
    East = 0,
    /// Up.
    North = 1,
    /// To the left.
    West = 2,
    /// Down.
    South = 3,
}

impl Direction {
    /// All directions, by code.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// Returns the code, as an index.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the next direction clockwise.
    #[must_use]
    pub fn turned_right(self) -> Self {
        Self::ALL[(self.index() + 3) % 4]
    }

    /// Returns the opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self.index() + 2) % 4]
    }
}

/// The width and height of a board, each from 2 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The shortest side.
    pub const MIN_SIDE: u8 = 2;
    /// The longest side.
    pub const MAX_SIDE: u8 = 8;
    /// The cells of the largest board.
    pub const MAX_CELLS: usize = Self::MAX_SIDE as usize * Self::MAX_SIDE as usize;

    /// Creates a size; returns `None` if a side is shorter than 2 or longer than 8.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let side = |n: usize| {
            let n = u8::try_from(n).ok()?;
            (Self::MIN_SIDE..=Self::MAX_SIDE).contains(&n).then_some(n)
        };
        Some(Self { width: side(width)?, height: side(height)? })
    }

    /// Returns the size of the square board with that many cells, if there is one.
    pub fn square(cells: usize) -> Option<Self> {
        Self::of_cells(cells).find(|size| size.width == size.height)
    }

    /// Returns all sizes, narrow ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        let sides = || Self::MIN_SIDE..=Self::MAX_SIDE;
        sides().flat_map(move |width| sides().map(move |height| Self { width, height }))
    }

    /// Returns all sizes with `cells` cells, narrow ones first.
    pub fn of_cells(cells: usize) -> impl Iterator<Item = Self> {
        Self::all().filter(move |size| size.cells() == cells)
    }

    /// Returns the size with width and height exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Returns the number of cells in a row.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of cells.
    pub fn cells(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns all cells in order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        (0..self.width * self.height).map(Cell)
    }

    /// Returns the cell in the middle; the first of them if there are two or four.
    pub fn centre(self) -> Cell {
        Cell((self.height - 1) / 2 * self.width + (self.width - 1) / 2)
    }

    /// Returns the row of a cell, from 0 at the top.
    pub fn row(self, cell: Cell) -> u8 {
        cell.0 / self.width
    }

    /// Returns the column of a cell, from 0 at the left.
    pub fn column(self, cell: Cell) -> u8 {
        cell.0 % self.width
    }

    /// Returns the cell next to this one, or `None` at the border.
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, column) = (self.row(cell), self.column(cell));
        match direction {
            Direction::East => (column + 1 < self.width).then(|| Cell(cell.0 + 1)),
            Direction::North => (row > 0).then(|| Cell(cell.0 - self.width)),
            Direction::West => (column > 0).then(|| Cell(cell.0 - 1)),
            Direction::South => (row + 1 < self.height).then(|| Cell(cell.0 + self.width)),
        }
    }

    /// Returns the number of moves that a tile needs from one cell to the other on an empty board:
    /// the Manhattan distance.
    pub fn distance(self, a: Cell, b: Cell) -> u8 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width, self.height))
    }
}

/// The error of a word that is not a size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a board size: write WIDTHxHEIGHT, each from 2 to 8, such as 4x4")]
pub struct UnknownSize(pub String);

impl FromStr for Size {
    type Err = UnknownSize;
    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        text.split_once('x')
            .and_then(|(width, height)| Self::new(number(width)?, number(height)?))
            .ok_or_else(|| UnknownSize(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_print_and_parse() {
        assert_eq!(Size::all().count(), 49);
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        for text in
            ["", "4", "4x", "x4", "1x4", "4x9", "4x4x4", "-4x4", "+4x4", "4x+4", "4 x 4", "99999x4"]
        {
            assert_eq!(text.parse::<Size>(), Err(UnknownSize(text.to_owned())));
        }
    }

    #[test]
    fn neighbours_are_at_distance_one_and_mutual() {
        for size in Size::all() {
            for cell in size.all_cells() {
                for direction in Direction::ALL {
                    let Some(beside) = size.neighbour(cell, direction) else { continue };
                    assert_eq!(size.distance(cell, beside), 1);
                    assert_eq!(size.neighbour(beside, direction.opposite()), Some(cell));
                }
            }
        }
    }
}
