//! The number of moves in front of a plan.

use crate::text::{is_digits, offset};
use crate::{MoveError, PlanError, Puzzle, TextPosition, play_all};

/// A number in front of a plan: that of the moves, or a move itself.
pub(crate) struct Count {
    stated: usize,
    at: TextPosition,
    /// The text without it, with all else in its place.
    pub rest: String,
    /// Whether it is alone in its line, and no number follows.
    is_heading: bool,
    /// Whether it is not written as what follows.
    is_apart: bool,
}

type Moves<P> = Result<Vec<<P as Puzzle>::Move>, PlanError>;

impl Count {
    /// Finds a number in front of a text that is not part of a move.
    pub fn in_front<P: Puzzle>(puzzle: &P, text: &str) -> Option<Self> {
        let content = text.lines().filter_map(|line| line.split('#').next());
        let lines = content.map(|line| line.split(is_separator).filter(|word| !word.is_empty()));
        let lines = lines.map(Iterator::collect::<Vec<_>>);
        let mut lines = lines.filter(|words| !words.is_empty());
        let (first, second) = (lines.next()?, lines.next().unwrap_or_default());
        let number = first.first().filter(|word| is_digits(word))?;
        let begin = offset(text, number);
        let (before, after) = (&text[..begin], &text[begin + number.len()..]);
        let (stated, is_alone) = (number.parse().ok()?, first.len() == 1);
        if stated > 0 && is_alone && second.is_empty() {
            // A plan of one move.
            return None;
        }
        // An atom may be named by a number.
        if !is_alone && puzzle.parse_move(&puzzle.start(), number).is_none() {
            return None;
        }
        let is_before_number =
            first.iter().chain(&second).nth(1).is_some_and(|word| is_digits(word));
        Some(Self {
            stated,
            at: TextPosition::of_offset(text, begin),
            rest: format!("{before}{:1$}{after}", "", number.len()),
            is_heading: is_alone && !is_before_number,
            is_apart: !is_before_number || is_alone && second.len() > 1,
        })
    }

    /// Chooses between the moves of the whole text and those of the rest: what is legal, what is as
    /// long as stated, and what solves the puzzle.
    pub fn decide<P: Puzzle>(&self, puzzle: &P, whole: Moves<P>, rest: Moves<P>) -> Moves<P> {
        let found = rest.as_ref().map_or(0, Vec::len);
        let rank = |moves: &Moves<P>| {
            let played = moves.as_ref().ok().map(|moves| play_all(puzzle, moves.iter().cloned()));
            played.and_then(Result::ok).map(|last| puzzle.is_goal(&last))
        };
        let refused = |error| Err(self.at.error(error).into());
        match (rank(&whole), rank(&rest)) {
            (known, better) if better > known && found == self.stated => rest,
            (Some(known), Some(other))
                if known == other && found == self.stated && whole != rest =>
            {
                refused(MoveError::CountOrMove(self.stated))
            }
            (None, Some(_)) if self.is_apart => {
                refused(MoveError::OtherCount { stated: self.stated, found })
            }
            (None, None) if self.is_heading => rest,
            _ => whole,
        }
    }
}

/// Whether a character stands between words.
fn is_separator(c: char) -> bool {
    c == ',' || c.is_whitespace()
}
