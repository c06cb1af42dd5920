//! Looks at tables that are remembered by the cells of the tiles.

use super::databases::PatternDatabases;
use super::looks::{Looks, Placed};
use super::partition::Partition;
use super::placements::Placements;
use super::shape::Pattern;
use super::table::Table;
use crate::heuristic::Slide;
use fewest_rules::tiles::{Cell, Direction, Size};
use std::sync::Arc;

/// Partitions whose looks are remembered: in more memory than the tables take, but found in half
/// the time.
#[derive(Debug)]
pub struct Remembered<const PATTERNS: usize, const SIDES: usize> {
    placements: Placements,
    /// What a slide of a tile adds to the number of its pattern's entry, by the way that the blank
    /// goes, for each side.
    steps: [[[u32; SIDES]; Direction::ALL.len()]; Size::MAX_CELLS],
    /// Where a cell is on the board as a pattern has it turned.
    images: [[[Cell; PATTERNS]; SIDES]; Size::MAX_CELLS],
    /// What the number of the entry with all tiles in the first cell is.
    first: [[u32; PATTERNS]; SIDES],
}

impl<const PATTERNS: usize, const SIDES: usize>
    PatternDatabases<PATTERNS, SIDES, Remembered<PATTERNS, SIDES>>
{
    /// As [`PatternDatabases::new`], and looks are remembered.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// As [`PatternDatabases::new`], and if [`Remembered::bytes`] are none.
    pub fn remembering<E>(
        partitions: [Partition; SIDES],
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        Self::looking(partitions, source, Remembered::new)
    }
}

impl<const PATTERNS: usize, const SIDES: usize> Remembered<PATTERNS, SIDES> {
    /// What the looks at the partitions' tables take at most, beside the tables, or `None` if
    /// they are too many.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(partitions: &[Partition; SIDES]) -> Option<u64> {
        Placements::bytes(&Partition::tables_of(partitions))
    }

    fn new(size: Size, placed: &[Vec<Placed>; SIDES], tables: Vec<Arc<Table>>) -> Self {
        let mut remembered = Self {
            placements: Placements::new(size, tables),
            steps: [[[0; SIDES]; Direction::ALL.len()]; Size::MAX_CELLS],
            images: [[[Cell(0); PATTERNS]; SIDES]; Size::MAX_CELLS],
            first: [[0; PATTERNS]; SIDES],
        };
        let Self { placements, steps, images, first } = &mut remembered;
        for (side, placed) in placed.iter().enumerate() {
            for (number, Placed { table, symmetry, tiles }) in placed.iter().enumerate() {
                first[side][number] = placements.first(table.pattern());
                for cell in size.all_cells() {
                    images[cell.index()][side][number] = symmetry.image(cell);
                }
                let mut weight = 1;
                for tile in tiles {
                    let at = |cell| weight * u32::from(symmetry.image(cell).0);
                    // The images of two cells beside each other are as far apart as those of any
                    // two.
                    for way in Direction::ALL {
                        let step = |(to, from)| u32::wrapping_sub(at(to), at(from));
                        steps[tile.index()][way.index()][side] = pair(size, way).map_or(0, step);
                    }
                    weight *= size.cells() as u32;
                }
            }
        }
        remembered
    }
}

/// Two cells, the second one the way of the blank from the first.
fn pair(size: Size, way: Direction) -> Option<(Cell, Cell)> {
    size.all_cells().find_map(|to| Some((to, size.neighbour(to, way)?)))
}

/// A word is the number of an entry.
impl<const PATTERNS: usize, const SIDES: usize> Looks for Remembered<PATTERNS, SIDES> {
    type Word = u32;
    type Look = u32;

    fn word(&self, side: usize, pattern: usize, places: &[Cell]) -> u32 {
        self.first[side][pattern] + self.placements.number(places)
    }

    #[inline(always)]
    fn begin(&self, side: usize, _: usize, word: u32, slide: Slide) -> u32 {
        let steps = &self.steps[slide.tile.index()][slide.direction.index()];
        let after = word.wrapping_add(steps[side]);
        self.placements.prefetch(after);
        after
    }

    #[inline(always)]
    fn bit(&self, side: usize, pattern: usize, after: u32, slide: Slide) -> u32 {
        self.placements.bit(after, self.images[slide.from.index()][side][pattern])
    }

    #[inline(always)]
    fn after(after: u32) -> u32 {
        after
    }
}
