//! Hash-distributed A*: an open and a closed list on every rank.
//!
//! # Source
//! Kishimoto, Fukunaga and Botea, "Evaluation of a simple, scalable, parallel best-first search
//! strategy", Artificial Intelligence 195 (2013). The end is found by [waves](super::waves), which also
//! tell a lower bound on the way.

mod expansion;
mod messages;
mod outcome;
mod rank;

#[cfg(test)]
pub(super) use rank::Pace;
pub(super) use rank::Rank;

use crate::best_first::OpenList;
use crate::distributed::collective::agree;
use crate::distributed::{RankError, Traffic, Transport};
use crate::problem::{Action, Parts};
use crate::{Monitor, Outcome};
use std::thread;

/// Expands the states that a rank owns in order of f, each rank on its own, until no rank has one that
/// could lead to a shorter plan. Every rank calls it with the same problem and the same limits, but for
/// the memory, which is its own; all return the same.
///
/// What is expanded depends on the ranks and on time: a rank may expand a state before a shorter path
/// to it arrives, and expand it again. The heuristic need not be consistent. Of the limit on nodes
/// each rank has its share.
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
    agree(problem, transport, None, monitor)?;
    let mut rank = Rank::new(problem, open_list, transport, monitor.limits())?;
    while !rank.has_ended() {
        if !rank.step(monitor) {
            thread::yield_now();
        }
    }
    let traffic = rank.mailbox.traffic;
    Ok((rank.outcome(monitor), traffic))
}
