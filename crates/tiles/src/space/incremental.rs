//! The heuristics of this crate for the engines of `fewest_search`.

use super::graph::{Graph, State};
use crate::board::Slide;
use crate::heuristics;
use fewest_rules::tiles::{Cell, Direction, Tile};
use fewest_search::Depth;
use fewest_search::problem::{Consistent, Heuristic};

/// A heuristic of this crate on the [`Graph`], updated move by move.
#[derive(Debug, Clone, Copy)]
pub struct Incremental<'a, H>(pub &'a H);

impl<H: Consistent> Consistent for Incremental<'_, H> {}

impl<H: heuristics::SlideHeuristic, const WORDS: usize, const BITS: u32>
    Heuristic<Graph<WORDS, BITS>> for Incremental<'_, H>
{
    type Value = H::Value;

    fn value(&self, state: &State<WORDS, BITS>) -> H::Value {
        self.0.start(|cell| state.tile(cell))
    }

    #[inline]
    fn value_after(
        &self,
        parent: &State<WORDS, BITS>,
        value: &H::Value,
        tile: u8,
        child: &State<WORDS, BITS>,
    ) -> H::Value {
        let (from, to) = (child.blank(), parent.blank());
        let slide = Slide { tile: Tile(tile), from, to, direction: direction(to, from) };
        let after = self.0.after(value, slide, |cell| parent.tile(cell), Depth::MAX);
        after.expect("no bound exceeds the largest budget")
    }

    #[inline]
    fn estimate(&self, _: &State<WORDS, BITS>, value: &H::Value) -> Option<Depth> {
        Some(self.0.bound(value))
    }

    #[inline]
    fn rank(&self, value: &H::Value, _: Depth) -> u32 {
        self.0.rank(value)
    }
}

/// The direction from a cell to one beside it.
#[inline]
fn direction(Cell(from): Cell, Cell(to): Cell) -> Direction {
    // No side is shorter than two cells, so a step of one cell lies within a row.
    match (from.abs_diff(to), from < to) {
        (1, true) => Direction::East,
        (1, false) => Direction::West,
        (_, true) => Direction::South,
        (_, false) => Direction::North,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::tiles::Size;

    #[test]
    fn cells_tell_the_direction_of_a_neighbour() {
        for size in Size::all() {
            for (cell, way) in
                size.all_cells().flat_map(|cell| Direction::ALL.map(|way| (cell, way)))
            {
                let beside = size.neighbour(cell, way);
                assert!(beside.is_none_or(|beside| direction(cell, beside) == way), "{size}");
            }
        }
    }
}
