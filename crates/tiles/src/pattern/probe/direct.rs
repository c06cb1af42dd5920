//! Probes of the tables as they are stored, with one bit per state.

use super::strategy::{Placed, Probe};
use crate::board::Slide;
use crate::pattern::build::{BitIndex, Table};
use crate::pattern::layout::{Arrangement, Passage, Pattern, Symmetry};
use fewest_rules::tiles::{Cell, Direction, Size};
use std::sync::Arc;

/// Probes the tables themselves. A side with fewer than `PATTERNS` patterns repeats its last one.
#[derive(Debug, Clone)]
pub struct DirectProbe<const PATTERNS: usize, const SIDES: usize>([[Lookup; PATTERNS]; SIDES]);

/// A pattern.
#[derive(Debug, Clone)]
struct Lookup {
    table: Arc<Table>,
    symmetry: Symmetry,
    /// Slides on the turned board, by the cell that a tile goes to and the direction of the blank.
    slides: [[Passage; Direction::ALL.len()]; Pattern::MAX_CELLS],
}

impl<const PATTERNS: usize, const SIDES: usize> DirectProbe<PATTERNS, SIDES> {
    pub(super) fn new(size: Size, placed: &[Vec<Placed>]) -> Self {
        let lookup = |Placed { table, symmetry, .. }: &Placed| {
            let slides = turned(size, *symmetry);
            Lookup { table: table.clone(), symmetry: *symmetry, slides }
        };
        let side = |placed: &[Placed]| {
            std::array::from_fn(|pattern| lookup(&placed[pattern.min(placed.len() - 1)]))
        };
        Self(std::array::from_fn(|number| side(&placed[number])))
    }
}

/// All slides on the turned board.
fn turned(size: Size, symmetry: Symmetry) -> [[Passage; Direction::ALL.len()]; Pattern::MAX_CELLS] {
    let mut slides = [[Passage::NONE; Direction::ALL.len()]; Pattern::MAX_CELLS];
    for (to, direction) in
        size.all_cells().flat_map(|to| Direction::ALL.map(|direction| (to, direction)))
    {
        if let Some(from) = size.neighbour(to, direction) {
            let passage = Passage::new(symmetry.image(from), symmetry.image(to));
            slides[to.index()][direction.index()] = passage;
        }
    }
    slides
}

impl<const PATTERNS: usize, const SIDES: usize> Probe for DirectProbe<PATTERNS, SIDES> {
    type Placement = Arrangement;
    type Pending = (Arrangement, BitIndex);

    fn placement(&self, _: usize, _: usize, cells: &[Cell]) -> Arrangement {
        Arrangement::new(cells)
    }

    #[inline(always)]
    fn begin(
        &self,
        side: usize,
        pattern: usize,
        before: Arrangement,
        slide: Slide,
    ) -> (Arrangement, BitIndex) {
        let Lookup { table, symmetry, slides } = &self.0[side][pattern];
        let after = before.slide(slides[slide.to.index()][slide.direction.index()]);
        let at = table.locate(after, symmetry.image(slide.from));
        table.prefetch(at);
        (after, at)
    }

    #[inline(always)]
    fn bit(&self, side: usize, pattern: usize, (_, at): (Arrangement, BitIndex), _: Slide) -> u32 {
        self.0[side][pattern].table.bit(at)
    }

    #[inline(always)]
    fn after((after, _): (Arrangement, BitIndex)) -> Arrangement {
        after
    }
}
