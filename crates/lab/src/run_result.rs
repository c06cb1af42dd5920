//! The result of a run.

use crate::record::{Ended, Solved};
use crate::{Puzzles, Record};
use std::ffi::OsStr;
use std::fmt;

/// The result of a run for its instance, derived from its record whenever that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunResult {
    /// A shortest plan has this many moves.
    Optimal(u64),
    /// A plan has `upper` moves, and none has fewer than `lower`.
    Solved {
        /// No plan is shorter.
        lower: u64,
        /// A plan has this many moves.
        upper: u64,
        /// Why the run stopped, if it did not end by itself.
        stop: Option<String>,
    },
    /// No plan exists.
    Unsolvable,
    /// No plan has fewer moves.
    Bounded {
        /// No plan is shorter.
        lower: u64,
        /// Why the run stopped: `time`, `memory`, `nodes` or `bound`.
        stop: String,
    },
    /// Nothing is proved, for this reason.
    Failed(String),
}

impl RunResult {
    /// The result in a record, with its instance `input`: a plan counts only if `puzzles` accept
    /// it. If the instance is not on this machine the plan stays unchecked, which
    /// [`is_checked`](Self::is_checked) reports.
    pub fn of(record: &Record, input: Option<&OsStr>, puzzles: &dyn Puzzles) -> Self {
        let failed = |reason: &str| Self::Failed(reason.to_owned());
        match (&record.result, record.ended) {
            (_, Ended::KilledForTime) => failed("killed: it did not stop in time"),
            (_, Ended::KilledForMemory) => failed("killed: it took too much memory"),
            (_, Ended::Signal(signal)) => Self::Failed(format!("ended by signal {signal}")),
            (None, Ended::Exit(code)) => {
                // Warnings come before an error, advice and traces after it.
                let begins = ["error: ", "thread "];
                let is_error = |line: &&str| begins.iter().any(|begin| line.starts_with(begin));
                let mut lines = record.message.lines();
                let error = lines.clone().find(is_error).or_else(|| lines.next_back());
                let message = error.unwrap_or("no result");
                Self::Failed(format!("exit code {code}: {message}"))
            }
            (Some(solved), Ended::Exit(_)) => {
                let plan = solved.moves.as_deref().zip(input);
                let arguments = &record.task.arguments;
                let replay = |(moves, input)| puzzles.replay(arguments, input, moves);
                match plan.map(replay) {
                    Some(Err(error)) => Self::Failed(format!("the plan is rejected: {error}")),
                    _ => Self::claimed(solved),
                }
            }
        }
    }

    /// The claim of a result, if it does not contradict itself.
    fn claimed(solved: &Solved) -> Self {
        let Solved { status, stop, lower, upper, moves, .. } = solved;
        let length = moves.as_ref().map(|moves| moves.len() as u64);
        if length.is_some_and(|length| Some(length) != *upper) {
            return Self::Failed(format!("the plan has {} moves", length.unwrap_or_default()));
        }
        match (status.as_str(), *lower, *upper, stop) {
            ("OPTIMAL", Some(lower), Some(upper), None) if lower == upper => Self::Optimal(upper),
            ("SOLVED", Some(lower), Some(upper), stop) if lower <= upper => {
                Self::Solved { lower, upper, stop: stop.clone() }
            }
            ("UNSOLVABLE", None, None, None) => Self::Unsolvable,
            ("BOUNDED", Some(lower), None, Some(stop)) => {
                Self::Bounded { lower, stop: stop.clone() }
            }
            _ => Self::Failed(format!("the result contradicts itself: {status}")),
        }
    }

    /// Whether the plan, if there is one, could be replayed.
    pub fn is_checked(record: &Record, input: Option<&OsStr>) -> bool {
        let has_plan = record.result.as_ref().is_some_and(|solved| solved.upper.is_some());
        let is_listed = record.result.as_ref().is_some_and(|solved| solved.moves.is_some());
        !has_plan || (is_listed && input.is_some())
    }

    /// The word in tables of results.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Optimal(_) => "OPTIMAL",
            Self::Solved { .. } => "SOLVED",
            Self::Unsolvable => "UNSOLVABLE",
            Self::Bounded { .. } => "BOUNDED",
            Self::Failed(_) => "FAILED",
        }
    }

    /// The lower bound: no plan is shorter.
    pub fn lower(&self) -> Option<u64> {
        match self {
            Self::Optimal(lower) | Self::Solved { lower, .. } | Self::Bounded { lower, .. } => {
                Some(*lower)
            }
            Self::Unsolvable | Self::Failed(_) => None,
        }
    }

    /// The length of the best plan.
    pub fn upper(&self) -> Option<u64> {
        match self {
            Self::Optimal(upper) | Self::Solved { upper, .. } => Some(*upper),
            Self::Unsolvable | Self::Bounded { .. } | Self::Failed(_) => None,
        }
    }

    /// Whether the answer is known: a shortest plan, or that there is none.
    pub fn is_solved(&self) -> bool {
        matches!(self, Self::Optimal(_) | Self::Unsolvable)
    }
}

/// As in a table cell.
impl fmt::Display for RunResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal(length) => write!(f, "={length}"),
            Self::Solved { lower, upper, .. } => write!(f, "{lower}–{upper}"),
            Self::Unsolvable => write!(f, "unsolvable"),
            Self::Bounded { lower, .. } => write!(f, "≥{lower}"),
            Self::Failed(_) => write!(f, "failed"),
        }
    }
}
