//! The regions within which the blank can move without moving a tile of a pattern.

use fewest_rules::tiles::{Cell, Direction, Size};

/// A set of cells, one bit each.
pub(crate) type Cells = u64;

/// The cells of a set in order.
pub(crate) fn cells_of(mut set: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then_some(Cell(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        cell
    })
}

/// The regions that the tiles of a pattern cut a board into.
#[derive(Debug, Clone)]
pub(crate) struct Regions {
    width: u8,
    all: Cells,
    not_first_column: Cells,
    not_last_column: Cells,
    /// For each cell, those beside it.
    beside: Vec<Cells>,
}

impl Regions {
    pub fn new(size: Size) -> Self {
        let set = |keep: &dyn Fn(Cell) -> bool| {
            size.all_cells().filter(|&cell| keep(cell)).map(|cell| 1 << cell.0).sum()
        };
        let around = |cell| Direction::ALL.into_iter().filter_map(move |d| size.neighbour(cell, d));
        Self {
            width: size.width(),
            all: set(&|_| true),
            not_first_column: set(&|cell| size.column(cell) > 0),
            not_last_column: set(&|cell| size.column(cell) + 1 < size.width()),
            beside: size.all_cells().map(|c| around(c).map(|to| 1 << to.0).sum()).collect(),
        }
    }

    /// The neighbours of a cell.
    pub fn beside(&self, cell: Cell) -> Cells {
        self.beside[cell.index()]
    }

    /// The cells that are not occupied.
    pub fn free(&self, occupied: Cells) -> Cells {
        self.all & !occupied
    }

    /// The cells connected to a cell that is not occupied.
    pub fn region(&self, cell: Cell, occupied: Cells) -> Cells {
        let free = self.free(occupied);
        let grow = |region: Cells| {
            let right = (region & self.not_last_column) << 1;
            let left = (region & self.not_first_column) >> 1;
            (region | right | left | region << self.width | region >> self.width) & free
        };
        let mut region: Cells = 1 << cell.0;
        loop {
            let grown = grow(grow(region));
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// All regions, in order of their first cells.
    pub fn all(&self, occupied: Cells) -> impl Iterator<Item = Cells> {
        let mut rest = self.free(occupied);
        std::iter::from_fn(move || {
            let first = (rest != 0).then_some(Cell(rest.trailing_zeros() as u8))?;
            let region = self.region(first, occupied);
            rest &= !region;
            Some(region)
        })
    }
}
