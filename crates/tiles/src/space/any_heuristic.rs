//! The heuristics behind one type, so that what uses any of them is compiled once per board size.

use super::graph::{Graph, State};
use super::incremental::Incremental;
use crate::board::Slide;
use crate::heuristics::{
    HeuristicName, InversionDistance, LinearConflict, Manhattan, SlideHeuristic, WalkingDistance,
};
use crate::pattern::{CachedProbe, PatternDatabases, UnrolledDatabases};
use fewest_rules::tiles::{Board, Cell, Tile};
use fewest_search::Depth;
use fewest_search::problem::{Consistent, Heuristic};
use std::sync::Arc;

/// Pattern databases of a kernel, probed through a cache.
type Cached<const PATTERNS: usize, const SIDES: usize> =
    UnrolledDatabases<PATTERNS, SIDES, CachedProbe<PATTERNS, SIDES>>;

macro_rules! any_heuristic {
    ($($name:ident: $heuristic:ty),* $(,)?) => {
        /// A heuristic that users can name, or one for the kernel of some tables.
        #[derive(Debug)]
        pub(crate) enum AnyHeuristic {
            $($name(Arc<$heuristic>)),*
        }

        /// The value of the heuristic of the same name.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum AnyValue {
            $($name(<$heuristic as SlideHeuristic>::Value)),*
        }

        $(impl From<Arc<$heuristic>> for AnyHeuristic {
            fn from(known: Arc<$heuristic>) -> Self {
                Self::$name(known)
            }
        })*

        // A copy for each type of board, not one in each engine.
        impl SlideHeuristic for AnyHeuristic {
            type Value = AnyValue;
            type Step = AnyValue;
            const IS_COMPILED_TWICE: bool = false;

            #[inline(never)]
            fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> AnyValue {
                match self {
                    $(Self::$name(known) => AnyValue::$name(known.start(tile_at))),*
                }
            }

            #[inline(never)]
            fn begin(
                &self,
                value: &AnyValue,
                slide: Slide,
                tile_at: impl Fn(Cell) -> Tile,
            ) -> AnyValue {
                match (self, value) {
                    $((Self::$name(known), AnyValue::$name(value)) => {
                        let after = known.after(value, slide, tile_at, Depth::MAX);
                        AnyValue::$name(after.expect("no bound exceeds the largest budget"))
                    })*
                    _ => unreachable!("a value belongs to the heuristic that made it"),
                }
            }

            #[inline]
            fn finish(
                &self,
                _: &AnyValue,
                _: Slide,
                step: &AnyValue,
                budget: Depth,
                after: &mut AnyValue,
            ) -> bool {
                *after = *step;
                self.bound(after) <= budget
            }

            fn bound(&self, value: &AnyValue) -> Depth {
                match (self, value) {
                    $((Self::$name(known), AnyValue::$name(value)) => known.bound(value),)*
                    _ => unreachable!("a value belongs to the heuristic that made it"),
                }
            }

            fn rank(&self, value: &AnyValue) -> u32 {
                match (self, value) {
                    $((Self::$name(known), AnyValue::$name(value)) => known.rank(value),)*
                    _ => unreachable!("a value belongs to the heuristic that made it"),
                }
            }
        }

        /// All of its heuristics are.
        impl Consistent for AnyHeuristic
        where
            $($heuristic: Consistent),*
        {
        }
    };
}

any_heuristic!(
    Manhattan: Manhattan,
    LinearConflict: LinearConflict,
    InversionDistance: InversionDistance,
    WalkingDistance: WalkingDistance,
    PatternDatabases: PatternDatabases,
    Cached8x1: Cached<8, 1>,
    Cached4x2: Cached<4, 2>,
    Cached8x2: Cached<8, 2>,
    Cached4x4: Cached<4, 4>,
    Cached12x2: Cached<12, 2>,
);

impl AnyHeuristic {
    /// The heuristic of a name towards any target, if it needs no pattern databases and is not too
    /// large for the board.
    pub fn without_tables(target: &Board, name: HeuristicName) -> Option<Self> {
        Some(match name {
            HeuristicName::Manhattan => Arc::new(Manhattan::new(target)).into(),
            HeuristicName::LinearConflict => Arc::new(LinearConflict::new(target)).into(),
            HeuristicName::InversionDistance => Arc::new(InversionDistance::new(target)).into(),
            HeuristicName::WalkingDistance => Arc::new(WalkingDistance::new(target)?).into(),
            HeuristicName::PatternDatabases => return None,
        })
    }
}

impl Default for AnyValue {
    fn default() -> Self {
        Self::Manhattan(0)
    }
}

impl<const WORDS: usize, const BITS: u32> Heuristic<Graph<WORDS, BITS>> for AnyHeuristic {
    type Value = AnyValue;

    fn value(&self, state: &State<WORDS, BITS>) -> AnyValue {
        Incremental(self).value(state)
    }

    #[inline]
    fn value_after(
        &self,
        parent: &State<WORDS, BITS>,
        value: &AnyValue,
        action: u8,
        child: &State<WORDS, BITS>,
    ) -> AnyValue {
        Incremental(self).value_after(parent, value, action, child)
    }

    #[inline]
    fn estimate(&self, state: &State<WORDS, BITS>, value: &AnyValue) -> Option<Depth> {
        Incremental(self).estimate(state, value)
    }
}
