//! The two conventions of the solved board.

use std::fmt;
use std::str::FromStr;

/// Where the blank is when the tiles stand in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// After the last tile, as in the toy since 1880 and in Knuth's programs.
    #[default]
    BlankLast,
    /// Before tile 1, as in Korf's papers.
    BlankFirst,
}

impl Goal {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::BlankLast, Self::BlankFirst];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
        }
    }

    /// The other convention.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::BlankLast => Self::BlankFirst,
            Self::BlankFirst => Self::BlankLast,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no goal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" names no goal: it is blank-last or blank-first")]
pub struct UnknownGoal(pub String);

impl FromStr for Goal {
    type Err = UnknownGoal;
    fn from_str(text: &str) -> Result<Self, UnknownGoal> {
        let named = Self::ALL.into_iter().find(|goal| goal.name() == text);
        named.ok_or_else(|| UnknownGoal(text.to_owned()))
    }
}
