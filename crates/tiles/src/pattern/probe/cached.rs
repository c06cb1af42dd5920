//! Probes through a cache that is indexed by the cells of the tiles.

use super::cache::ProbeCache;
use super::strategy::{Placed, Probe};
use super::unrolled::UnrolledDatabases;
use crate::board::Slide;
use crate::pattern::build::Table;
use crate::pattern::layout::{Partition, Pattern};
use fewest_rules::tiles::{Cell, Direction, Size};
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// Probes a cache of the tables: it takes more memory than the tables, but half the time.
#[derive(Debug)]
pub struct CachedProbe<const PATTERNS: usize, const SIDES: usize> {
    cache: ProbeCache,
    /// What a slide of a tile adds to the index of its pattern's entry, by the direction of the
    /// blank and the side.
    steps: [[[u32; SIDES]; Direction::ALL.len()]; Pattern::MAX_CELLS],
    /// The image of a cell on the board turned for a pattern.
    images: [[[Cell; PATTERNS]; SIDES]; Pattern::MAX_CELLS],
    /// The index of the entry with all tiles in the first cell.
    first: [[u32; PATTERNS]; SIDES],
}

impl<const PATTERNS: usize, const SIDES: usize> CachedProbe<PATTERNS, SIDES> {
    /// Does the same as [`UnrolledDatabases::new`], with a cache of the tables in the room
    /// [reserved](ProbeCache::reserve) for it.
    ///
    /// # Panics
    /// As [`UnrolledDatabases::new`], and if the room is of other tables.
    pub fn databases(
        partitions: &[Partition],
        tables: Vec<Arc<Table>>,
        room: Vec<AtomicU8>,
    ) -> UnrolledDatabases<PATTERNS, SIDES, Self> {
        UnrolledDatabases::probed_by(partitions, tables, |size, placed, tables| {
            Self::new(size, placed, tables, room)
        })
    }

    fn new(
        size: Size,
        placed: &[Vec<Placed>],
        tables: Vec<Arc<Table>>,
        room: Vec<AtomicU8>,
    ) -> Self {
        let mut probe = Self {
            cache: ProbeCache::new(size, tables, room),
            steps: [[[0; SIDES]; Direction::ALL.len()]; Pattern::MAX_CELLS],
            images: [[[Cell(0); PATTERNS]; SIDES]; Pattern::MAX_CELLS],
            first: [[0; PATTERNS]; SIDES],
        };
        let Self { cache, steps, images, first } = &mut probe;
        for (side, placed) in placed.iter().enumerate() {
            for (number, Placed { table, symmetry, tiles }) in placed.iter().enumerate() {
                first[side][number] = cache.first(table.pattern());
                for cell in size.all_cells() {
                    images[cell.index()][side][number] = symmetry.image(cell);
                }
                let mut weight = 1;
                for tile in tiles {
                    let at = |cell| weight * u32::from(symmetry.image(cell).0);
                    // The images of two cells beside each other are as far apart as those of any
                    // two.
                    for direction in Direction::ALL {
                        let step = |(to, from)| u32::wrapping_sub(at(to), at(from));
                        steps[tile.index()][direction.index()][side] =
                            pair(size, direction).map_or(0, step);
                    }
                    weight *= size.cells() as u32;
                }
            }
        }
        probe
    }
}

/// Two cells, the second one the first one's neighbour in a direction.
fn pair(size: Size, direction: Direction) -> Option<(Cell, Cell)> {
    size.all_cells().find_map(|to| Some((to, size.neighbour(to, direction)?)))
}

/// A placement is the index of its entry.
impl<const PATTERNS: usize, const SIDES: usize> Probe for CachedProbe<PATTERNS, SIDES> {
    type Placement = u32;
    type Pending = u32;

    fn placement(&self, side: usize, pattern: usize, cells: &[Cell]) -> u32 {
        self.first[side][pattern] + self.cache.index(cells)
    }

    #[inline(always)]
    fn begin(&self, side: usize, _: usize, before: u32, slide: Slide) -> u32 {
        let steps = &self.steps[slide.tile.index()][slide.direction.index()];
        let after = before.wrapping_add(steps[side]);
        self.cache.prefetch(after);
        after
    }

    #[inline(always)]
    fn bit(&self, side: usize, pattern: usize, after: u32, slide: Slide) -> u32 {
        self.cache.bit(after, self.images[slide.from.index()][side][pattern])
    }

    #[inline(always)]
    fn after(after: u32) -> u32 {
        after
    }
}
