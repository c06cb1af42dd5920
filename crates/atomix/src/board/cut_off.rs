//! The parts of a board behind one cell.

use super::{Board, Cell, CellSet};
use fewest_rules::atomix::Direction;

/// Returns the sets of cells that a single cell beside them cuts off from all others, for each such
/// cell.
///
/// # Complexity
/// The square of the cells.
pub fn parts_cut_off(board: &Board) -> Vec<CellSet<4>> {
    let mut found = Vec::new();
    for entry in board.cells() {
        let mut seen = CellSet::one(entry);
        for first in Direction::ALL.map(|direction| board.neighbour(entry, direction)) {
            if first == Cell::WALL || seen.contains(first) {
                continue;
            }
            let mut cells = CellSet::one(first);
            let mut queue = vec![first];
            while let Some(at) = queue.pop() {
                for cell in Direction::ALL.map(|direction| board.neighbour(at, direction)) {
                    if cell != Cell::WALL && cell != entry && !cells.contains(cell) {
                        cells.insert(cell);
                        queue.push(cell);
                    }
                }
            }
            seen |= cells;
            found.push(cells);
        }
    }
    found
}
