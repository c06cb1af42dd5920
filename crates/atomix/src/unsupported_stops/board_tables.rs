//! What the test precomputes for a board.

use super::RouteScope;
use super::cost_shares::Assignment;
use super::detours::Detours;
use crate::board::{Board, Cell, CellSet, Lines, Stops};
use crate::distances::{Balls, Distances};
use fewest_search::Direction;

/// The lines, balls and detours of a board, for states searched in one direction.
#[derive(Debug, Clone)]
pub struct BoardTables<const W: usize> {
    pub lines: Lines<W>,
    pub balls: Balls<W>,
    detours: Detours<W>,
    direction: Direction,
    pub scope: RouteScope,
}

impl<const W: usize> BoardTables<W> {
    /// The tables of a board.
    pub fn new(
        board: &Board,
        distances: &Distances,
        direction: Direction,
        scope: RouteScope,
    ) -> Self {
        let (lines, balls) = (Lines::new(board), Balls::new(board, distances));
        Self { lines, balls, detours: Detours::new(board), direction, scope }
    }

    /// The ends of the routes of an assignment, in the order of forward slides.
    #[inline]
    pub fn ends(&self, assignment: &Assignment) -> [Cell; 2] {
        match self.direction {
            Direction::Forward => [assignment.at, assignment.goal],
            Direction::Backward => [assignment.goal, assignment.at],
        }
    }

    /// Where an atom may rest if it takes at most `limit` generalized moves to its goal, `extra`
    /// more than the fewest, and the stops that it provides there.
    #[inline]
    pub fn detours(
        &self,
        assignment: &Assignment,
        limit: usize,
        extra: usize,
    ) -> (CellSet<W>, Stops<W>) {
        let ends = [assignment.at, assignment.goal];
        self.detours.between(&self.lines, &self.balls, ends, limit, extra)
    }
}
