//! Why a search was stopped, in the words of the output.

use fewest_search::Stop;

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
