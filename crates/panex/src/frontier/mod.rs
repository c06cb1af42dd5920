//! Frontier search that uses the symmetries of the board and the columns moved to last.
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program".

mod entries;
#[cfg(test)]
mod layers;

use crate::model::{Model, Step};
use crate::symmetry::{Orbits, between};
use crate::word::Word;
use fewest_search::breadth_first::{Ends, frontier_search_with};
use fewest_search::{Monitor, Outcome};

/// Finds a shortest plan by searching from both ends.
///
/// One state stands for all that the symmetries fixing an end make of it. Where a symmetry takes the
/// start to the goal, the search from the goal is the image of the one from the start.
///
/// # Complexity
/// Two or three layers of one word a state in memory, and one layer in 32; time linear in the
/// states within half the distance, divided by the number of symmetries in use.
pub fn frontier_search<K: Word>(model: &Model<K>, monitor: &mut Monitor<'_>) -> Outcome<Step> {
    let (start, goal) = model.ends();
    let links = between(start, goal);
    let mut tied = [between(start, start), between(goal, goal), links.clone()].concat();
    tied.sort_unstable_by_key(|symmetry| *symmetry as u8);
    tied.dedup();
    let ends = if start == goal || links.is_empty() {
        Ends::Separate { start: Orbits::new(start, &tied), goal: Orbits::new(goal, &tied) }
    } else {
        Ends::Images(Orbits::new(start, &tied))
    };
    frontier_search_with(model, ends, monitor)
}
