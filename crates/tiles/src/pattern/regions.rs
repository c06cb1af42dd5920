//! Where the blank can go without moving a tile of a pattern.

use fewest_rules::tiles::{Cell, Direction, Size};

/// A set of cells, one bit each.
pub(super) type Cells = u64;

/// The regions that the tiles of a pattern cut a board into.
///
/// The regions of a set of occupied cells are numbered by their first cells.
#[derive(Debug, Clone)]
pub(super) struct Regions {
    size: Size,
    all: Cells,
    not_first_column: Cells,
    not_last_column: Cells,
    /// For each cell, those beside it.
    beside: Vec<Cells>,
    /// On boards of up to 16 cells: for each occupied set, the number of the region of each cell
    /// in four bits.
    numbers: Vec<u64>,
}

impl Regions {
    /// The largest pattern: it cuts no board into more regions than a byte has bits.
    pub const MOST_TILES: u32 = 6;

    pub fn new(size: Size) -> Self {
        let set = |keep: &dyn Fn(Cell) -> bool| {
            size.all_cells().filter(|&cell| keep(cell)).map(|cell| 1 << cell.0).sum()
        };
        let around = |cell| Direction::ALL.into_iter().filter_map(move |d| size.neighbour(cell, d));
        let mut regions = Self {
            size,
            all: set(&|_| true),
            not_first_column: set(&|cell| size.column(cell) > 0),
            not_last_column: set(&|cell| size.column(cell) + 1 < size.width()),
            beside: size.all_cells().map(|c| around(c).map(|to| 1 << to.0).sum()).collect(),
            numbers: vec![],
        };
        if size.cells() <= 16 {
            regions.numbers = (0..1 << size.cells()).map(|set| regions.number_all(set)).collect();
        }
        regions
    }

    /// The cells beside one.
    pub fn beside(&self, cell: Cell) -> Cells {
        self.beside[cell.index()]
    }

    /// The cells connected to a cell that is not occupied.
    pub fn region(&self, cell: Cell, occupied: Cells) -> Cells {
        let width = self.size.width();
        let free = self.all & !occupied;
        let grow = |region: Cells| {
            let right = (region & self.not_last_column) << 1;
            let left = (region & self.not_first_column) >> 1;
            (region | right | left | region << width | region >> width) & free
        };
        let mut region: Cells = 1 << cell.0;
        loop {
            // Four steps at once cost less than asking after each whether it was the last.
            let grown = grow(grow(grow(region)));
            region = grow(grown);
            if grown == region {
                return region;
            }
        }
    }

    /// The number of the region that a cell is in.
    #[inline]
    pub fn number(&self, cell: Cell, occupied: Cells) -> u32 {
        if self.numbers.is_empty() {
            return self.count(cell, occupied);
        }
        (self.numbers[occupied as usize] >> ((4 * u32::from(cell.0)) & 63)) as u32 & 7
    }

    fn count(&self, cell: Cell, occupied: Cells) -> u32 {
        let mut rest = self.all & !occupied;
        let mut number = 0;
        loop {
            let region = self.region(Cell(rest.trailing_zeros() as u8), occupied);
            if region >> cell.0 & 1 == 1 {
                return number;
            }
            rest &= !region;
            number += 1;
        }
    }

    fn number_all(&self, occupied: Cells) -> u64 {
        if occupied.count_ones() > Self::MOST_TILES {
            return 0;
        }
        let free = self.size.all_cells().filter(|cell| occupied >> cell.0 & 1 == 0);
        free.map(|cell| u64::from(self.count(cell, occupied)) << (4 * cell.0)).sum()
    }
}
