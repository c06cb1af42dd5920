//! A puzzle with its name.

use crate::MoveCount;
use fewest_rules::{AnyMove as Move, AnyPosition, AnyPuzzle, Puzzle, ReplayError, play_all};

/// A puzzle instance and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The name in output: `water`, `katomic_05`, `panex:7`.
    pub name: String,
    /// The title that its source gives it, if any.
    pub title: Option<String>,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
}

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

impl Instance {
    /// Draws the start as lines of text, without a line end after the last.
    pub fn draw(&self) -> String {
        draw(&self.puzzle, &self.puzzle.start())
    }

    /// Returns the name, and the title if there is one: `water “Water”`.
    pub fn heading(&self) -> String {
        let Self { name, title, .. } = self;
        title.as_ref().map_or_else(|| name.clone(), |title| format!("{name} “{title}”"))
    }

    /// Returns all legal moves from the start, each with the instance that starts after it.
    pub fn moves(&self) -> Vec<(Move, Self)> {
        let start = self.puzzle.start();
        let moves = self.puzzle.moves(&start).into_iter().filter_map(|step| {
            let next = self.puzzle.play(&start, &step)?;
            Some((step, self.starting_at(next)))
        });
        moves.collect()
    }

    /// Returns the instance that starts after some moves, which are in the standard notation.
    ///
    /// # Errors
    /// The first text that is not a move, or move that is not legal.
    pub fn after(&self, moves: &[String]) -> Result<Self, NoPosition> {
        let moves = self.read_moves(moves)?;
        Ok(self.starting_at(play_all(&self.puzzle, moves)?))
    }

    /// Returns the instance that starts after some moves, and whose name says so: `water after 2
    /// moves`.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn named_after(&self, moves: Vec<Move>) -> Result<Self, ReplayError> {
        let count = MoveCount::from(moves.len() as u64);
        let name = format!("{} after {}", self.name, count.in_words());
        Ok(Self { name, ..self.starting_at(play_all(&self.puzzle, moves)?) })
    }

    /// Reads moves in the standard notation that are played one after the other from the start.
    ///
    /// # Errors
    /// The first text that is not a move, or move that is not legal.
    pub fn read_moves(&self, moves: &[String]) -> Result<Vec<Move>, NoPosition> {
        let puzzle = &self.puzzle;
        let mut position = puzzle.start();
        let mut steps = Vec::with_capacity(moves.len());
        for (number, text) in (1..).zip(moves) {
            let step = puzzle.parse_move(&position, text);
            let step = step.ok_or_else(|| NoPosition::NoMove { number, text: text.clone() })?;
            let next = puzzle.play(&position, &step);
            position =
                next.ok_or_else(|| ReplayError::illegal(puzzle, &position, &step, number))?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn starting_at(&self, position: AnyPosition) -> Self {
        Self { puzzle: self.puzzle.starting_at(position), ..self.clone() }
    }
}

/// Draws a position as lines of text, without a line end after the last.
pub fn draw<P: Puzzle>(puzzle: &P, position: &P::Position) -> String {
    puzzle.draw(position).trim_end_matches('\n').to_owned()
}
