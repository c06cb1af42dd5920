//! The test, with as few words per set of cells as the board needs.

use super::board_tables::BoardTables;
use super::branch::refutes;
use super::cost_shares::CostShares;
use crate::board::Board;
use crate::distances::Distances;
use fewest_search::Direction;

/// The atoms whose routes are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteScope {
    /// Each atom alone.
    Atoms,
    /// Also every two atoms together.
    Pairs,
}

/// The test for unsupported stops: it refutes states that need more moves than their distances
/// show, since a slide ends only at a wall or at another atom.
///
/// # Sound because
/// every plan within the budget belongs to some case of the branching, and propagation keeps, for
/// every atom, all cells where it rests in a plan of the case. The book has the proof.
///
/// Monotone: a state refuted with a slack is refuted with every smaller one.
#[derive(Debug)]
pub enum UnsupportedStops {
    /// Up to 64 cells.
    One(BoardTables<1>),
    /// Up to 128.
    Two(BoardTables<2>),
    /// All boards.
    Four(BoardTables<4>),
}

impl UnsupportedStops {
    /// The test for a board; states are searched in `direction`.
    pub fn new(
        board: &Board,
        distances: &Distances,
        direction: Direction,
        scope: RouteScope,
    ) -> Self {
        match board.len() {
            ..=64 => Self::One(BoardTables::new(board, distances, direction, scope)),
            65..=128 => Self::Two(BoardTables::new(board, distances, direction, scope)),
            _ => Self::Four(BoardTables::new(board, distances, direction, scope)),
        }
    }

    /// Whether no plan exceeds the bound by `slack` or less.
    ///
    /// # Panics
    /// If the slack is [`SLACKS`](super::SLACKS) or more.
    pub fn refutes(&self, shares: &CostShares<'_>, slack: usize) -> bool {
        match self {
            Self::One(tables) => refutes(tables, shares, slack),
            Self::Two(tables) => refutes(tables, shares, slack),
            Self::Four(tables) => refutes(tables, shares, slack),
        }
    }
}
