//! Distances in generalized moves, of one atom and of a few that obstruct each other.

use super::Cells;
use std::collections::VecDeque;

/// More moves than any path has: the cell cannot be reached at all.
pub(super) const NEVER: u32 = u32::MAX;

/// Returns the distances of single atoms, by target cell and cell.
pub(super) fn singles(cells: &Cells) -> Vec<Vec<u32>> {
    (0..cells.len()).map(|cell| single(cells, cell as u8)).collect()
}

/// Returns the fewest generalized moves of a single atom to a cell, from every cell.
///
/// In a generalized move an atom may stop anywhere on a free line. Every slide is one, and each can
/// be reversed by one, so the distances hold in both directions.
fn single(cells: &Cells, to: u8) -> Vec<u32> {
    let mut distances = vec![NEVER; cells.len()];
    distances[usize::from(to)] = 0;
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        let next = distances[usize::from(at)] + 1;
        for direction in 0..4 {
            cells.line(
                at,
                direction,
                |_| false,
                |cell| {
                    let distance = &mut distances[usize::from(cell)];
                    if *distance == NEVER {
                        *distance = next;
                        queue.push_back(cell);
                    }
                },
            );
        }
    }
    distances
}

/// Returns the fewest generalized moves that bring some atoms to as many cells, the first to the
/// first, if they neither share a cell nor pass through each other; indexed by their cells, those
/// of the first one varying slowest.
pub(super) fn together<const N: usize>(cells: &Cells, to: [u8; N]) -> Vec<u32> {
    let place =
        |at: &[u8; N]| at.iter().fold(0, |place, &cell| place * cells.len() + usize::from(cell));
    let mut distances = vec![NEVER; cells.len().pow(N as u32)];
    distances[place(&to)] = 0;
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        let next = distances[place(&at)] + 1;
        for mover in 0..N {
            for direction in 0..4 {
                cells.line(
                    at[mover],
                    direction,
                    |cell| at.contains(&cell),
                    |cell| {
                        let mut moved = at;
                        moved[mover] = cell;
                        let distance = &mut distances[place(&moved)];
                        if *distance == NEVER {
                            *distance = next;
                            queue.push_back(moved);
                        }
                    },
                );
            }
        }
    }
    distances
}
