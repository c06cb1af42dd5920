//! The price of unsupported stops: a test that refutes many states which the distances admit.

use crate::counted::Counted;
use crate::overspending::refutes;
use crate::supported_stops::SupportedStops;
use crate::{Board, Distances, Strength};
use fewest_search::Direction;

/// Shows that some states need more moves than their distances say, since a slide ends only at a
/// wall or at another atom. In as few words as the cells of the board need.
///
/// # Sound because
/// it refutes every way to share out what a plan within the budget may spend, and the rounds in
/// which it does so keep, for every atom, all cells where it rests in such a plan;
/// `docs/atomix-heuristics.md` has the proof.
///
/// Monotone: what is refuted with a slack is refuted with every smaller one.
#[derive(Debug)]
pub enum SomeStops {
    /// Up to 64 cells.
    One(SupportedStops<1>),
    /// Up to 128.
    Two(SupportedStops<2>),
    /// All boards.
    Four(SupportedStops<4>),
}

impl SomeStops {
    /// The test for a board; states are searched in `direction`.
    pub fn new(
        board: &Board,
        distances: &Distances,
        direction: Direction,
        strength: Strength,
    ) -> Self {
        match board.len() {
            ..=64 => Self::One(SupportedStops::new(board, distances, direction, strength)),
            65..=128 => Self::Two(SupportedStops::new(board, distances, direction, strength)),
            _ => Self::Four(SupportedStops::new(board, distances, direction, strength)),
        }
    }

    /// Whether no plan exceeds what is counted by `slack` or less.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`](crate::reach::LEVELS) or more.
    pub fn refutes(&self, counted: &Counted<'_>, slack: usize) -> bool {
        match self {
            Self::One(stops) => refutes(stops, counted, slack),
            Self::Two(stops) => refutes(stops, counted, slack),
            Self::Four(stops) => refutes(stops, counted, slack),
        }
    }
}
