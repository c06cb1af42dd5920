//! What each instance may cost.

use super::units;
use clap::Args;
use fewest::memory;
use fewest::search::Limits;
use std::time::{Duration, Instant};

/// What each instance may cost.
#[derive(Debug, Args)]
pub(crate) struct Budget {
    /// Time for each instance, like 90s, 5m or 2h
    #[arg(display_order = 1, long, allow_hyphen_values = true, value_parser = units::duration)]
    time: Option<Duration>,
    /// Memory for the search, like 64MiB or 4GB; by default 85 % of what the machine or its cgroup
    /// allows
    #[arg(
        display_order = 2, long, value_name = "SIZE", allow_hyphen_values = true,
        value_parser = units::budget,
    )]
    memory: Option<u64>,
    /// States that may be expanded for each instance, like 250000 or 10M
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = units::count)]
    nodes: Option<u64>,
}

impl Budget {
    pub(crate) fn limits(&self, began: Instant) -> Limits {
        Limits { nodes: self.nodes, ..limits(began, self.time, self.memory) }
    }
}

/// The limits of work that began at `began`, by the time and the memory that are asked for.
pub(crate) fn limits(began: Instant, time: Option<Duration>, memory: Option<u64>) -> Limits {
    Limits {
        // A time too long for the clock sets no limit.
        deadline: time.and_then(|time| began.checked_add(time)),
        memory: memory.or_else(memory::budget),
        ..Limits::default()
    }
}
