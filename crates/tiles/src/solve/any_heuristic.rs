//! The heuristic of a name.

use super::method::NotRun;
use super::solver::TooLarge;
use super::tables::Tables;
use crate::heuristics::HeuristicName;
use crate::pattern::PatternDatabases;
pub(super) use crate::space::AnyHeuristic;
use fewest_rules::tiles::Board;
use fewest_search::Monitor;
use std::sync::Arc;

impl AnyHeuristic {
    /// The heuristic of a name towards any target.
    ///
    /// # Errors
    /// If its tables would be too large, or a limit is reached while they are built.
    pub(super) fn towards(
        target: &Board,
        name: HeuristicName,
        tables: &mut Tables<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, NotRun> {
        let too_large = TooLarge { heuristic: name, size: target.size() };
        if name == HeuristicName::PatternDatabases {
            let databases =
                PatternDatabases::towards(target, |pattern| tables.table(pattern, monitor))?;
            return Ok(Arc::new(databases.ok_or(too_large)?).into());
        }
        Ok(Self::without_tables(target, name).ok_or(too_large)?)
    }
}
