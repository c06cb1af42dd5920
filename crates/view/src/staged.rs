//! Turns a puzzle and a plan into scenes and steps.

use crate::{Scene, Step};
use fewest_rules::Puzzle;

/// A puzzle that can be shown.
pub trait Staged: Puzzle {
    /// Returns the scene of a position. All positions have the same size, ground and pieces.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// Returns the step for a move that is legal in `before` and leads to `after`.
    fn step(&self, before: &Self::Position, step: &Self::Move, after: &Self::Position) -> Step;

    /// Returns the goal as a scene of its own, which may be smaller than the board.
    fn goal(&self) -> Scene;
}

/// A plan as steps from the start, generated one after the other.
///
/// It ends before the first move that is not legal.
#[derive(Debug)]
pub struct Film<'a, P: Puzzle, I> {
    puzzle: &'a P,
    position: P::Position,
    moves: I,
}

impl<'a, P: Staged, I: Iterator<Item = P::Move>> Film<'a, P, I> {
    /// Creates the film of a plan of a puzzle from its start.
    pub fn new(puzzle: &'a P, moves: impl IntoIterator<IntoIter = I>) -> Self {
        Self { puzzle, position: puzzle.start(), moves: moves.into_iter() }
    }

    /// Returns the scene at the current place of the film.
    pub fn scene(&self) -> Scene {
        self.puzzle.scene(&self.position)
    }

    /// Whether the puzzle is solved at the current place.
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_goal(&self.position)
    }
}

impl<P: Staged, I: Iterator<Item = P::Move>> Iterator for Film<'_, P, I> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.moves.next()?;
        let after = self.puzzle.play(&self.position, &step)?;
        let before = std::mem::replace(&mut self.position, after);
        Some(self.puzzle.step(&before, &step, &self.position))
    }
}
