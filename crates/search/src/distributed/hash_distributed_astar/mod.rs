//! Hash-distributed A*: an open and a closed list on every rank.
//!
//! # Source
//! Kishimoto, Fukunaga and Botea, "Evaluation of a simple, scalable, parallel best-first search
//! strategy", Artificial Intelligence 195 (2013). The end is detected by [waves](super::waves),
//! which also give a lower bound while the search runs.

mod expansion;
mod messages;
mod outcome;
mod rank;

#[cfg(test)]
pub(super) use rank::Pace;
pub(super) use rank::Rank;

use crate::best_first::OpenList;
use crate::distributed::collective::{agree, fingerprint};
use crate::distributed::{RankError, Traffic, Transport};
use crate::problem::{Action, Parts};
use crate::{Monitor, Outcome};
use std::thread;

/// Expands the states that a rank owns in order of f, each rank on its own, until no rank has one
/// that could lead to a shorter plan. Every rank calls this with the same problem and the same
/// limits, except for the memory limit, which is its own; all return the same.
///
/// The expanded states depend on the ranks and on timing: a rank may expand a state before a
/// shorter path to it arrives, and then expand it again. The heuristic need not be consistent. Each
/// rank has its share of the limit on nodes.
///
/// # Errors
/// If states cannot be sent, or the ranks were not started alike.
///
/// # Complexity
/// Memory linear in the states generated.
pub fn hash_distributed_astar<P: Parts>(
    problem: &P,
    open_list: OpenList,
    transport: &mut dyn Transport,
    monitor: &mut Monitor<'_>,
) -> Result<(Outcome<Action<P>>, Traffic), RankError> {
    agree(fingerprint(problem), transport, None, monitor)?;
    let mut rank = Rank::new(problem, open_list, transport, monitor.limits())?;
    while !rank.has_ended() {
        if !rank.step(monitor) {
            thread::yield_now();
        }
    }
    let traffic = rank.mailbox.traffic;
    Ok((rank.outcome(monitor), traffic))
}
