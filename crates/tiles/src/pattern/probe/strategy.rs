//! Strategies for probing tables.

use crate::board::Slide;
use crate::pattern::build::Table;
use crate::pattern::layout::{Arrangement, Partition, Passage, Pattern, Placing, Symmetry};
use fewest_rules::tiles::{Cell, Size, Tile};
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

/// The board of some partitions, and the patterns of each with their tables.
///
/// # Panics
/// If there is no partition, if they are not of one solved board, or if a table is missing.
pub(super) fn placed(partitions: &[Partition], tables: &[Arc<Table>]) -> (Size, Vec<Vec<Placed>>) {
    let target = partitions[0].target();
    let place = |Placing { pattern, symmetry, tiles }| {
        let table = tables.iter().find(|table| *table.pattern() == pattern);
        let table = table.expect("the tables of all patterns are there").clone();
        Placed { table, symmetry, tiles }
    };
    let side = |partition: &Partition| {
        assert_eq!(partition.target(), target, "partitions of one solved board");
        partition.placings().into_iter().map(place).collect()
    };
    (target.size(), partitions.iter().map(side).collect())
}

/// The cell of each tile.
pub(super) type CellOf = [Cell; Pattern::MAX_CELLS];

pub(super) fn cell_of(size: Size, tile_at: impl Fn(Cell) -> Tile) -> CellOf {
    let mut cell_of = [Cell(0); Pattern::MAX_CELLS];
    size.all_cells().for_each(|cell| cell_of[tile_at(cell).index()] = cell);
    cell_of
}

impl Placed {
    /// The cells of the pattern's tiles on the turned board.
    pub fn cells(&self, cell_of: &CellOf) -> Vec<Cell> {
        let image = |tile: &Tile| self.symmetry.image(cell_of[tile.index()]);
        self.tiles.iter().map(image).collect()
    }

    /// The distance of the pattern.
    pub fn distance(&self, cell_of: &CellOf) -> u16 {
        let blank = self.symmetry.image(cell_of[Tile::BLANK.index()]);
        // A table that was altered on purpose may have no distance. None is below zero.
        self.table.distance(&self.cells(cell_of), blank).unwrap_or(0)
    }

    /// Whether a slide of one of the pattern's tiles brings it closer. The cells are those before.
    pub fn is_closer(&self, slide: Slide, cell_of: &CellOf) -> bool {
        let Self { table, symmetry, tiles } = self;
        let mut cells = [Cell(0); Pattern::LARGEST];
        for (cell, tile) in cells.iter_mut().zip(tiles) {
            *cell = symmetry.image(cell_of[tile.index()]);
        }
        let before = Arrangement::new(&cells[..tiles.len()]);
        let [from, to] = [slide.from, slide.to].map(|cell| symmetry.image(cell));
        let after = before.slide(Passage::new(from, to));
        table.is_closer((before, to), (after, from))
    }
}

/// A strategy for probing the tables of several partitions. A pattern is given by its partition's
/// number, the *side*, and its own number there.
pub trait Probe: Sync {
    /// The cells of a pattern's tiles.
    type Placement: Copy + Default + Send + Sync + 'static;
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
