//! A plan as steps.

use crate::{Scene, Step, staged};
use fewest_rules::{AnyMove, AnyPosition, AnyPuzzle, Puzzle as _};

/// The largest number of moves of an animation in one picture: with more, the file would be too
/// large for most programs.
pub const MOST_MOVES: usize = 5_000;

/// The error of a plan that is too long for an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an animation has at most {MOST_MOVES} moves; a page of HTML has no such limit")]
pub struct TooLong;

/// A plan as steps from the start, generated one after the other.
///
/// It ends before the first move that is not legal.
pub struct Film<'a> {
    puzzle: &'a AnyPuzzle,
    position: AnyPosition,
    moves: Box<dyn Iterator<Item = AnyMove> + 'a>,
}

impl<'a> Film<'a> {
    /// Creates the film of a plan of a puzzle from its start.
    pub fn new(
        puzzle: &'a AnyPuzzle,
        moves: impl IntoIterator<Item = AnyMove, IntoIter: 'a>,
    ) -> Self {
        Self { puzzle, position: puzzle.start(), moves: Box::new(moves.into_iter()) }
    }

    /// Returns the scene at the current place of the film.
    pub fn scene(&self) -> Scene {
        staged::scene(self.puzzle, &self.position)
    }

    /// Returns the goal as a scene of its own.
    pub fn goal(&self) -> Scene {
        staged::goal(self.puzzle)
    }

    /// Whether the puzzle is solved at the current place.
    pub fn is_solved(&self) -> bool {
        self.puzzle.is_goal(&self.position)
    }

    /// Returns the rest of the steps, for an animation.
    pub(crate) fn animated(&mut self) -> Result<Vec<Step>, TooLong> {
        let steps: Vec<_> = self.take(MOST_MOVES + 1).collect();
        if steps.len() > MOST_MOVES { Err(TooLong) } else { Ok(steps) }
    }
}

impl Iterator for Film<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.moves.next()?;
        let after = self.puzzle.play(&self.position, &step)?;
        let before = std::mem::replace(&mut self.position, after);
        Some(staged::step(self.puzzle, &before, &step, &self.position))
    }
}
