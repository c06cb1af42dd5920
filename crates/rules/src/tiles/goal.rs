//! Goals: the places of the tiles and the blank.

use super::{Board, Options, Size, parse};
use std::fmt;
use std::str::FromStr;

/// The solved board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The tiles in order by rows, the blank after the last one, as in the toy since 1880 and in
    /// Knuth's programs.
    #[default]
    BlankLast,
    /// The tiles in order by rows, the blank before tile 1, as in Korf's papers.
    BlankFirst,
    /// The tiles in order by rows, the blank in the middle: see [`Size::centre`].
    BlankCentre,
    /// The tiles in order along a spiral, clockwise from the top left to the blank.
    Snail,
    /// This board.
    Position(Board),
}

impl Goal {
    /// The goals that have a name and exist for every size.
    pub const NAMED: [Self; 4] =
        [Self::BlankLast, Self::BlankFirst, Self::BlankCentre, Self::Snail];

    /// Returns a board as a goal, by its name if it has one.
    pub fn of(board: Board) -> Self {
        let is_board = |goal: &Self| Board::solved(board.size(), *goal) == board;
        Self::NAMED.into_iter().find(is_board).unwrap_or(Self::Position(board))
    }

    /// Returns the name that users type; a position has none.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::BlankLast => Some("blank-last"),
            Self::BlankFirst => Some("blank-first"),
            Self::BlankCentre => Some("blank-centre"),
            Self::Snail => Some("snail"),
            Self::Position(_) => None,
        }
    }

    /// Returns the names of all goals that have one.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMED.into_iter().filter_map(Self::name)
    }

    /// Returns the only size that has this goal; `None` if every size has it.
    pub fn size(self) -> Option<Size> {
        match self {
            Self::Position(board) => Some(board.size()),
            _ => None,
        }
    }
}

/// The name, or the position.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name(), self) {
            (Some(name), _) => f.pad(name),
            (None, Self::Position(board)) => board.fmt(f),
            (None, _) => Ok(()),
        }
    }
}

/// The error of a text that is not a goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{text}\" is not a goal: write {} or a position like \"1 2 3 / 8 0 4 / 7 6 5\"{}",
    Goal::names().collect::<Vec<_>>().join(", "),
    if reason.is_empty() { String::new() } else { format!(" (as a position: {reason})") }
)]
pub struct UnknownGoal {
    /// The text.
    pub text: String,
    /// The reason why it is not a position, if it looks like one.
    pub reason: String,
}

/// A name, or a position in any notation of [`parse()`].
impl FromStr for Goal {
    type Err = UnknownGoal;
    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        if text == "blank-center" {
            return Ok(Self::BlankCentre);
        }
        if let Some(named) = Self::NAMED.into_iter().find(|goal| goal.name() == Some(text)) {
            return Ok(named);
        }
        let board = parse(text, Options::default()).map(|instance| Self::Position(instance.start));
        board.map_err(|error| {
            let is_position = text.bytes().any(|b| b.is_ascii_digit());
            let reason = if is_position { error.to_string() } else { String::new() };
            UnknownGoal { text: text.to_owned(), reason }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_print_and_parse() {
        for goal in Goal::NAMED {
            assert_eq!(goal.to_string().parse(), Ok(goal));
        }
        for text in ["1 2 3 / 8 4 0 / 7 6 5", "3 1 / 2 0", "3 1 2 / 5 4 0"] {
            let goal: Goal = text.parse().unwrap();
            assert_eq!(goal.to_string(), text);
            assert_eq!(goal.name(), None);
        }
        let snail: Goal = "123804765".parse().unwrap();
        let Goal::Position(board) = snail else { panic!("a position was written") };
        assert_eq!(Goal::of(board), Goal::Snail);
        assert_eq!("blank-center".parse(), Ok(Goal::BlankCentre));
    }

    #[test]
    fn what_is_no_goal_is_told_so() {
        let message = |text: &str| text.parse::<Goal>().unwrap_err().to_string();
        let all = "write blank-last, blank-first, blank-centre, snail or a position like \
                   \"1 2 3 / 8 0 4 / 7 6 5\"";
        assert_eq!(message("spiral"), format!("\"spiral\" is not a goal: {all}"));
        assert_eq!(
            message("1 2 3 / 8 0 4 / 7 6 6"),
            format!(
                "\"1 2 3 / 8 0 4 / 7 6 6\" is not a goal: {all} (as a position: 1:21: tile 6 is used \
                 twice)"
            )
        );
    }
}
