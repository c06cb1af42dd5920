//! The symmetries of a board.

use fewest_rules::tiles::{Cell, Size};

/// A rotation or reflection that maps a board onto itself: the image of each cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symmetry([Cell; Size::MAX_CELLS]);

impl Symmetry {
    /// All of them: eight of a square, four of another board; the first changes nothing.
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
            let mut cells = [Cell(0); Size::MAX_CELLS];
            size.all_cells().for_each(|cell| cells[cell.index()] = image(number, cell));
            Self(cells)
        };
        (0..4 * diagonals).map(symmetry).collect()
    }

    /// The reflection in the diagonal from the first cell to the last, of square boards.
    pub fn diagonal(size: Size) -> Option<Self> {
        Self::all(size).get(4).copied()
    }

    /// The image of a cell.
    #[inline]
    pub fn image(&self, cell: Cell) -> Cell {
        self.0[cell.index()]
    }
}
