//! The cells of a pattern's tiles and the order of the tiles in them, in one word.

use super::order::Orders;
use super::regions::{Cells, cells_of};
use fewest_rules::tiles::{Cell, Size};

/// Which cells the tiles of a pattern occupy, and in which order.
///
/// A slide within a row changes only the cells. One within a column takes the tile past the
/// others between the two cells.
///
/// The cells take the lowest bits, the number of the order those above them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Arrangement(u64);

const CELLS: u32 = Size::MAX_CELLS as u32;

/// What a slide of a tile between two cells does to an arrangement, whatever lies elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passage {
    /// The two cells.
    ends: Cells,
    /// The first of the cells between them in the order of cells, and a one for each of them.
    first: u8,
    between: u8,
    /// Added to the occupied cells between to find the tiles passed: which way they are passed.
    way: u8,
}

const WITHIN_A_ROW: usize = 1 << (Size::MAX_SIDE - 1);

/// The tiles that are passed upwards, by the occupied cells between the two of a column and the
/// way.
const PASSED: [i8; 2 * WITHIN_A_ROW] = {
    let mut passed = [0; 2 * WITHIN_A_ROW];
    let mut set = 0;
    while set < WITHIN_A_ROW {
        passed[set] = set.count_ones() as i8;
        passed[set + WITHIN_A_ROW] = -passed[set];
        set += 1;
    }
    passed
};

impl Passage {
    /// No slide at all.
    pub const NONE: Self = Self { ends: 0, first: 0, between: 0, way: 0 };

    /// The slide from a cell to one beside it.
    #[inline]
    pub fn new(from: Cell, to: Cell) -> Self {
        let (low, high) = (from.0.min(to.0), from.0.max(to.0));
        Self {
            ends: 1 << low | 1 << high,
            first: low + 1,
            between: ((1_u32 << (high - low - 1)) - 1) as u8,
            way: if from < to { 0 } else { WITHIN_A_ROW as u8 },
        }
    }
}

impl Arrangement {
    /// From the cell of each tile.
    pub(super) fn new(orders: &Orders, cells: &[Cell]) -> Self {
        let mut tile_in = [0_u8; Size::MAX_CELLS];
        let mut set = 0;
        for (tile, cell) in (0..).zip(cells) {
            tile_in[cell.index()] = tile;
            set |= 1 << cell.0;
        }
        let tiles = cells_of(set).map(|cell| tile_in[cell.index()]);
        let order = tiles.zip(0..).map(|(tile, place)| Orders::placed(tile, place)).sum();
        Self(set | (orders.number(order) as u64) << CELLS)
    }

    /// The cells of the tiles.
    #[inline(always)]
    pub(super) fn cells(self) -> Cells {
        self.0 & ((1 << CELLS) - 1)
    }

    /// The number of the order.
    #[inline(always)]
    pub(super) fn order(self) -> usize {
        (self.0 >> CELLS) as usize
    }

    /// After a tile of the pattern, given by its [`Orders::column`], went to a free cell.
    #[inline(always)]
    #[must_use]
    pub(super) fn slide(self, orders: &Orders, column: usize, passage: Passage) -> Self {
        let between = (self.0 >> (passage.first & 63)) as u8 & passage.between;
        let passed = PASSED[usize::from(between | passage.way) % PASSED.len()];
        let order = self.order();
        let after = orders.after(order, column, passed.into());
        Self(self.0 ^ passage.ends ^ ((order ^ after) as u64) << CELLS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::tiles::Direction;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sliding_equals_arranging_afresh(
            size in prop::sample::select(Size::all().collect::<Vec<_>>()),
            tiles in 1..9_usize,
            choices in prop::collection::vec(0..1000_usize, 1..50),
        ) {
            let tiles = tiles.min(size.cells() - 1);
            let mut cells: Vec<_> = (1..=tiles as u8).map(Cell).collect();
            let orders = Orders::new(size, tiles);
            let mut arrangement = Arrangement::new(&orders, &cells);
            for choice in choices {
                let steps: Vec<_> = (0..tiles)
                    .flat_map(|tile| Direction::ALL.map(|direction| (tile, direction)))
                    .filter_map(|(tile, d)| Some((tile, size.neighbour(cells[tile], d)?)))
                    .filter(|(_, to)| !cells.contains(to))
                    .collect();
                let Some(&(tile, to)) = steps.get(choice % steps.len().max(1)) else { break };
                let passage = Passage::new(cells[tile], to);
                arrangement = arrangement.slide(&orders, orders.column(tile), passage);
                cells[tile] = to;
                prop_assert_eq!(arrangement, Arrangement::new(&orders, &cells));
            }
        }
    }
}
