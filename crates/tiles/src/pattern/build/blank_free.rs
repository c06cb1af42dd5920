//! Blank-free tables: distances regardless of the blank.

use super::breadth_first::{building_bytes, search};
use crate::pattern::layout::{Pattern, Ranking, cells_of};
use fewest_rules::tiles::Cell;
use fewest_search::platform::filled;
use fewest_search::{Monitor, Stop};

/// For every placement of a pattern's tiles, the fewest moves of these tiles, one byte each,
/// regardless of the blank.
///
/// These are the tables of the first publications. That of six tiles of the 24-puzzle takes
/// 244 MB.
///
/// # Source
/// Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002).
#[derive(Debug)]
pub struct BlankFreeTable {
    cells: usize,
    /// By the cells of the tiles as digits, the first tile's lowest.
    distances: Vec<u8>,
}

impl BlankFreeTable {
    /// Builds the table of a pattern.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn build(pattern: &Pattern, monitor: &mut Monitor<'_>) -> Result<Self, Stop> {
        let tiles = pattern.cells().len();
        let ranking = Ranking::shared(pattern.size(), tiles);
        let cells = pattern.size().cells();
        let entries = cells.checked_pow(tiles as u32).ok_or(Stop::Memory)?;
        monitor.check_memory(building_bytes(&ranking) + entries as u64)?;
        let mut table = Self { cells, distances: filled(entries, u8::MAX)? };
        let (blocks, orders) = (ranking.all_blocks(), &ranking.orders);
        search(pattern, &ranking, monitor, |depth, found| {
            for (block, order) in found.states() {
                let places = cells_of(blocks[block].occupied).enumerate();
                let digits = places
                    .map(|(place, cell)| table.weight(orders.tile(order, place)) * cell.index());
                let index: usize = digits.sum();
                // The region that is closest comes first; distances stay far below 255.
                table.distances[index] = table.distances[index].min(depth as u8);
            }
        })?;
        Ok(table)
    }

    /// Returns its size.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }

    /// The factor of a tile's cell in the number of a placement.
    pub(crate) fn weight(&self, tile: usize) -> usize {
        self.cells.pow(tile as u32)
    }

    /// The distance of a placement by its number.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> u16 {
        self.distances[index as usize].into()
    }

    /// Returns the distance of a placement, given by the cell of each tile in the order of the
    /// pattern.
    pub fn distance(&self, places: &[Cell]) -> u16 {
        let digits = places.iter().enumerate();
        let index: usize = digits.map(|(tile, cell)| self.weight(tile) * cell.index()).sum();
        self.get(index as u32)
    }
}
