//! The contents of a unit's record.

use crate::work_units::{Division, invalid};
use fewest::search::{Stop, Verdict};
use fewest::{InputError, Status};
use fewest_work::{Done, Folder};
use serde::Deserialize;

/// A line of the output of `solve --json`.
#[derive(Deserialize)]
struct Line {
    r#type: String,
    data: ResultData,
}

/// The data of a `result` record, as far as merging records needs it.
#[derive(Debug, Deserialize)]
pub(super) struct ResultData {
    pub(super) instance: String,
    status: String,
    stop: Option<String>,
    pub(super) lower: Option<u64>,
    pub(super) assumes: Option<String>,
    pub(super) upper: Option<u64>,
    pub(super) moves: Option<Vec<String>>,
    pub(super) engine: String,
    pub(super) heuristic: String,
    pub(super) direction: String,
    pub(super) expanded: u64,
    pub(super) expanded_until_last_layer: u64,
    pub(super) generated: u64,
    pub(super) stored: u64,
    pub(super) reexpanded: u64,
    pub(super) seconds: f64,
    pub(super) cpu_seconds: Option<f64>,
    pub(super) peak_rss_bytes: Option<u64>,
    pub(super) threads: usize,
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
    /// Reads a `result` record.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(record: &str) -> Result<Self, String> {
        let Line { r#type, data } =
            serde_json::from_str(record).map_err(|error| error.to_string())?;
        match &*r#type {
            "result" => data.status().map(|_| data),
            other => Err(format!("the record is of type {other:?}, not \"result\"")),
        }
    }

    /// Reads the result of a unit.
    ///
    /// # Errors
    /// If it is damaged.
    pub(super) fn read(
        folder: &Folder<Division>,
        done: &Done,
    ) -> Result<(Self, Status), InputError> {
        let found = Self::parse(done.record.get())
            .and_then(|found| found.status().map(|status| (found, status)));
        found.map_err(|error| invalid(&folder.path_of(done), error))
    }

    /// The status of the search.
    ///
    /// # Errors
    /// If the words are unknown, or the bounds do not fit the status.
    pub(super) fn status(&self) -> Result<Status, String> {
        let Self { status, stop, lower, upper, .. } = self;
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
        Ok(Status(verdict))
    }

    /// Whether the search was asked to end, with a plan or without.
    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.as_deref() == Some("interrupted")
    }
}
