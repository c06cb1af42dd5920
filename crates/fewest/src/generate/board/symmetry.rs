//! Symmetric boards.

use super::{Cell, Floor};

/// Replaces the right half of a board by an image of the left one: mirrored, or after half a turn.
pub(super) fn complete(floor: &mut Floor, is_turned: bool) {
    let (rows, columns) = floor.size;
    let image =
        |(row, column): Cell| (if is_turned { rows - 1 - row } else { row }, columns - 1 - column);
    // In the middle column of a half turn, the upper half is the original.
    let is_original = |cell: &Cell| {
        let (row, column) = *cell;
        2 * column + 1 < columns || (2 * column + 1 == columns && (!is_turned || 2 * row < rows))
    };
    floor.cells.retain(is_original);
    let images: Vec<_> = floor.cells.iter().map(|&cell| image(cell)).collect();
    floor.cells.extend(images);
}
