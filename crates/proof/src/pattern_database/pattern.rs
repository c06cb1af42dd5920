//! A naive model of some tiles on a board.

use fewest_rules::tiles::{Cell, Direction, Size};
use std::fmt;

/// The most tiles of a pattern.
pub(super) const MOST_TILES: usize = 8;
/// The number of cells of the largest board that patterns are for.
const MOST_CELLS: usize = 36;

/// Some tiles of a board, given by the cells where they belong, and the cell of the blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    size: Size,
    /// The home of each tile, in ascending order.
    homes: Vec<Cell>,
    blank: Cell,
}

/// As in `4x4:1,4,5:0`: board, homes of the tiles counted by rows from 0, cell of the blank.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let homes: Vec<_> = self.homes.iter().map(|cell| cell.0.to_string()).collect();
        write!(f, "{}:{}:{}", self.size, homes.join(","), self.blank.0)
    }
}

impl Pattern {
    /// Reads a pattern in the only form in which it is written.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (size, rest) = text.split_once(':')?;
        let (homes, blank) = rest.split_once(':')?;
        let cell = |text: &str| text.parse().ok().map(Cell);
        let homes = homes.split(',').map(cell).collect::<Option<Vec<_>>>()?;
        let pattern = Self { size: size.parse().ok()?, homes, blank: cell(blank)? };
        let Self { size, homes, blank } = &pattern;
        let is_one = size.cells() <= MOST_CELLS
            && homes.len() <= MOST_TILES
            && homes.is_sorted_by(|one, next| one < next)
            && homes.iter().chain([blank]).all(|cell| cell.index() < size.cells())
            && !homes.contains(blank)
            && pattern.to_string() == text;
        is_one.then_some(pattern)
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of its tiles.
    pub fn tiles(&self) -> usize {
        self.homes.len()
    }

    /// Returns the number of sets of as many cells as there are tiles.
    pub(super) fn sets(&self) -> u64 {
        let (cells, tiles) = (self.size.cells() as u64, self.tiles() as u64);
        (0..tiles).fold(1, |sets, chosen| sets * (cells - chosen) / (chosen + 1))
    }

    /// Returns the number of words that hold a bit for each order of the tiles.
    pub(super) fn words_a_block(&self) -> usize {
        (1..=self.tiles()).product::<usize>().div_ceil(64)
    }

    /// Returns the home of each tile, and 0 beyond the last one.
    pub(super) fn homes(&self) -> [u8; MOST_TILES] {
        std::array::from_fn(|tile| self.homes.get(tile).map_or(0, |cell| cell.0))
    }

    /// Returns the cell where the blank belongs.
    pub(super) fn blank(&self) -> Cell {
        self.blank
    }

    /// Returns the cells next to one.
    pub(super) fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |step| self.size.neighbour(cell, step))
    }

    /// Returns the cells that the blank can reach, as a set.
    pub(super) fn region(&self, occupied: u64, blank: Cell) -> u64 {
        let (mut region, mut open) = (1_u64 << blank.0, vec![blank]);
        while let Some(cell) = open.pop() {
            for next in self.beside(cell) {
                if (occupied | region) >> next.0 & 1 == 0 {
                    region |= 1 << next.0;
                    open.push(next);
                }
            }
        }
        region
    }
}

/// Returns some cells as a set.
pub(super) fn occupied(cells: &[u8]) -> u64 {
    cells.iter().fold(0, |set, &cell| set | 1 << cell)
}
