//! Distances of two atoms that block each other.

use super::{FARTHEST, UNREACHABLE};
use crate::board::{Board, Cell, CellSet};
use fewest_rules::atomix::Direction;

/// Returns the fewest generalized moves that take two atoms from any two cells to the cells `to`,
/// the first to the first, if they may neither share a cell nor pass through each other.
///
/// # Units
/// One byte for each pair of cells, by the first atom's cell and then the second's. Distances above
/// 254 are stored as 254; two atoms on one cell, and pairs that cannot reach the goal, have
/// [`UNREACHABLE`].
///
/// # Complexity
/// Cells² times the length of a line. Generalized moves are invertible, so one breadth-first search
/// from the goal gives the distances from everywhere.
pub fn pair_distances(board: &Board, to: [Cell; 2]) -> Vec<u8> {
    let cells = board.len();
    let at = |[first, second]: [Cell; 2]| first.index() * cells + second.index();
    let mut distances = vec![UNREACHABLE; cells * cells];
    distances[at(to)] = 0;
    let mut queue = vec![to];
    let mut next = 0;
    while next < queue.len() {
        let pair = queue[next];
        next += 1;
        let beyond = (distances[at(pair)] + 1).min(FARTHEST);
        for mover in 0..2 {
            let mut obstacles = CellSet::WALLS;
            obstacles.insert(pair[1 - mover]);
            for direction in Direction::ALL {
                for cell in board.ray(pair[mover], direction, &obstacles) {
                    let mut moved = pair;
                    moved[mover] = cell;
                    let distance = &mut distances[at(moved)];
                    if *distance == UNREACHABLE {
                        *distance = beyond;
                        queue.push(moved);
                    }
                }
            }
        }
    }
    distances
}
