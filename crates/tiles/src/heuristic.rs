//! The contract between a lower bound and the searches.

use fewest_rules::tiles::{Cell, Tile};
use fewest_search::Depth;

/// A tile going into the blank beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// The tile.
    pub tile: Tile,
    /// Where it was.
    pub from: Cell,
    /// Where the blank was.
    pub to: Cell,
}

/// A lower bound on the moves to one target position, kept up to date along a path.
pub trait Heuristic: Sync {
    /// What is carried from position to position.
    type Value: Copy + Send + Sync;

    /// The value of a position given by its cells.
    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value;

    /// The value after a slide, or `None` if its bound exceeds `room`.
    ///
    /// `tile_at` gives the position *before* the slide.
    fn after(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
        room: Depth,
    ) -> Option<Self::Value>;

    /// The lower bound.
    fn bound(&self, value: &Self::Value) -> Depth;
}

/// The value if its bound is within `room`.
#[inline]
pub(crate) fn within<V>(value: V, bound: u16, room: Depth) -> Option<V> {
    (bound <= room.0).then_some(value)
}
