//! Boards with corridors in loops, some of them wider in places.

use super::{Cell, Floor};
use fastrand::Rng;
use std::collections::BTreeSet;

/// Digs corridors between the crossings of a grid: a maze by depth-first search, whose dead ends
/// are then opened, and some squares with room for molecules.
pub(super) fn dig(random: &mut Rng, size: (usize, usize)) -> Floor {
    let mut floor = Floor { cells: BTreeSet::new(), size };
    let crossings = |side: usize| (1..side - 1).step_by(2);
    let all: Vec<Cell> = crossings(size.0)
        .flat_map(|row| crossings(size.1).map(move |column| (row, column)))
        .collect();
    let Some(&first) = random.choice(&all) else { return floor };
    let mut path = vec![first];
    floor.cells.insert(first);
    while let Some(&at) = path.last() {
        let unseen = neighbours(at, size).filter(|(_, next)| !floor.cells.contains(next));
        match random.choice(unseen.collect::<Vec<_>>()) {
            Some((between, next)) => {
                floor.cells.extend([between, next]);
                path.push(next);
            }
            None => {
                path.pop();
            }
        }
    }
    for &at in &all {
        let is_open = |floor: &Floor, between: &Cell| floor.cells.contains(between);
        let ways = neighbours(at, size).filter(|(between, _)| is_open(&floor, between)).count();
        if ways < 2 || random.u8(0..5) == 0 {
            let closed = neighbours(at, size).filter(|(between, _)| !is_open(&floor, between));
            let opened = random.choice(closed.collect::<Vec<_>>());
            floor.cells.extend(opened.map(|(between, _)| between));
        }
    }
    for _ in 0..random.usize(1..=3) {
        let Some(&(row, column)) = random.choice(&all) else { break };
        let (height, width) = (random.usize(2..=3), random.usize(2..=4));
        let square =
            (row..row + height).flat_map(|row| (column..column + width).map(move |c| (row, c)));
        floor.cells.extend(square.filter(|&(row, column)| row + 1 < size.0 && column + 1 < size.1));
    }
    floor
}

/// The neighbours of a crossing, each with the cell between.
fn neighbours((row, column): Cell, size: (usize, usize)) -> impl Iterator<Item = (Cell, Cell)> {
    let down = (row + 3 < size.0).then_some(((row + 1, column), (row + 2, column)));
    let right = (column + 3 < size.1).then_some(((row, column + 1), (row, column + 2)));
    let up = (row > 2).then(|| ((row - 1, column), (row - 2, column)));
    let left = (column > 2).then(|| ((row, column - 1), (row, column - 2)));
    [up, down, left, right].into_iter().flatten()
}
