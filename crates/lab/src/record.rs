//! The record of a run: one line of JSON.

use crate::{Limits, Machine, Task};
pub use fewest_work::record::Solved;
use serde::{Deserialize, Serialize};

/// A run as it was observed. Its meaning is derived when it is read: see
/// [`RunResult`](crate::RunResult).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was run.
    #[serde(flatten)]
    pub task: Task,
    /// The machine, the program and the limits.
    pub conditions: Conditions,
    /// When it began, in UTC.
    pub began: jiff::Timestamp,
    /// How long the process ran, reading and tables included.
    ///
    /// # Units
    /// Seconds.
    pub wall_seconds: f64,
    /// The revision of the engine: see [`revision`](crate::revision). Records of earlier programs
    /// have none.
    pub revision: Option<String>,
    /// How the process ended.
    pub ended: Ended,
    /// The result that it wrote, if it got that far.
    pub result: Option<Solved>,
    /// The bounds it raised on the way.
    #[serde(default)]
    pub progress: Vec<Progress>,
    /// The end of what it wrote to standard error.
    #[serde(default)]
    pub message: String,
}

/// The conditions that must be equal in runs that are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// The version of the program.
    pub version: String,
    /// The beginning of the BLAKE3 digest of its file.
    pub program: String,
    /// The machine.
    pub machine: Machine,
    /// The limits of each run.
    pub limits: Limits,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// With an exit code.
    Exit(i32),
    /// By a signal that we did not send.
    Signal(i32),
    /// We ended it, because it did not stop long after its time limit.
    KilledForTime,
    /// We ended it, because it had far more memory than allowed.
    KilledForMemory,
}

/// The data of a `progress` record: the counts when a bound was raised to `lower`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented with the command")]
pub struct Progress {
    pub lower: u64,
    pub expanded: u64,
    pub generated: u64,
    pub seconds: f64,
}
