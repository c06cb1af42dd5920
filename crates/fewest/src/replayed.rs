//! Plans of any puzzle, replayed.

use fewest_rules::{Puzzle, ReplayError, replay};

/// A plan that solves its puzzle by the rules.
#[derive(Debug, Clone)]
pub struct Replayed<P: Puzzle> {
    puzzle: P,
    moves: Vec<P::Move>,
}

impl<P: Puzzle> Replayed<P> {
    /// Replays a plan.
    ///
    /// # Errors
    /// If a move is illegal, or the puzzle is not solved after the last one.
    pub fn new(puzzle: P, moves: Vec<P::Move>) -> Result<Self, ReplayError> {
        replay(&puzzle, moves.iter().cloned())?;
        Ok(Self { puzzle, moves })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// All moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The position after the first `count` moves, or after all if there are fewer.
    pub fn position_after(&self, count: usize) -> P::Position {
        let play = |position, step| self.puzzle.play(&position, step).expect("it was replayed");
        self.moves.iter().take(count).fold(self.puzzle.start(), play)
    }
}
