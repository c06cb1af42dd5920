//! The contents of a unit's record.

use crate::work_units::{Division, invalid};
use fewest::search::{Stop, Verdict};
use fewest::{InputError, Status};
use fewest_work::record::{self, Solved};
use fewest_work::{Done, Folder};
use serde::Deserialize;

/// The data of a `result` record, as far as merging records needs it.
#[derive(Debug, Deserialize)]
pub(super) struct ResultData {
    pub(super) instance: String,
    pub(super) threads: usize,
    #[serde(flatten)]
    pub(super) solved: Solved,
}

/// The reasons why a search stops, by their names in records.
const STOPS: [Stop; 7] = [
    Stop::Bound,
    Stop::Memory,
    Stop::Disk,
    Stop::Time,
    Stop::Nodes,
    Stop::Incomplete,
    Stop::Interrupted,
];

impl ResultData {
    /// Reads a `result` record, and the status of its search.
    ///
    /// # Errors
    /// What is wrong with it: that words are unknown, say, or the bounds do not fit the status.
    pub(super) fn parse(record: &str) -> Result<(Self, Status), String> {
        let data: Self = record::read(record, "result")?;
        let Solved { status, stop, lower, upper, .. } = &data.solved;
        let named = |name: &str| {
            let is_it = |stop: &Stop| Status(Verdict::Bounded(*stop)).stop() == Some(name);
            STOPS.into_iter().find(is_it).ok_or_else(|| format!("there is no stop {name:?}"))
        };
        let stop = stop.as_deref().map(named).transpose()?;
        let verdict = match (&**status, stop, lower, upper) {
            ("OPTIMAL", None, Some(lower), Some(upper)) if lower == upper => Verdict::Optimal,
            ("SOLVED", stop, Some(lower), Some(upper)) if lower <= upper => Verdict::Solved(stop),
            ("UNSOLVABLE", None, None, None) => Verdict::Unsolvable,
            ("BOUNDED", Some(stop), Some(_), None) => Verdict::Bounded(stop),
            _ => return Err(format!("the bounds and the stop reason do not fit {status}")),
        };
        Ok((data, Status(verdict)))
    }

    /// Reads the result of a unit.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn read(
        folder: &Folder<Division>,
        done: &Done,
    ) -> Result<(Self, Status), InputError> {
        Self::parse(done.record.get()).map_err(|error| invalid(&folder.path_of(done), error))
    }
}
