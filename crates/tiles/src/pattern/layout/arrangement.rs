//! The cells of a pattern's tiles and the order of the tiles in them, in one word.

use super::order::{Orders, TILE};
use super::pattern::Pattern;
use super::regions::{Cells, cells_of};
use fewest_rules::tiles::{Cell, Size};

/// The cells that the tiles of a pattern occupy, and the order of the tiles in them.
///
/// A slide within a row changes only the cells. One within a column takes the tile past the
/// others between the two cells.
///
/// The cells take the lowest bits; above them are the tiles, three bits each, with the tile of the
/// first occupied cell lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Arrangement(u64);

const CELLS: u32 = Pattern::MAX_CELLS as u32;

/// What a slide of a tile between two cells does to an arrangement, whatever lies elsewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    /// The two cells.
    ends: Cells,
    /// The cells before both of them.
    below: Cells,
    /// The first of the cells between them in the order of cells, and a one for each of them.
    first: u8,
    between: u8,
    /// Whether the tile comes to be before those that it passes.
    is_back: bool,
}

const WITHIN_A_ROW: usize = 1 << (Size::MAX_SIDE - 1);

/// The bits of the tiles in a set of cells.
const BITS: [u8; WITHIN_A_ROW] = {
    let mut bits = [0; WITHIN_A_ROW];
    let mut set = 0;
    while set < WITHIN_A_ROW {
        bits[set] = (TILE * set.count_ones()) as u8;
        set += 1;
    }
    bits
};

impl Passage {
    /// No slide at all.
    pub const NONE: Self = Self { ends: 0, below: 0, first: 0, between: 0, is_back: false };

    /// The slide from a cell to one beside it.
    #[inline]
    pub fn new(from: Cell, to: Cell) -> Self {
        let (low, high) = (from.0.min(to.0), from.0.max(to.0));
        Self {
            ends: 1 << low | 1 << high,
            below: (1 << low) - 1,
            first: low + 1,
            between: ((1_u32 << (high - low - 1)) - 1) as u8,
            is_back: to < from,
        }
    }
}

impl Arrangement {
    /// From the cell of each tile.
    pub(crate) fn new(cells: &[Cell]) -> Self {
        let mut tile_in = [0_u8; Pattern::MAX_CELLS];
        let mut set = 0;
        for (tile, cell) in (0..).zip(cells) {
            tile_in[cell.index()] = tile;
            set |= 1 << cell.0;
        }
        let tiles = cells_of(set).map(|cell| tile_in[cell.index()]);
        let order: u32 = tiles.zip(0..).map(|(tile, place)| Orders::placed(tile, place)).sum();
        Self(set | u64::from(order) << CELLS)
    }

    /// The cells of the tiles.
    #[inline(always)]
    pub(crate) fn cells(self) -> Cells {
        self.0 & ((1 << CELLS) - 1)
    }

    /// The tiles, three bits each, that of the first occupied cell lowest.
    #[inline(always)]
    pub(crate) fn order(self) -> u32 {
        (self.0 >> CELLS) as u32
    }

    /// After a tile of the pattern went to a free cell: it and those that it passes are rotated.
    #[inline(always)]
    #[must_use]
    pub(crate) fn slide(self, passage: Passage) -> Self {
        let between = (self.0 >> (passage.first & 63)) as u8 & passage.between;
        let passed = u32::from(BITS[usize::from(between) % WITHIN_A_ROW]);
        let left = if passage.is_back { TILE } else { passed };
        let before = TILE * (self.0 & passage.below).count_ones();
        let tiles = self.order() >> (before & 31) & ((1 << (passed + TILE)) - 1);
        let rotated = tiles << left | tiles >> (passed + TILE - left);
        let changed = (rotated ^ tiles) & ((1 << (passed + TILE)) - 1);
        Self(self.0 ^ passage.ends ^ u64::from(changed << (before & 31)) << CELLS)
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
            size in prop::sample::select(Size::all().filter(|size| size.cells() <= Pattern::MAX_CELLS).collect::<Vec<_>>()),
            tiles in 1..9_usize,
            choices in prop::collection::vec(0..1000_usize, 1..50),
        ) {
            let tiles = tiles.min(size.cells() - 1);
            let mut cells: Vec<_> = (1..=tiles as u8).map(Cell).collect();
            let mut arrangement = Arrangement::new(&cells);
            for choice in choices {
                let steps: Vec<_> = (0..tiles)
                    .flat_map(|tile| Direction::ALL.map(|direction| (tile, direction)))
                    .filter_map(|(tile, d)| Some((tile, size.neighbour(cells[tile], d)?)))
                    .filter(|(_, to)| !cells.contains(to))
                    .collect();
                let Some(&(tile, to)) = steps.get(choice % steps.len().max(1)) else { break };
                let passage = Passage::new(cells[tile], to);
                arrangement = arrangement.slide(passage);
                cells[tile] = to;
                prop_assert_eq!(arrangement, Arrangement::new(&cells));
            }
        }
    }
}
