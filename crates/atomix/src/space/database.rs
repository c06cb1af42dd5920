//! The pattern database beside the heuristic of a model, if one was chosen.

use super::Graph;
use super::generalized_optimum::value as generalized_optimum;
use crate::board::Packed;
use crate::heuristic::{Heuristic, HeuristicName};
use crate::pdb::{BuildError, MultiGoal, PairDatabase, StaticDatabase};
use fewest_search::{Depth, Limits, Monitor};

/// A source of heuristic values beside those of the model.
#[derive(Debug)]
pub enum Database {
    None,
    Static(StaticDatabase),
    Pairs(PairDatabase),
    /// No table: every value is searched for within these limits.
    GeneralizedOptimum(Limits),
}

impl Database {
    /// The most bytes of all tables for one direction, or of the search for one value.
    const MOST: u64 = 2 << 30;

    /// The database of a heuristic.
    ///
    /// # Errors
    /// [`BuildError`] if its tables are too large, or at a limit.
    pub fn new<const N: usize>(
        graph: &Graph<N>,
        heuristic: HeuristicName,
        monitor: &Monitor<'_>,
    ) -> Result<Self, BuildError> {
        let (targets, halt) = (graph.targets(), monitor.halt());
        let most = monitor.limits().memory.map_or(Self::MOST, |memory| Self::MOST.min(memory / 2));
        let pairs = |goals| match PairDatabase::bytes(targets, goals) {
            bytes if bytes <= most => Ok(Self::Pairs(PairDatabase::new(targets, goals, halt)?)),
            _ => Err(BuildError::TooLarge),
        };
        match heuristic {
            HeuristicName::Level(_) => Ok(Self::None),
            HeuristicName::StaticDatabase(size) => {
                let (roots, size) = (graph.roots(), usize::from(size));
                StaticDatabase::new(targets, roots, size, most, halt).map(Self::Static)
            }
            HeuristicName::DynamicDatabase => pairs(MultiGoal::Separate),
            HeuristicName::MultiGoalDatabase => pairs(MultiGoal::Joint),
            HeuristicName::GeneralizedOptimum => {
                let limits = Limits { memory: Some(most), ..*monitor.limits() };
                Ok(Self::GeneralizedOptimum(limits))
            }
        }
    }

    /// The maximum of the heuristic's value `h` and its own; `None` if no target can be reached.
    pub fn improve<const N: usize>(
        &self,
        graph: &Graph<N>,
        heuristic: &Heuristic<N>,
        state: &Packed<N>,
        h: Depth,
    ) -> Option<Depth> {
        let value = match self {
            Self::None => return Some(h),
            Self::Static(database) => database.value(graph.targets().cells(state)),
            Self::Pairs(database) => database.value(graph.targets().cells(state)),
            Self::GeneralizedOptimum(limits) => {
                generalized_optimum(graph, heuristic, state, limits)
            }
        };
        value.map(|value| value.max(h))
    }
}
