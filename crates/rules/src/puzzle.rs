//! What every puzzle family offers, and the replay of plans on it.

use crate::{Located, MoveError, Notation, Walk};
use std::fmt::{Debug, Display};

/// A puzzle instance: a start, legal moves, and goals.
///
/// Every move costs one. Implementations are written to be read against the papers, not to be
/// fast; a plan is right exactly if [`replay`] accepts it.
pub trait Puzzle: Sized {
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

    /// Why a move is not legal in a position: what stands where, in a few words.
    fn why_illegal(&self, position: &Self::Position, step: &Self::Move) -> String;

    /// The same puzzle from another position.
    #[must_use]
    fn starting_at(&self, position: Self::Position) -> Self;

    /// The notations of this puzzle, the standard one first.
    fn notations() -> &'static [Notation];

    /// Those that mean different moves by the same words.
    fn readings() -> &'static [Notation] {
        &[Notation::Standard]
    }

    /// A move in a notation; in the standard one if the puzzle does not have it.
    fn write_move(
        &self,
        position: &Self::Position,
        step: &Self::Move,
        notation: Notation,
    ) -> String;

    /// Adds the moves that some words stand for, one after the other.
    ///
    /// # Errors
    /// Which word is no move, from 0, and why. Illegal moves are no errors.
    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        notation: Notation,
    ) -> Result<(), (usize, MoveError)>;

    /// The plan in a file of another program, or `None` if the text is none.
    fn recorded_plan(&self, text: &str) -> Option<Result<Vec<Self::Move>, Located<MoveError>>> {
        let _ = text;
        None
    }

    /// The move that `text` stands for in this position, in the standard notation, or `None` if it
    /// is not one move. The move may still be illegal: [`Puzzle::play`] tells.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let mut walk = Walk::blind(self, position.clone());
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::read_words(&mut walk, &words, Notation::Standard).ok()?;
        let mut moves = walk.into_moves();
        moves.pop().filter(|_| moves.is_empty())
    }

    /// The position as lines of text for a person.
    fn draw(&self, position: &Self::Position) -> String;
}

/// Why a plan is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A step is not legal where it is taken.
    #[error("move {number} ({step}) is not legal: {reason}")]
    Illegal {
        /// Which step, from 1.
        number: usize,
        /// The step as printed.
        step: String,
        /// What stands where.
        reason: String,
    },
    /// All steps are legal, but the last position is no goal.
    #[error("the puzzle is not solved after {moves} {}", if *moves == 1 { "move" } else { "moves" })]
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
    let mut moves = 0;
    let position = play_all(puzzle, plan.into_iter().inspect(|_| moves += 1))?;
    if puzzle.is_goal(&position) { Ok(position) } else { Err(ReplayError::NotSolved { moves }) }
}

/// Plays moves from the start and returns the last position.
///
/// # Errors
/// The first illegal step.
pub fn play_all<P: Puzzle>(
    puzzle: &P,
    moves: impl IntoIterator<Item = P::Move>,
) -> Result<P::Position, ReplayError> {
    let mut position = puzzle.start();
    for (i, step) in moves.into_iter().enumerate() {
        position = match puzzle.play(&position, &step) {
            Some(next) => next,
            None => {
                let reason = puzzle.why_illegal(&position, &step);
                let (number, step) = (i + 1, step.to_string());
                return Err(ReplayError::Illegal { number, step, reason });
            }
        };
    }
    Ok(position)
}
