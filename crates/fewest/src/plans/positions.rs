//! Instances that start after some moves.

use crate::{AnyPuzzle, Instance, Move, for_any_puzzle};
use fewest_rules::{Puzzle, ReplayError, atomix, panex, pddl, play_all, tiles};

/// The reason why there is no such position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPosition {
    /// A text is not a move.
    #[error("move {number} ({text}) is not a move of this puzzle")]
    NoMove {
        /// Which, from 1.
        number: usize,
        /// The text.
        text: String,
    },
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] ReplayError),
}

macro_rules! any_puzzle {
    ($($puzzle:ident: $instance:ty;)*) => {$(
        impl From<$instance> for AnyPuzzle {
            fn from(puzzle: $instance) -> Self {
                Self::$puzzle(puzzle)
            }
        }
    )*};
}
any_puzzle! {
    Atomix: atomix::Level;
    Tiles: tiles::Instance;
    Panex: panex::Instance;
    Pddl: pddl::Instance;
}

impl Instance {
    /// Returns all legal moves from the start, each with the instance that starts after it.
    pub fn moves(&self) -> Vec<(Move, Self)> {
        for_any_puzzle!(&self.puzzle, puzzle => {
            let start = puzzle.start();
            let moves = puzzle.moves(&start).into_iter().filter_map(|step| {
                let next = puzzle.play(&start, &step)?;
                Some((Move::from(step), self.with(puzzle.starting_at(next))))
            });
            moves.collect()
        })
    }

    /// Returns the instance that starts after some moves, which are in the standard notation.
    ///
    /// # Errors
    /// The first text that is not a move, or move that is not legal.
    pub fn after(&self, moves: &[String]) -> Result<Self, NoPosition> {
        for_any_puzzle!(&self.puzzle, puzzle => {
            let moves = read(puzzle, moves)?;
            Ok(self.with(puzzle.starting_at(play_all(puzzle, moves)?)))
        })
    }

    fn with(&self, puzzle: impl Into<AnyPuzzle>) -> Self {
        Self { puzzle: puzzle.into(), ..self.clone() }
    }
}

/// Reads moves that are played one after the other from the start.
///
/// # Errors
/// The first text that is not a move, or move that is not legal.
pub fn read<P: Puzzle>(puzzle: &P, moves: &[String]) -> Result<Vec<P::Move>, NoPosition> {
    let mut position = puzzle.start();
    let mut steps = Vec::with_capacity(moves.len());
    for (number, text) in (1..).zip(moves) {
        let step = puzzle.parse_move(&position, text);
        let step = step.ok_or_else(|| NoPosition::NoMove { number, text: text.clone() })?;
        position = puzzle.play(&position, &step).ok_or_else(|| {
            let reason = puzzle.why_illegal(&position, &step);
            ReplayError::Illegal { number, step: step.to_string(), reason }
        })?;
        steps.push(step);
    }
    Ok(steps)
}
