//! Looks at tables as they are stored, one bit a state.

use super::arrangement::{Arrangement, Passage};
use super::databases::{Looks, Placed};
use super::symmetry::Symmetry;
use super::table::{BitIndex, Table};
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Direction, Size};
use std::sync::Arc;

/// Partitions whose tables are looked at as they are stored.
#[derive(Debug, Clone)]
pub struct Compact<const PATTERNS: usize, const SIDES: usize>([Side<PATTERNS>; SIDES]);

/// A partition.
#[derive(Debug, Clone)]
struct Side<const PATTERNS: usize> {
    /// The column of each tile in its pattern.
    columns: [u8; Size::MAX_CELLS],
    /// Where there are fewer than `PATTERNS` the last one again.
    lookups: [Lookup; PATTERNS],
}

/// A pattern.
#[derive(Debug, Clone)]
struct Lookup {
    table: Arc<Table>,
    symmetry: Symmetry,
    /// Slides on the turned board, by the cell that a tile goes to and the way of the blank.
    slides: [[Passage; Direction::ALL.len()]; Size::MAX_CELLS],
}

impl<const PATTERNS: usize, const SIDES: usize> Compact<PATTERNS, SIDES> {
    pub(super) fn new(size: Size, placed: &[Vec<Placed>; SIDES]) -> Self {
        Self(std::array::from_fn(|side| Side::new(size, &placed[side])))
    }
}

impl<const PATTERNS: usize> Side<PATTERNS> {
    fn new(size: Size, placed: &[Placed]) -> Self {
        let mut columns = [0; Size::MAX_CELLS];
        for Placed { table, tiles, .. } in placed {
            for (within, tile) in tiles.iter().enumerate() {
                columns[tile.index()] = table.column(within) as u8;
            }
        }
        let lookups = std::array::from_fn(|pattern| {
            let Placed { table, symmetry, .. } = &placed[pattern.min(placed.len() - 1)];
            let slides = turned(size, *symmetry);
            Lookup { table: table.clone(), symmetry: *symmetry, slides }
        });
        Self { columns, lookups }
    }
}

/// All slides on the turned board.
fn turned(size: Size, symmetry: Symmetry) -> [[Passage; Direction::ALL.len()]; Size::MAX_CELLS] {
    let mut slides = [[Passage::NONE; Direction::ALL.len()]; Size::MAX_CELLS];
    for (to, direction) in size.all_cells().flat_map(|to| Direction::ALL.map(|way| (to, way))) {
        if let Some(from) = size.neighbour(to, direction) {
            let passage = Passage::new(symmetry.image(from), symmetry.image(to));
            slides[to.index()][direction.index()] = passage;
        }
    }
    slides
}

impl<const PATTERNS: usize, const SIDES: usize> Looks for Compact<PATTERNS, SIDES> {
    type Word = Arrangement;
    type Look = (Arrangement, BitIndex);

    fn word(&self, side: usize, pattern: usize, places: &[Cell]) -> Arrangement {
        self.0[side].lookups[pattern].table.arrangement(places)
    }

    #[inline(always)]
    fn begin(
        &self,
        side: usize,
        pattern: usize,
        word: Arrangement,
        slide: Slide,
    ) -> (Arrangement, BitIndex) {
        let Side { columns, lookups } = &self.0[side];
        let Lookup { table, symmetry, slides } = &lookups[pattern];
        let column = columns[slide.tile.index()];
        let passage = slides[slide.to.index()][slide.direction.index()];
        let after = table.slide(word, column.into(), passage);
        let at = table.locate(after, symmetry.image(slide.from));
        table.prefetch(at);
        (after, at)
    }

    #[inline(always)]
    fn bit(&self, side: usize, pattern: usize, (_, at): (Arrangement, BitIndex), _: Slide) -> u32 {
        self.0[side].lookups[pattern].table.bit(at)
    }

    #[inline(always)]
    fn after((word, _): (Arrangement, BitIndex)) -> Arrangement {
        word
    }
}
