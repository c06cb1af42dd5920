//! What looking up the distances of patterns takes.

use super::symmetry::Symmetry;
use super::table::Table;
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Tile};
use std::sync::Arc;

/// A pattern of a partition.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub table: Arc<Table>,
    /// How the board is to be turned for the table.
    pub symmetry: Symmetry,
    /// The tiles in the order that the table has them.
    pub tiles: Vec<Tile>,
}

/// A way to look up the distances of some partitions' patterns. A pattern is known by its side
/// and its number there.
pub trait Looks: Sync {
    /// Where the tiles of a pattern are.
    type Word: Copy + Default + Send + Sync;
    /// Where they are after a slide, and where something is read about it.
    type Look: Copy + Default + Send;

    /// The word of a pattern with its tiles in some cells of the board as the table has it turned.
    fn word(&self, side: usize, pattern: usize, places: &[Cell]) -> Self::Word;

    /// Begins to look at a slide of a tile of the pattern: what is to be read is fetched.
    fn begin(&self, side: usize, pattern: usize, word: Self::Word, slide: Slide) -> Self::Look;

    /// The second lowest bit of the distance after the slide.
    fn bit(&self, side: usize, pattern: usize, look: Self::Look, slide: Slide) -> u32;

    /// The word after the slide.
    fn after(look: Self::Look) -> Self::Word;
}
