//! The slide of a tile.

use fewest_rules::tiles::{Cell, Direction, Size, Tile};

/// A tile going into the blank beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// The tile.
    pub tile: Tile,
    /// The tile's cell before, the blank's after.
    pub from: Cell,
    /// The blank's cell before, the tile's after.
    pub to: Cell,
    /// The direction in which the blank moves.
    pub direction: Direction,
}

impl Slide {
    /// The slide of a tile from a cell to one beside it.
    ///
    /// # Panics
    /// If the cells are not beside each other.
    pub fn new(size: Size, tile: Tile, from: Cell, to: Cell) -> Self {
        let leads_there = |direction: &Direction| size.neighbour(to, *direction) == Some(from);
        let direction = Direction::ALL.into_iter().find(leads_there);
        Self { tile, from, to, direction: direction.expect("a tile slides to a cell beside it") }
    }
}
