//! The contract between a lower bound and the searches.

use fewest_rules::tiles::{Cell, Direction, Size, Tile};
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
    /// The way that the blank goes.
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

/// A lower bound on the moves to one target position, kept up to date along a path.
pub trait Heuristic: Sync {
    /// What is carried from position to position.
    type Value: Copy + Send + Sync;
    /// What is known of a slide while it is looked at.
    type Step: Copy + Default + Send;

    /// The value of a position given by its cells.
    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value;

    /// Begins to look at a slide: what is to be read from large tables is on its way afterwards,
    /// so that it takes no time to wait for if something else is done in between.
    ///
    /// `tile_at` gives the position *before* the slide.
    fn begin(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
    ) -> Self::Step;

    /// Finishes the looks at a slide: whether the bound after it is at most `room`. If so the
    /// value is put into `after`, or else anything.
    fn finish(
        &self,
        before: &Self::Value,
        slide: Slide,
        step: &Self::Step,
        room: Depth,
        after: &mut Self::Value,
    ) -> bool;

    /// The value after a slide, or `None` if its bound exceeds `room`.
    ///
    /// `tile_at` gives the position *before* the slide.
    fn after(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
        room: Depth,
    ) -> Option<Self::Value> {
        let step = self.begin(value, slide, tile_at);
        let mut after = *value;
        self.finish(value, slide, &step, room, &mut after).then_some(after)
    }

    /// The lower bound.
    fn bound(&self, value: &Self::Value) -> Depth;

    /// How far the target seems, in any unit: where the order is free, positions that seem closer
    /// are searched first. Nothing is excluded by it.
    fn seems(&self, value: &Self::Value) -> u32 {
        self.bound(value).0.into()
    }
}
