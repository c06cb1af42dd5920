//! What the test for unsupported stops knows of a board.

use crate::cell_set::CellSet;
use crate::counted::Way;
use crate::near::Near;
use crate::routes::{Lines, Stops};
use crate::{Board, Cell, Distances, Strength};
use fewest_search::Direction;

/// The lines of a board and where atoms may rest on short ways, for states searched in one
/// direction.
#[derive(Debug, Clone)]
pub struct SupportedStops<const W: usize> {
    pub lines: Lines<W>,
    near: Near<W>,
    direction: Direction,
    /// Whether atoms are looked at two by two, too.
    pub with_pairs: bool,
}

impl<const W: usize> SupportedStops<W> {
    /// What is known of a board; states are searched in `direction`.
    pub fn new(
        board: &Board,
        distances: &Distances,
        direction: Direction,
        strength: Strength,
    ) -> Self {
        let (lines, near) = (Lines::new(board, distances), Near::new(board));
        Self { lines, near, direction, with_pairs: strength >= Strength::SupportedPairs }
    }

    /// The ends of the routes of a way, from the first to the last slide.
    #[inline]
    pub fn ends(&self, way: &Way) -> [Cell; 2] {
        match self.direction {
            Direction::Forward => [way.at, way.place],
            Direction::Backward => [way.place, way.at],
        }
    }

    /// Where the atom of a way may rest if it makes at most `limit` generalized moves, `more` than
    /// the least, and where it stops others then.
    #[inline]
    pub fn near(&self, way: &Way, limit: usize, more: usize) -> (CellSet<W>, Stops<W>) {
        self.near.between(&self.lines, way.at, way.place, limit, more)
    }
}
