//! The interface of all puzzle families, and the replay of plans.

use crate::{Located, Notation};
use std::fmt::{Debug, Display};

/// A puzzle instance: a start, legal moves, and goals.
///
/// Every move costs one. Implementations are written to be compared with the papers, not to be
/// fast. A plan is correct exactly if [`replay`] accepts it.
pub trait Puzzle: Sized {
    /// A position of the puzzle.
    type Position: Clone + Eq + Debug;
    /// One move, distinct from every other legal move in the same position.
    ///
    /// Its `Display` is the notation that fewest prints and [`Puzzle::parse_move`] reads.
    type Move: Clone + Eq + Debug + Display;

    /// Returns the position from which the puzzle starts.
    fn start(&self) -> Self::Position;

    /// Whether the puzzle is solved.
    fn is_goal(&self, position: &Self::Position) -> bool;

    /// Returns all legal moves of a position, in a fixed order.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// Returns the position after a move, or `None` if the move is not legal.
    fn play(&self, position: &Self::Position, step: &Self::Move) -> Option<Self::Position>;

    /// Returns the reason why a move is not legal in a position, in a few words.
    fn why_illegal(&self, position: &Self::Position, step: &Self::Move) -> String;

    /// Returns the same puzzle from another position.
    #[must_use]
    fn starting_at(&self, position: Self::Position) -> Self;

    /// Returns the notations of this puzzle, the standard one first.
    fn notations(&self) -> &'static [Notation];

    /// Returns the notations in which the same words mean different moves.
    fn readings(&self) -> &'static [Notation] {
        &[Notation::Standard]
    }

    /// Writes a move in a notation, or in the standard one if the puzzle does not have that
    /// notation.
    fn write_move(
        &self,
        position: &Self::Position,
        step: &Self::Move,
        notation: Notation,
    ) -> String;

    /// Reads words as moves and adds them to the walk, one after the other.
    ///
    /// # Errors
    /// The index, from 0, of the word that is not a move, and the reason. Illegal moves are not
    /// errors.
    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        notation: Notation,
    ) -> Result<(), (usize, MoveError)>;

    /// Returns the plan in a file of another program, or `None` if the text is not such a file.
    fn recorded_plan(&self, text: &str) -> Option<Result<Vec<Self::Move>, Located<MoveError>>> {
        let _ = text;
        None
    }

    /// Returns the move that `text` stands for in this position, in the standard notation, or
    /// `None` if it is not exactly one move. The move may still be illegal: [`Puzzle::play`] checks
    /// that.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Option<Self::Move> {
        let mut walk = Walk::blind(self, position.clone());
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::read_words(&mut walk, &words, Notation::Standard).ok()?;
        let mut moves = walk.into_moves();
        moves.pop().filter(|_| moves.is_empty())
    }

    /// Draws the position as lines of text for a person.
    fn draw(&self, position: &Self::Position) -> String;
}

/// Moves played from a position, as far as they are legal.
#[derive(Debug, Clone)]
pub struct Walk<'a, P: Puzzle> {
    pub(crate) puzzle: &'a P,
    pub(crate) moves: Vec<P::Move>,
    /// `None` after a move that is not legal.
    pub(crate) position: Option<P::Position>,
    /// Whether moves are taken as they come, legal or not.
    pub(crate) is_blind: bool,
}

impl<'a, P: Puzzle> Walk<'a, P> {
    /// Begins at a position.
    pub fn new(puzzle: &'a P, position: P::Position) -> Self {
        Self { puzzle, moves: Vec::new(), position: Some(position), is_blind: false }
    }

    /// Begins at a position; moves that are not legal change nothing.
    fn blind(puzzle: &'a P, position: P::Position) -> Self {
        Self { is_blind: true, ..Self::new(puzzle, position) }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &'a P {
        self.puzzle
    }

    /// Returns the position after the moves; `None` if the last one is not legal.
    pub fn position(&self) -> Option<&P::Position> {
        self.position.as_ref()
    }

    /// Adds a move, unless the previous one was not legal: moves after an illegal one have no
    /// meaning.
    pub fn push(&mut self, step: P::Move) {
        if let Some(position) = &self.position {
            match self.puzzle.play(position, &step) {
                Some(next) => self.position = Some(next),
                None if self.is_blind => {}
                None => self.position = None,
            }
            self.moves.push(step);
        }
    }

    /// Returns the moves; the last one may be illegal.
    pub fn into_moves(self) -> Vec<P::Move> {
        self.moves
    }
}

/// The reason why some words are not moves of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The words have no meaning here.
    #[error("\"{}\" is not a move of this puzzle", .0.escape_debug())]
    Unknown(String),
    /// There is nothing to move there.
    #[error("{0}")]
    NothingThere(String),
    /// Several atoms could be meant.
    #[error("there are {count} atoms {label}: write {label}.1 to {label}.{count}")]
    SeveralAtoms {
        /// Their label.
        label: String,
        /// How many there are.
        count: usize,
    },
    /// The number in front is not that of the moves.
    #[error("the number of moves is given as {stated}, but it is {found}")]
    OtherCount {
        /// The number in front.
        stated: usize,
        /// How many moves follow.
        found: usize,
    },
    /// The number in front is that of the moves, or a move itself.
    #[error(
        "{0} may be the number of moves, or a move: leave it out, or write \"1.\" before the first \
         move"
    )]
    CountOrMove(usize),
    /// A file of moves by another program is malformed.
    #[error("{0}")]
    Recorded(String),
}

/// The reason why a plan is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A step is illegal in its position.
    #[error("move {number} ({step}) is not legal: {reason}")]
    Illegal {
        /// The number of the step, from 1.
        number: usize,
        /// The step in the notation that is printed.
        step: String,
        /// The reason.
        reason: String,
    },
    /// All steps are legal, but the last position is not a goal.
    #[error("the puzzle is not solved after {moves} {}", if *moves == 1 { "move" } else { "moves" })]
    NotSolved {
        /// The number of steps.
        moves: usize,
    },
}

impl ReplayError {
    /// Returns the error of a step that is not legal in a position, the `number`th, from 1.
    pub fn illegal<P: Puzzle>(
        puzzle: &P,
        position: &P::Position,
        step: &P::Move,
        number: usize,
    ) -> Self {
        let reason = puzzle.why_illegal(position, step);
        Self::Illegal { number, step: step.to_string(), reason }
    }
}

/// Plays a plan from the start and returns the last position if it is a goal.
///
/// # Errors
/// The first illegal step, or a last position that is not a goal.
///
/// # Complexity
/// One [`Puzzle::play`] per step; one position in memory.
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
            None => return Err(ReplayError::illegal(puzzle, &position, &step, i + 1)),
        };
    }
    Ok(position)
}
