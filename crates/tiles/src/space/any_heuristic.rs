//! The heuristics behind one type, so that what uses any of them is compiled once per board size.

use super::graph::{Graph, State};
use super::incremental::Incremental;
use crate::board::{PackedBoard, Slide};
use crate::heuristics::{
    HeuristicName, InversionDistance, LinearConflict, Manhattan, SlideHeuristic, TooLarge,
    WalkingDistance, evaluated_at_once,
};
use crate::pattern::{
    CachedProbe, Collection, Partition, Pattern, PatternDatabases, Table, UnrolledDatabases,
};
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
        #[derive(Debug, Clone)]
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
            evaluated_at_once!();
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
    /// The heuristic of a name towards any target. `source` returns the tables that it needs: those
    /// of the smallest collection.
    ///
    /// # Errors
    /// If its tables would be too large, and those of `source`.
    pub fn towards<E: From<TooLarge>>(
        target: &Board,
        name: HeuristicName,
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<Self, E> {
        Ok(match name {
            HeuristicName::Manhattan => Arc::new(Manhattan::new(target)).into(),
            HeuristicName::LinearConflict => Arc::new(LinearConflict::new(target)).into(),
            HeuristicName::InversionDistance => Arc::new(InversionDistance::new(target)).into(),
            HeuristicName::WalkingDistance => {
                let too_large = TooLarge { heuristic: name, size: target.size() };
                Arc::new(WalkingDistance::new(target).ok_or(too_large)?).into()
            }
            HeuristicName::PatternDatabases => {
                let sides = Collection::smallest(target)?.sides();
                let tables = Partition::tables_of(&sides);
                let tables = tables.iter().map(source).collect::<Result<_, E>>()?;
                Arc::new(PatternDatabases::new(&sides, tables)).into()
            }
        })
    }
}

impl Default for AnyValue {
    fn default() -> Self {
        Self::Manhattan(0)
    }
}

impl<B: PackedBoard> Heuristic<Graph<B>> for AnyHeuristic {
    type Value = AnyValue;

    fn value(&self, state: &State<B>) -> AnyValue {
        Incremental(self).value(state)
    }

    #[inline]
    fn value_after(
        &self,
        parent: &State<B>,
        value: &AnyValue,
        action: u8,
        child: &State<B>,
    ) -> AnyValue {
        Incremental(self).value_after(parent, value, action, child)
    }

    #[inline]
    fn estimate(&self, state: &State<B>, value: &AnyValue) -> Option<Depth> {
        Incremental(self).estimate(state, value)
    }
}
