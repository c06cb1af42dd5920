//! The slide of a tile.

use fewest_rules::tiles::{Cell, Direction, Tile};

/// A move of a tile into the blank next to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// The tile.
    pub tile: Tile,
    /// The tile's cell before the slide, the blank's after it.
    pub from: Cell,
    /// The blank's cell before the slide, the tile's after it.
    pub to: Cell,
    /// The direction in which the blank moves.
    pub direction: Direction,
}

impl Slide {
    /// Returns the slide of a tile from a cell to one beside it.
    #[inline]
    pub fn new(tile: Tile, from: Cell, to: Cell) -> Self {
        // No side is shorter than two cells, so a step of one cell lies within a row.
        let direction = match (from.0.abs_diff(to.0), to < from) {
            (1, true) => Direction::East,
            (1, false) => Direction::West,
            (_, true) => Direction::South,
            (_, false) => Direction::North,
        };
        Self { tile, from, to, direction }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::tiles::Size;

    #[test]
    fn cells_tell_the_direction_of_a_slide() {
        for size in Size::all() {
            for (to, way) in size.all_cells().flat_map(|to| Direction::ALL.map(|way| (to, way))) {
                let slide = size.neighbour(to, way).map(|from| Slide::new(Tile(1), from, to));
                assert!(slide.is_none_or(|slide| slide.direction == way), "{size}");
            }
        }
    }
}
