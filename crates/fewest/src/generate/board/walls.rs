//! Walls in an open hall.

use super::Floor;
use fastrand::Rng;

/// Single blocks and short bars anywhere, a twelfth to a quarter of the hall.
pub(super) fn scatter(random: &mut Rng, floor: &mut Floor) {
    let walls = floor.cells.len() * random.usize(4..=12) / 100;
    for _ in 0..walls {
        let (mut row, mut column) = place(random, floor);
        let is_upright = random.bool();
        for _ in 0..random.usize(1..=3) {
            floor.cells.remove(&(row, column));
            if is_upright { row += 1 } else { column += 1 }
        }
    }
}

/// Single blocks, none beside another, and some at the outer wall.
pub(super) fn pillars(random: &mut Rng, floor: &mut Floor) {
    let pillars = floor.cells.len() * random.usize(8..=16) / 100;
    for _ in 0..pillars {
        let (row, column) = place(random, floor);
        let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let is_inside =
            row > 1 && column > 1 && row + 2 < floor.size.0 && column + 2 < floor.size.1;
        let stands_alone = around.iter().all(|cell| floor.cells.contains(cell));
        if stands_alone || (!is_inside && random.u8(0..3) == 0) {
            floor.cells.remove(&(row, column));
        }
    }
}

/// Cuts off the corners of the hall, all four alike.
pub(super) fn cut_corners(random: &mut Rng, floor: &mut Floor) {
    let (rows, columns) = floor.size;
    let cut = random.usize(0..=rows.min(columns) / 3);
    floor
        .cells
        .retain(|&(row, column)| row.min(rows - 1 - row) + column.min(columns - 1 - column) > cut);
}

fn place(random: &mut Rng, floor: &Floor) -> (usize, usize) {
    (random.usize(1..floor.size.0 - 1), random.usize(1..floor.size.1 - 1))
}
