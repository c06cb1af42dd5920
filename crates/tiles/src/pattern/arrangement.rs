//! The cells of a pattern's tiles and the order of the tiles in them, in one word.

use super::regions::Cells;
use fewest_rules::tiles::{Cell, Size};

/// Which cells the tiles of a pattern occupy, and which tile lies in the first of them, the
/// second, and so on.
///
/// A slide within a row changes only the cells. One within a column takes the tile past the
/// others between the two cells.
///
/// The cells take the lowest bits, the order three bits a tile above them; the bits above these
/// belong to whoever holds the arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Arrangement(pub u64);

/// Bits of a tile in an order.
pub(super) const TILE: u32 = 3;
const CELLS: u32 = Size::MAX_CELLS as u32;
const ORDER: u32 = TILE * 8;

impl Arrangement {
    /// Bits in use.
    pub const BITS: u32 = CELLS + ORDER;

    /// From the cell of each tile.
    pub fn new(cells: &[Cell]) -> Self {
        let set: Cells = cells.iter().map(|cell| 1 << cell.0).sum();
        let order = cells.iter().enumerate().map(|(tile, cell)| {
            let place = (set & ((1 << cell.0) - 1)).count_ones();
            (tile as u64) << (CELLS + TILE * place)
        });
        Self(set | order.sum::<u64>())
    }

    /// The cells of the tiles.
    #[inline(always)]
    pub fn cells(self) -> Cells {
        self.0 & ((1 << CELLS) - 1)
    }

    /// The tiles in the order of their cells, the first lowest.
    #[inline(always)]
    pub fn order(self) -> usize {
        (self.0 >> CELLS & ((1 << ORDER) - 1)) as usize
    }

    /// After the tile in `from` went to a free cell `to`.
    #[inline(always)]
    #[must_use]
    pub fn slide(self, from: Cell, to: Cell) -> Self {
        let (low, high) = (from.0.min(to.0) & 63, from.0.max(to.0) & 63);
        let below = (1 << low) - 1;
        let before = (self.0 & below).count_ones();
        let between = ((1 << high) - 1) & !(below << 1 | 1);
        let passed = TILE * (self.0 & between).count_ones();
        let shift = CELLS + TILE * before;
        let part = self.0 >> (shift & 63);
        let field = (8 << (passed & 63)) - 1;
        let part = part & field;
        let up = part >> TILE | (part & 7) << (passed & 63);
        let down = part << TILE & field | part >> (passed & 63);
        let turned = if from < to { up } else { down };
        let cells: Cells = 1 << low | 1 << high;
        Self(self.0 ^ (part ^ turned) << (shift & 63) ^ cells)
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
            let mut arrangement = Arrangement::new(&cells);
            for choice in choices {
                let steps: Vec<_> = (0..tiles)
                    .flat_map(|tile| Direction::ALL.map(|direction| (tile, direction)))
                    .filter_map(|(tile, d)| Some((tile, size.neighbour(cells[tile], d)?)))
                    .filter(|(_, to)| !cells.contains(to))
                    .collect();
                let Some(&(tile, to)) = steps.get(choice % steps.len().max(1)) else { break };
                arrangement = arrangement.slide(cells[tile], to);
                cells[tile] = to;
                prop_assert_eq!(arrangement, Arrangement::new(&cells));
            }
        }
    }
}
