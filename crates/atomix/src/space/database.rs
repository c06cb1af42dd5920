//! The pattern database in addition to the lower bound, if one was chosen.

use super::Graph;
use super::generalized_optimum::GeneralizedOptimum;
use crate::board::Cell;
use crate::heuristic::{CaveBound, HeuristicName};
use crate::pdb::{BuildError, MultiGoal, PairDatabase, Partition, StaticDatabase};
use fewest_search::{Depth, Limits, Monitor, StateSpace};

/// A source of heuristic values in addition to the lower bound.
#[derive(Debug)]
pub enum Database {
    Static(StaticDatabase),
    Pairs(PairDatabase),
    Cave(Box<CaveBound>),
    /// No table: every value is searched for.
    GeneralizedOptimum(Box<GeneralizedOptimum>),
}

impl Database {
    /// The most bytes of all tables for one direction, or of the search for one value.
    const MOST: u64 = 2 << 30;

    /// Creates the database of a heuristic, if it has one.
    ///
    /// # Errors
    /// [`BuildError`] if its tables are too large, or at a limit.
    pub fn new<const N: usize>(
        graph: &Graph<N>,
        heuristic: HeuristicName,
        monitor: &Monitor<'_>,
    ) -> Result<Option<Self>, BuildError> {
        let (targets, halt) = (graph.targets(), monitor.halt());
        let most = monitor.limits().memory.map_or(Self::MOST, |memory| Self::MOST.min(memory / 2));
        let pairs = |goals| match PairDatabase::bytes(&targets, goals) {
            bytes if bytes <= most => Ok(Self::Pairs(PairDatabase::new(&targets, goals, halt)?)),
            _ => Err(BuildError::TooLarge),
        };
        let static_database = |size, partitions: &[Partition]| {
            let roots = graph.roots();
            let roots: Vec<_> = roots.iter().map(|root| targets.cells(root)).collect();
            let database = StaticDatabase::new(&targets, &roots, size, partitions, most, halt);
            database.map(Self::Static)
        };
        Ok(Some(match heuristic {
            HeuristicName::Level(_) => return Ok(None),
            HeuristicName::StaticDatabase(size) => {
                static_database(usize::from(size), &Partition::ALL)?
            }
            HeuristicName::SinglePartition => static_database(3, &[Partition::ByLabel])?,
            HeuristicName::DynamicDatabase => pairs(MultiGoal::Separate)?,
            HeuristicName::MultiGoalDatabase => pairs(MultiGoal::Joint)?,
            HeuristicName::Cave => {
                let cave = CaveBound::new(targets.clone(), graph.direction(), halt)?;
                Self::Cave(Box::new(cave))
            }
            HeuristicName::GeneralizedOptimum => {
                let limits = Limits { memory: Some(most), ..*monitor.limits() };
                let optimum = GeneralizedOptimum::new(graph, limits, halt)?;
                Self::GeneralizedOptimum(Box::new(optimum))
            }
        }))
    }

    /// Returns the value of a state; `None` if no target can be reached.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        match self {
            Self::Static(database) => database.value(state),
            Self::Pairs(database) => database.value(state),
            Self::Cave(cave) => cave.value(state),
            Self::GeneralizedOptimum(optimum) => optimum.value(state),
        }
    }
}
