//! Frontier search that uses the symmetries of the board and the columns moved to last.
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program".

mod entries;
#[cfg(test)]
mod tests;

use crate::model::{Model, Step};
use crate::state::State;
use crate::symmetry::{Orbits, between};
use crate::word::Word;
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::breadth_first::{Ends, frontier_search_with};
use fewest_search::{Monitor, Outcome, PlanRecovery};

/// Finds a shortest plan by searching from both ends.
///
/// One state stands for all its images under the symmetries that fix an end. If a symmetry maps the
/// start to the goal, the search from the goal is the image of the one from the start. Both also
/// apply to the parts of a plan.
///
/// # Errors
/// If the checkpoint does not belong to this search.
///
/// # Complexity
/// Two or three layers of one word per state in memory, and one layer in 32 if layers are kept;
/// time linear in the states within half the distance, divided by the number of symmetries in use,
/// plus that of the halves for recursion on the midpoint.
pub fn frontier_search<K: Word>(
    model: &Model<K>,
    recovery: PlanRecovery,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Step>, FileError> {
    let ends = |from: &[State<K>], to: &[State<K>]| ends(&from[0], &to[0]);
    frontier_search_with(model, ends, recovery, checkpoint, monitor)
}

/// How the states between two are stored.
fn ends<K: Word>(start: &State<K>, goal: &State<K>) -> Ends<Orbits> {
    let links = between(start, goal);
    let mut tied = [between(start, start), between(goal, goal), links.clone()].concat();
    tied.sort_unstable_by_key(|symmetry| *symmetry as u8);
    tied.dedup();
    if start == goal || links.is_empty() {
        Ends::Separate { start: Orbits::new(start, &tied), goal: Orbits::new(goal, &tied) }
    } else {
        Ends::Images(Orbits::new(start, &tied))
    }
}
