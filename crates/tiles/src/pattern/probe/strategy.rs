//! Strategies for probing tables.

use crate::board::Slide;
use crate::pattern::build::Table;
use crate::pattern::layout::Symmetry;
use fewest_rules::tiles::{Cell, Tile};
use std::sync::Arc;

/// A pattern of a partition, with its table.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub table: Arc<Table>,
    /// How the board is turned for the table.
    pub symmetry: Symmetry,
    /// The tiles in the order in which the table has them.
    pub tiles: Vec<Tile>,
}

/// A strategy for probing the tables of several partitions. A pattern is given by its partition's
/// number, the *side*, and its own number there.
pub trait Probe: Sync {
    /// The cells of a pattern's tiles.
    type Placement: Copy + Default + Send + Sync;
    /// A pending probe.
    type Pending: Copy + Default + Send;

    /// Returns the placement of a pattern whose tiles are in some cells of the turned board.
    fn placement(&self, side: usize, pattern: usize, cells: &[Cell]) -> Self::Placement;

    /// Begins a probe for the placement after a slide of one of the pattern's tiles, and prefetches
    /// the data to be read.
    fn begin(
        &self,
        side: usize,
        pattern: usize,
        before: Self::Placement,
        slide: Slide,
    ) -> Self::Pending;

    /// Returns the second lowest bit of the distance after the slide.
    fn bit(&self, side: usize, pattern: usize, pending: Self::Pending, slide: Slide) -> u32;

    /// Returns the placement after the slide.
    fn after(pending: Self::Pending) -> Self::Placement;
}
