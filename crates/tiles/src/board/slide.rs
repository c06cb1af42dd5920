//! The slide of a tile.

use fewest_rules::tiles::{Cell, Direction, Size, Tile};

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
    /// Returns the slide of a tile from a cell to a neighbouring one.
    ///
    /// # Panics
    /// If the cells are not neighbours.
    pub fn new(size: Size, tile: Tile, from: Cell, to: Cell) -> Self {
        let leads_there = |direction: &Direction| size.neighbour(to, *direction) == Some(from);
        let direction = Direction::ALL.into_iter().find(leads_there);
        Self { tile, from, to, direction: direction.expect("a tile slides to a cell beside it") }
    }
}
