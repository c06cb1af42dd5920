//! What was proved, and why a search was stopped, in the words of the output.

use fewest_search::{Stop, Verdict};
use serde::{Serialize, Serializer};

/// What was proved about an instance, in the words of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub Verdict);

impl Status {
    /// Returns the word used in JSON and in text.
    pub fn name(self) -> &'static str {
        match self.0 {
            Verdict::Optimal => "OPTIMAL",
            Verdict::Solved(_) => "SOLVED",
            Verdict::Unsolvable => "UNSOLVABLE",
            Verdict::Bounded(_) => "BOUNDED",
        }
    }

    /// Returns the exit code of a command with this status.
    pub fn exit_code(self) -> u8 {
        match self.0 {
            Verdict::Optimal => 0,
            Verdict::Solved(_) => 3,
            Verdict::Unsolvable => 10,
            Verdict::Bounded(Stop::Bound) => 11,
            Verdict::Bounded(Stop::Incomplete) => 12,
            Verdict::Bounded(Stop::Memory | Stop::Disk) => 20,
            Verdict::Bounded(Stop::Time | Stop::Nodes) => 21,
            Verdict::Bounded(Stop::Interrupted) => 22,
        }
    }

    /// Returns the reason, in one word, why the search was stopped before it proved more.
    pub fn stop(self) -> Option<&'static str> {
        match self.0 {
            Verdict::Bounded(stop) | Verdict::Solved(Some(stop)) => Some(stop_name(stop)),
            _ => None,
        }
    }
}

/// Why a search was stopped, in one word.
pub(crate) fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Bound => "bound",
        Stop::Memory => "memory",
        Stop::Disk => "disk",
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Incomplete => "incomplete",
        Stop::Interrupted => "interrupted",
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
