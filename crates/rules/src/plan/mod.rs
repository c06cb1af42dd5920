//! Reads plans as people write them.
//!
//! Moves are separated by line ends, by commas, or by spaces if that is unambiguous. `#` begins a
//! comment, and the numbers of a list (`12.`) and a byte order mark are skipped. The number of moves
//! may be in front.

mod count;

pub use crate::puzzle::{MoveError, Walk};

use crate::text::{is_digits, without_byte_order_mark};
use crate::{Located, Notation, Puzzle, ReplayError, TextPosition};
use count::Count;

/// The reason why a text is not a plan of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Something in the text is not a move.
    #[error(transparent)]
    Unreadable(#[from] Located<MoveError>),
    /// A move is of something that is not there.
    #[error(transparent)]
    Rejected(ReplayError),
    /// The text means different legal moves in different notations.
    #[error("these moves can be read in two ways: use --notation {0} or --notation {1}")]
    Ambiguous(Notation, Notation),
    /// The puzzle does not have this notation.
    #[error("this puzzle has no notation \"{0}\": use {1}")]
    OtherPuzzle(Notation, String),
}

/// Reads the moves that a text stands for, from the start of a puzzle.
///
/// They end with the first move that is illegal in its position: [`crate::replay`] will report it,
/// and moves after it have no meaning. Without a notation, the text is read in every notation that
/// makes a difference for the puzzle. The one in which the moves solve the puzzle is chosen, or
/// else one in which they are legal; the standard one takes precedence. In the same way, a number in
/// front is that of the moves, or a move.
///
/// # Errors
/// Words that are not moves, moves of something that is not there, moves that are legal in two
/// notations, or another number of moves than the one in front.
pub fn read_plan<P: Puzzle>(
    puzzle: &P,
    text: &str,
    notation: Option<Notation>,
) -> Result<Vec<P::Move>, PlanError> {
    let text = without_byte_order_mark(text);
    let whole = read_moves(puzzle, text, notation);
    match Count::in_front(puzzle, text) {
        None => whole,
        Some(count) => {
            let rest = read_moves(puzzle, &count.rest, notation);
            count.decide(puzzle, whole, rest)
        }
    }
}

/// Reads a text of moves alone.
fn read_moves<P: Puzzle>(
    puzzle: &P,
    text: &str,
    notation: Option<Notation>,
) -> Result<Vec<P::Move>, PlanError> {
    if let Some(moves) = puzzle.recorded_plan(text) {
        return moves.map_err(PlanError::Unreadable);
    }
    if let Some(notation) = notation {
        check_notation(puzzle, notation)?;
        return Ok(read(puzzle, text, notation.reading())?.moves);
    }
    let mut best: Option<(Notation, Walk<'_, P>)> = None;
    let mut other = None;
    let mut error = None;
    for &notation in puzzle.readings() {
        let walk = match read(puzzle, text, notation) {
            Ok(walk) => walk,
            Err(found) => {
                error.get_or_insert(found);
                continue;
            }
        };
        let rank = |walk: &Walk<'_, P>| {
            let is_solved = walk.position().is_some_and(|position| puzzle.is_goal(position));
            (is_solved, walk.position.is_some(), walk.moves.len())
        };
        match &best {
            Some((first, known)) if rank(known) >= rank(&walk) => {
                // A text that can be read in the puzzle's own notation is taken to be in it.
                let is_clear = *first == Notation::Standard
                    || known.moves == walk.moves
                    || rank(known) > rank(&walk);
                other = other.or((!is_clear).then_some((*first, notation)));
            }
            _ => (best, other) = (Some((notation, walk)), None),
        }
    }
    let Some((_, walk)) = best else {
        return Err(error.expect("every puzzle has a reading, which gave moves or an error"));
    };
    match other {
        Some((first, second)) if walk.position().is_some_and(|last| !puzzle.is_goal(last)) => {
            Err(PlanError::Ambiguous(first, second))
        }
        _ => Ok(walk.moves),
    }
}

/// Checks that a puzzle has a notation.
///
/// # Errors
/// If it does not; the error names the notations that it has.
pub fn check_notation<P: Puzzle>(puzzle: &P, notation: Notation) -> Result<(), PlanError> {
    if puzzle.notations().contains(&notation) {
        return Ok(());
    }
    let names: Vec<&str> = puzzle.notations().iter().map(|notation| notation.name()).collect();
    Err(PlanError::OtherPuzzle(notation, names.join(", ")))
}

fn read<'a, P: Puzzle>(
    puzzle: &'a P,
    text: &str,
    notation: Notation,
) -> Result<Walk<'a, P>, PlanError> {
    let mut walk = Walk::new(puzzle, puzzle.start());
    for line in text.lines() {
        let content = line.split('#').next().unwrap_or_default();
        for part in content.split(',') {
            if walk.position.is_none() {
                return Ok(walk);
            }
            let words = part.split_whitespace().filter(|word| !is_list_number(word));
            let words: Vec<&str> = words.collect();
            let Err((word, error)) = P::read_words(&mut walk, &words, notation) else { continue };
            let word = words.get(word).copied().unwrap_or(part);
            if let MoveError::NothingThere(reason) = error {
                let (number, step) = (walk.moves.len() + 1, word.to_owned());
                return Err(PlanError::Rejected(ReplayError::Illegal { number, step, reason }));
            }
            return Err(TextPosition::of_part(text, word).error(error).into());
        }
    }
    Ok(walk)
}

/// Whether a word is a list number, like `12.`.
fn is_list_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(is_digits)
}
