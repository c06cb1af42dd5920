//! The interface between lower bounds and searches.

use crate::board::Slide;
use fewest_rules::tiles::{Cell, Tile};
use fewest_search::Depth;

/// A lower bound on the moves to one target position, updated move by move.
pub trait SlideHeuristic: Sync {
    /// The data kept for a position.
    type Value: Copy + Send + Sync + 'static;
    /// A slide whose evaluation has begun.
    type Step: Copy + Default + Send;

    /// Whether IDA* is compiled a second time for newer processors: only where seconds pass in it.
    const IS_COMPILED_TWICE: bool = true;

    /// Computes the value of a position from scratch.
    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value;

    /// Begins to evaluate a slide, and prefetches the data that [`SlideHeuristic::finish`] will read
    /// from large tables: work done in between hides the memory latency.
    ///
    /// `tile_at` gives the position *before* the slide.
    fn begin(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
    ) -> Self::Step;

    /// Finishes the evaluation of a slide. Returns whether the bound after it is at most `budget`.
    /// If so, `after` is the value after the slide; otherwise its content is unspecified.
    fn finish(
        &self,
        before: &Self::Value,
        slide: Slide,
        step: &Self::Step,
        budget: Depth,
        after: &mut Self::Value,
    ) -> bool;

    /// Returns the value after a slide, or `None` if its bound exceeds `budget`.
    ///
    /// `tile_at` gives the position *before* the slide.
    fn after(
        &self,
        value: &Self::Value,
        slide: Slide,
        tile_at: impl Fn(Cell) -> Tile,
        budget: Depth,
    ) -> Option<Self::Value> {
        let step = self.begin(value, slide, tile_at);
        let mut after = *value;
        self.finish(value, slide, &step, budget, &mut after).then_some(after)
    }

    /// Returns the lower bound.
    fn bound(&self, value: &Self::Value) -> Depth;

    /// Returns an estimate of the distance in any unit, admissible or not. It is used only to order
    /// positions; nothing is pruned by it.
    fn rank(&self, value: &Self::Value) -> u32 {
        self.bound(value).0.into()
    }
}

/// The rest of a [`SlideHeuristic`] whose slides are evaluated at once: a step is the value after the
/// slide.
macro_rules! evaluated_at_once {
    () => {
        type Step = Self::Value;

        #[inline]
        fn finish(
            &self,
            _: &Self::Value,
            _: $crate::board::Slide,
            step: &Self::Step,
            budget: fewest_search::Depth,
            after: &mut Self::Value,
        ) -> bool {
            *after = *step;
            self.bound(after) <= budget
        }
    };
}
pub(crate) use evaluated_at_once;
