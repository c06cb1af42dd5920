//! Recognises plans for a copy of a level with different margins.

use super::Level;
use crate::{Notation, Puzzle, read_plan, replay};

/// Programs add or cut margins of a few rows and columns.
const FARTHEST: i16 = 16;

/// Returns the numbers of rows and columns by which a plan is off: the plan solves a copy of the
/// level whose margins are wider by these numbers.
///
/// # Complexity
/// About a thousand first moves, and a replay of the plans that continue.
pub fn other_margins(level: &Level, text: &str, notation: Option<Notation>) -> Option<(i16, i16)> {
    if level.recorded_plan(text).is_some() {
        // What programs record does not depend on the margins.
        return None;
    }
    let all = || -FARTHEST..=FARTHEST;
    let shifts = all().flat_map(|rows| all().map(move |columns| (rows, columns)));
    shifts.filter(|&shift| shift != (0, 0)).find(|&(rows, columns)| {
        let copy = level.shifted(rows, columns);
        copy.is_some_and(|copy| {
            read_plan(&copy, text, notation).is_ok_and(|plan| replay(&copy, plan).is_ok())
        })
    })
}
