//! Distances of one atom under generalized moves.

use crate::board::{Board, Cell, CellSet};
use fewest_rules::atomix::Direction;

/// The numbers of generalized moves that take one atom from any cell to any other.
///
/// In a generalized move an atom goes along a line and stops anywhere; here it also passes through
/// other atoms.
///
/// # Units
/// One byte for each pair of cells: at most 64 KiB.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.1.
#[derive(Debug, Clone)]
pub struct Distances {
    cells: usize,
    by_pair: Vec<u8>,
}

impl Distances {
    /// No number of moves leads there.
    pub const UNREACHABLE: u8 = u8::MAX;

    /// Computes the distances by a breadth-first search from every cell.
    ///
    /// # Complexity
    /// Cells² times the length of a line.
    pub fn new(board: &Board) -> Self {
        let from_cell = |from| distances_from(board, from, |_, _| true);
        Self { cells: board.len(), by_pair: board.cells().flat_map(from_cell).collect() }
    }

    /// Returns the distance between two cells, which is the same in both directions.
    #[inline]
    pub fn between(&self, from: Cell, to: Cell) -> u8 {
        self.by_pair[from.index() * self.cells + to.index()]
    }
}

/// Returns the numbers of generalized moves from one cell to every other, if an atom that goes in a
/// direction can stop only at some cells.
pub fn distances_from(
    board: &Board,
    from: Cell,
    can_stop: impl Fn(Cell, Direction) -> bool,
) -> Vec<u8> {
    let mut distances = vec![Distances::UNREACHABLE; board.len()];
    distances[from.index()] = 0;
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for direction in Direction::ALL {
            for cell in board.ray(at, direction, &CellSet::WALLS) {
                if distances[cell.index()] == Distances::UNREACHABLE && can_stop(cell, direction) {
                    // At most 254: every step meets a new cell.
                    distances[cell.index()] = distances[at.index()] + 1;
                    queue.push(cell);
                }
            }
        }
    }
    distances
}
