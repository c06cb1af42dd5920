//! The heuristics behind one type, so that what uses any of them is compiled once per board size.

use super::graph::{Graph, State};
use super::incremental::Incremental;
use crate::board::Slide;
use crate::heuristics::{
    self, HeuristicName, InversionDistance, LinearConflict, Manhattan, WalkingDistance,
    inversion_distance, linear_conflict, walking_distance,
};
use crate::pattern::{PatternDatabases, Sums};
use fewest_rules::tiles::{Board, Cell, Tile};
use fewest_search::Depth;
use fewest_search::problem::{Consistent, Heuristic};

macro_rules! any_heuristic {
    ($($name:ident: $heuristic:ty, $value:ty);*) => {
        /// A heuristic that users can name.
        #[derive(Debug)]
        pub(crate) enum AnyHeuristic {
            $($name($heuristic)),*
        }

        /// The value of the heuristic of the same name.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum AnyValue {
            $($name($value)),*
        }

        // A copy for each type of board, not one in each engine.
        impl heuristics::SlideHeuristic for AnyHeuristic {
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
                        AnyValue::$name(known.begin(value, slide, tile_at))
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
    Manhattan: Manhattan, u16;
    LinearConflict: LinearConflict, linear_conflict::Value;
    InversionDistance: InversionDistance, inversion_distance::Value;
    WalkingDistance: WalkingDistance, walking_distance::Value;
    PatternDatabases: PatternDatabases, Sums
);

impl AnyHeuristic {
    /// The heuristic of a name towards any target, if it needs no pattern databases and is not too
    /// large for the board.
    pub fn without_tables(target: &Board, name: HeuristicName) -> Option<Self> {
        Some(match name {
            HeuristicName::Manhattan => Self::Manhattan(Manhattan::new(target)),
            HeuristicName::LinearConflict => Self::LinearConflict(LinearConflict::new(target)),
            HeuristicName::InversionDistance => {
                Self::InversionDistance(InversionDistance::new(target))
            }
            HeuristicName::WalkingDistance => Self::WalkingDistance(WalkingDistance::new(target)?),
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
