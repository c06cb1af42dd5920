//! Distances in generalized moves, of one atom and of two that are in each other's way.

use super::Cells;
use std::collections::VecDeque;

/// So many moves that no way is as long: it cannot be reached at all.
pub(super) const NEVER: u32 = u32::MAX;

/// The fewest generalized moves of an atom alone to a cell, from every cell.
///
/// In a generalized move an atom stops where it likes on a free line. Every slide is one, and every
/// one can be taken back by one, so the distances hold in both directions.
pub(super) fn single(cells: &Cells, to: u8) -> Vec<u32> {
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

/// The fewest generalized moves that bring two atoms to two cells, the first to the first, if they
/// neither share a cell nor pass through each other: by the cells of the first and of the second.
pub(super) fn double(cells: &Cells, to: [u8; 2]) -> Vec<u32> {
    let place = |[first, second]: [u8; 2]| usize::from(first) * cells.len() + usize::from(second);
    let mut distances = vec![NEVER; cells.len() * cells.len()];
    distances[place(to)] = 0;
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        let next = distances[place(at)] + 1;
        for mover in 0..2 {
            let other = at[1 - mover];
            for direction in 0..4 {
                cells.line(
                    at[mover],
                    direction,
                    |cell| cell == other,
                    |cell| {
                        let mut moved = at;
                        moved[mover] = cell;
                        let distance = &mut distances[place(moved)];
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
