//! Squares of a board, and directions.

use crate::named::named;
use std::fmt;

/// A square of a board, in the coordinates of its file.
///
/// # Units
/// Both coordinates count from 0, rows downwards and columns to the right. Squares are in reading
/// order: row by row, from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, 0 at the top.
    pub row: u8,
    /// The column, 0 on the left.
    pub column: u8,
}

impl Square {
    /// Returns the neighbour in a direction, or `None` beyond row or column 0 or 255.
    pub fn step(self, direction: Direction) -> Option<Self> {
        let Self { row, column } = self;
        Some(match direction {
            Direction::Up => Self { row: row.checked_sub(1)?, column },
            Direction::Down => Self { row: row.checked_add(1)?, column },
            Direction::Left => Self { row, column: column.checked_sub(1)? },
            Direction::Right => Self { row, column: column.checked_add(1)? },
        })
    }

    /// Returns the direction of the straight line to another square, if there is one.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match (other.row.cmp(&self.row), other.column.cmp(&self.column)) {
            (Less, Equal) => Some(Direction::Up),
            (Greater, Equal) => Some(Direction::Down),
            (Equal, Less) => Some(Direction::Left),
            (Equal, Greater) => Some(Direction::Right),
            _ => None,
        }
    }
}

/// `r10c3`: row 10, column 3.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

/// The direction of a slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To smaller rows.
    Up,
    /// To larger rows.
    Down,
    /// To smaller columns.
    Left,
    /// To larger columns.
    Right,
}

named!(Direction, "direction", Up = "up", Down = "down", Left = "left", Right = "right");

impl Direction {
    /// Returns the opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}
