//! The heuristics of a board behind one type, so that each engine is compiled once per board size.

use super::method::NotRun;
use super::solver::TooLarge;
use super::tables::Tables;
use crate::heuristics::{
    self, HeuristicName, InversionDistance, LinearConflict, Manhattan, WalkingDistance,
};
use crate::pattern::PatternDatabases;
use crate::space::{Graph, Incremental, State};
use fewest_rules::tiles::Board;
use fewest_search::problem::{Consistent, Heuristic};
use fewest_search::{Depth, Monitor};

/// The pattern databases of a board, and of its reflection in the diagonal if it is square.
type Databases<const PATTERNS: usize> = PatternDatabases<PATTERNS, 2>;

macro_rules! any_heuristic {
    ($($name:ident: $heuristic:ty),*) => {
        /// A heuristic that users can name, with pattern databases of at most `PATTERNS` patterns.
        #[derive(Debug)]
        pub(super) enum AnyHeuristic<const PATTERNS: usize> {
            $($name($heuristic)),*
        }

        /// The value of the heuristic of the same name.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum AnyValue<const PATTERNS: usize> {
            $($name(<$heuristic as heuristics::Heuristic>::Value)),*
        }

        impl<const WORDS: usize, const BITS: u32, const PATTERNS: usize>
            Heuristic<Graph<WORDS, BITS>> for AnyHeuristic<PATTERNS>
        {
            type Value = AnyValue<PATTERNS>;

            fn value(&self, state: &State<WORDS, BITS>) -> Self::Value {
                match self {
                    $(Self::$name(known) => {
                        AnyValue::$name(Incremental(known).value(state))
                    })*
                }
            }

            // One copy of all heuristics per board size, not one in each engine.
            #[inline(never)]
            fn value_after(
                &self,
                parent: &State<WORDS, BITS>,
                value: &Self::Value,
                action: u8,
                child: &State<WORDS, BITS>,
            ) -> Self::Value {
                match (self, value) {
                    $((Self::$name(known), AnyValue::$name(value)) => {
                        let known = Incremental(known);
                        AnyValue::$name(known.value_after(parent, value, action, child))
                    })*
                    _ => unreachable!("a value belongs to the heuristic that made it"),
                }
            }

            #[inline(never)]
            fn estimate(&self, state: &State<WORDS, BITS>, value: &Self::Value) -> Option<Depth> {
                match (self, value) {
                    $((Self::$name(known), AnyValue::$name(value)) => {
                        Incremental(known).estimate(state, value)
                    })*
                    _ => unreachable!("a value belongs to the heuristic that made it"),
                }
            }
        }

        /// All of its heuristics are.
        impl<const PATTERNS: usize> Consistent for AnyHeuristic<PATTERNS>
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
    PatternDatabases: Databases<PATTERNS>
);

impl<const PATTERNS: usize> AnyHeuristic<PATTERNS> {
    /// The heuristic of a name towards any target.
    ///
    /// # Errors
    /// If its tables would be too large, or a limit is reached while they are built.
    ///
    /// # Panics
    /// If pattern databases of the board have more than `PATTERNS` patterns.
    pub fn towards(
        target: &Board,
        name: HeuristicName,
        tables: &mut Tables<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, NotRun> {
        Ok(match name {
            HeuristicName::Manhattan => Self::Manhattan(Manhattan::new(target)),
            HeuristicName::LinearConflict => Self::LinearConflict(LinearConflict::new(target)),
            HeuristicName::InversionDistance => {
                Self::InversionDistance(InversionDistance::new(target))
            }
            HeuristicName::WalkingDistance => {
                let too_large = TooLarge { heuristic: name, size: target.size() };
                Self::WalkingDistance(WalkingDistance::new(target).ok_or(too_large)?)
            }
            HeuristicName::PatternDatabases => {
                let databases =
                    Databases::towards(target, |pattern| tables.table(pattern, monitor))?;
                let too_large = TooLarge { heuristic: name, size: target.size() };
                Self::PatternDatabases(databases.ok_or(too_large)?)
            }
        })
    }
}
