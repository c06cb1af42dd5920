//! Plans for a copy of a level with other margins.

use super::Level;
use crate::{Notation, read_plan, replay};

/// Programs add or cut margins of a few rows and columns.
const FARTHEST: i16 = 16;

/// By how many rows and columns a plan is off, if it solves the level where these are added to its
/// own: the plan was made for a copy whose margins are so much wider.
///
/// # Complexity
/// About a thousand first moves, and a replay of what goes on.
pub fn other_margins(level: &Level, text: &str, notation: Option<Notation>) -> Option<(i16, i16)> {
    let all = || -FARTHEST..=FARTHEST;
    let shifts = all().flat_map(|rows| all().map(move |columns| (rows, columns)));
    shifts.filter(|&shift| shift != (0, 0)).find(|&(rows, columns)| {
        let copy = level.shifted(rows, columns);
        copy.is_some_and(|copy| {
            read_plan(&copy, text, notation).is_ok_and(|plan| replay(&copy, plan).is_ok())
        })
    })
}
