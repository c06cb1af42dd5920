//! Distances of two atoms that are in each other's way.

use crate::cell_set::CellSet;
use crate::{Board, Cell};
use fewest_rules::atomix::Direction;

/// The greatest distance that is told from greater ones; those are counted as this one.
const FARTHEST: u8 = u8::MAX - 1;

/// No number of moves leads there.
pub const UNREACHABLE: u8 = u8::MAX;

/// How many generalized moves take two atoms from any two cells to the cells `to`, the first to
/// the first, if they may neither share a cell nor pass through each other.
///
/// # Units
/// A byte for each pair of cells, by the first atom's cell and then the second's. Distances above
/// 254 count as 254; pairs on one cell, and those from which no moves lead to the goal, have 255.
///
/// # Complexity
/// Cells² times the length of a line. Generalized moves can be taken back, so one breadth-first
/// search from the goal gives the distances from everywhere.
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
