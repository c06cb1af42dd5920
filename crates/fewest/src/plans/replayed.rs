//! Plans of any puzzle, replayed.

use fewest_rules::{Notation, Puzzle, ReplayError, replay};

/// A plan that solves its puzzle by the rules.
#[derive(Debug, Clone)]
pub struct Replayed<P: Puzzle> {
    puzzle: P,
    moves: Vec<P::Move>,
    /// How its moves are written.
    pub(crate) notation: Notation,
}

impl<P: Puzzle> Replayed<P> {
    /// Replays a plan.
    ///
    /// # Errors
    /// If a move is illegal, or the puzzle is not solved after the last one.
    pub fn new(puzzle: P, moves: Vec<P::Move>) -> Result<Self, ReplayError> {
        replay(&puzzle, moves.iter().cloned())?;
        Ok(Self { puzzle, moves, notation: Notation::default() })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Returns all moves.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The moves after the first `count` as they are written.
    pub(crate) fn texts_after(&self, count: usize) -> impl Iterator<Item = String> + '_ {
        let mut position = self.position_after(count);
        self.moves.iter().skip(count).map(move |step| {
            let text = self.puzzle.write_move(&position, step, self.notation);
            position = self.after(&position, step);
            text
        })
    }

    /// Returns the position after the first `count` moves, or after all if there are fewer.
    pub fn position_after(&self, count: usize) -> P::Position {
        let play = |position, step| self.after(&position, step);
        self.moves.iter().take(count).fold(self.puzzle.start(), play)
    }

    fn after(&self, position: &P::Position, step: &P::Move) -> P::Position {
        self.puzzle.play(position, step).expect("it was replayed")
    }
}
