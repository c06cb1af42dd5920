//! What every puzzle family offers, and the replay of plans on it.

use std::fmt::{Debug, Display};

/// A puzzle instance: a start, legal moves, and goals.
///
/// Every move costs one. Implementations are written to be read against the papers, not to be
/// fast; a plan is right exactly if [`replay`] accepts it.
pub trait Puzzle {
    /// Where everything stands.
    type Position: Clone + Eq + Debug;
    /// One move, told apart from every other move legal in the same position.
    ///
    /// Its `Display` is the notation fewest prints and [`Puzzle::parse_move`] reads.
    type Move: Clone + Eq + Debug + Display;

    /// The position the puzzle starts from.
    fn start(&self) -> Self::Position;

    /// Whether the puzzle is solved.
    fn is_goal(&self, position: &Self::Position) -> bool;

    /// All legal moves of a position, in a fixed order.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The position after a move, or `None` if the move is not legal.
    fn play(&self, position: &Self::Position, step: &Self::Move) -> Option<Self::Position>;

    /// The move that `text` stands for in this position, or `None` if it is no notation of a
    /// move. The move may still be illegal: [`Puzzle::play`] tells.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move>;

    /// The position as lines of text for a person.
    fn draw(&self, position: &Self::Position) -> String;
}

/// Why a plan is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A step is not legal where it is taken.
    #[error("move {number} ({step}) is not legal")]
    Illegal {
        /// Which step, from 1.
        number: usize,
        /// The step as printed.
        step: String,
    },
    /// All steps are legal, but the last position is no goal.
    #[error("the puzzle is not solved after the {moves} moves")]
    NotSolved {
        /// How many steps there were.
        moves: usize,
    },
}

/// Plays a plan from the start and returns the last position if it is a goal.
///
/// # Errors
/// The first illegal step, or a last position that is no goal.
///
/// # Complexity
/// One [`Puzzle::play`] a step; one position in memory.
pub fn replay<P: Puzzle>(
    puzzle: &P,
    plan: impl IntoIterator<Item = P::Move>,
) -> Result<P::Position, ReplayError> {
    let mut position = puzzle.start();
    let mut moves = 0;
    for step in plan {
        moves += 1;
        position = puzzle
            .play(&position, &step)
            .ok_or_else(|| ReplayError::Illegal { number: moves, step: step.to_string() })?;
    }
    if puzzle.is_goal(&position) { Ok(position) } else { Err(ReplayError::NotSolved { moves }) }
}
