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

/// The most moves that are looked at together.
pub const MANY: usize = 128;

/// A lower bound on the moves to one target position, kept up to date along a path.
///
/// It is the largest of one or several *looks*. A search looks once at many positions, then
/// again only at those that the first look leaves, and so on: looks into large tables then wait
/// for memory side by side rather than one after the other.
pub trait Heuristic: Sync {
    /// What is carried from position to position.
    type Value: Copy + Send + Sync;
    /// What one look changes.
    type Step: Copy + Default + Send;
    /// How many looks there are.
    const LOOKS: usize = 1;

    /// The value of a position given by its cells.
    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value;

    /// What a look says after a slide: the change, and the bound.
    ///
    /// `tile_at` gives the position *before* the slide. Looks before this one may have entered
    /// their steps already.
    fn look(
        &self,
        look: usize,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
    ) -> (Self::Step, u16);

    /// Looks at many moves one way: what [`Heuristic::look`] says of each, in order.
    ///
    /// Each move comes with the value and the position before it.
    ///
    /// # Panics
    /// If there are more than [`MANY`] moves, or more than there is room for in `found`.
    #[inline(always)]
    fn look_at_many<'a>(
        &self,
        look: usize,
        moves: impl ExactSizeIterator<Item = (&'a Self::Value, Slide, impl Fn(Cell) -> Tile)>,
        found: &mut [(Self::Step, u16)],
    ) where
        Self::Value: 'a,
    {
        for (found, (value, slide, tile_at)) in found.iter_mut().zip(moves) {
            *found = self.look(look, value, slide, tile_at);
        }
    }

    /// Changes a value as a look after a slide says.
    fn enter(&self, look: usize, value: &mut Self::Value, slide: Slide, step: Self::Step);

    /// The lower bound.
    fn bound(&self, value: &Self::Value) -> Depth;

    /// The value after a slide, or `None` if its bound exceeds `room`.
    ///
    /// `tile_at` gives the position before the slide.
    fn after(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
        room: Depth,
    ) -> Option<Self::Value> {
        let mut after = *value;
        for look in 0..Self::LOOKS {
            let (step, bound) = self.look(look, &after, slide, &tile_at);
            if bound > room.0 {
                return None;
            }
            self.enter(look, &mut after, slide, step);
        }
        Some(after)
    }
}
