//! Rooms with doors between.

use super::{Cell, Floor};
use fastrand::Rng;

/// The least rows or columns of a room.
const LEAST: usize = 2;

/// Divides a hall into rooms by walls with one or two doors each, again and again.
pub(super) fn divide(random: &mut Rng, floor: &mut Floor) {
    let (rows, columns) = floor.size;
    let mut halls = vec![((1, rows - 2), (1, columns - 2))];
    while let Some((down, across)) = halls.pop() {
        let (height, width) = (down.1 - down.0 + 1, across.1 - across.0 + 1);
        let is_small = height * width < 16 || height.max(width) < 2 * LEAST + 1;
        if is_small || (height * width < 30 && random.u8(0..3) == 0) {
            continue;
        }
        // The wall goes across the longer side, and does not end at a door.
        let is_upright = width >= height;
        let (along, through) = if is_upright { (down, across) } else { (across, down) };
        let cell = |at, wall| -> Cell { if is_upright { (at, wall) } else { (wall, at) } };
        let is_door = |at, wall| floor.cells.contains(&cell(at, wall));
        let walls = through.0 + LEAST..=through.1 - LEAST;
        let walls =
            walls.filter(|&wall| !is_door(along.0 - 1, wall) && !is_door(along.1 + 1, wall));
        let Some(wall) = random.choice(walls.collect::<Vec<_>>()) else { continue };
        let doors = [(); 2].map(|()| random.usize(along.0..=along.1));
        let door_count = 1 + usize::from(along.1 - along.0 > 4 && random.bool());
        for at in along.0..=along.1 {
            if !doors[..door_count].contains(&at) {
                floor.cells.remove(&cell(at, wall));
            }
        }
        let halves = [(through.0, wall - 1), (wall + 1, through.1)];
        halls.extend(halves.map(|half| if is_upright { (down, half) } else { (half, across) }));
    }
}
