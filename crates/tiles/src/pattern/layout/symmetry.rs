//! The symmetries of a board.

use super::pattern::Pattern;
use fewest_rules::tiles::{Cell, Size};

/// A rotation or reflection that maps a board onto itself: the image of each cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symmetry([Cell; Pattern::MAX_CELLS]);

impl Symmetry {
    /// Returns all of them: eight of a square, four of another board; the first changes nothing.
    pub fn all(size: Size) -> Vec<Self> {
        let (width, height) = (size.width(), size.height());
        let diagonals = if width == height { 2 } else { 1 };
        let image = |number: usize, cell: Cell| {
            let (row, column) = (size.row(cell), size.column(cell));
            let (row, column) = if number & 4 > 0 { (column, row) } else { (row, column) };
            let row = if number & 1 > 0 { height - 1 - row } else { row };
            let column = if number & 2 > 0 { width - 1 - column } else { column };
            Cell(row * width + column)
        };
        let symmetry = |number| {
            let mut cells = [Cell(0); Pattern::MAX_CELLS];
            size.all_cells().for_each(|cell| cells[cell.index()] = image(number, cell));
            Self(cells)
        };
        (0..4 * diagonals).map(symmetry).collect()
    }

    /// Returns the reflections in the diagonals of a square board: the one from the first cell to
    /// the last, then the other.
    pub fn diagonals(size: Size) -> Vec<Self> {
        let all = Self::all(size);
        [4, 7].into_iter().filter_map(|number| all.get(number).copied()).collect()
    }

    /// Returns the image of a cell.
    #[inline]
    pub fn image(&self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }
}
