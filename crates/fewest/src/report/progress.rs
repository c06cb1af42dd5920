//! The progress of a running search: the `progress` record.

use super::Counts;
use fewest_search::Progress;
use serde::Serialize;
use std::time::Duration;

/// The progress of a running search; it serialises to the data of a `progress` record.
#[derive(Debug, Clone, Serialize)]
pub struct ProgressRecord<'a> {
    /// The name of the instance.
    pub instance: &'a str,
    /// The lower bound: no plan is shorter.
    pub lower: u16,
    /// The length of the best known plan.
    pub upper: Option<u16>,
    /// The counts of the search so far.
    #[serde(flatten)]
    pub counts: Counts,
    /// The time since the search began.
    ///
    /// # Units
    /// Seconds.
    pub seconds: f64,
}

impl<'a> ProgressRecord<'a> {
    /// Returns the record of what a search reports after some time.
    pub fn new(instance: &'a str, progress: &Progress, time: Duration) -> Self {
        let Progress { lower, upper, statistics } = *progress;
        let (lower, upper) = (lower.0, upper.map(|upper| upper.0));
        Self { instance, lower, upper, counts: statistics.into(), seconds: time.as_secs_f64() }
    }
}
