//! The heuristics of this crate for the engines of `fewest_search`.

use super::graph::{Graph, State};
use crate::board::{PackedBoard, Slide};
use crate::heuristics::SlideHeuristic;
use fewest_rules::tiles::Tile;
use fewest_search::Depth;
use fewest_search::problem::{Consistent, Heuristic};

/// A heuristic of this crate on the [`Graph`], updated move by move.
#[derive(Debug, Clone, Copy)]
pub struct Incremental<'a, H>(pub &'a H);

impl<H: Consistent> Consistent for Incremental<'_, H> {}

impl<H: SlideHeuristic, B: PackedBoard> Heuristic<Graph<B>> for Incremental<'_, H> {
    type Value = H::Value;

    fn value(&self, state: &State<B>) -> H::Value {
        self.0.start(|cell| state.tile(cell))
    }

    #[inline]
    fn value_after(
        &self,
        parent: &State<B>,
        value: &H::Value,
        tile: u8,
        child: &State<B>,
    ) -> H::Value {
        let slide = Slide::new(Tile(tile), child.blank(), parent.blank());
        let after = self.0.after(value, slide, |cell| parent.tile(cell), Depth::MAX);
        after.expect("no bound exceeds the largest budget")
    }

    #[inline]
    fn estimate(&self, _: &State<B>, value: &H::Value) -> Option<Depth> {
        Some(self.0.bound(value))
    }

    #[inline]
    fn rank(&self, value: &H::Value, _: Depth) -> u32 {
        self.0.rank(value)
    }
}
