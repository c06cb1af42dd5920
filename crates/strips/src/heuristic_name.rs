//! The heuristics by name.

use fewest_search::UnknownName;
use std::str::FromStr;

/// The heuristics of tasks by the names users type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HeuristicName {
    /// None: every goal may be near.
    Blind,
    /// [`Hmax`](crate::Hmax).
    #[default]
    Hmax,
}

impl HeuristicName {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Blind, Self::Hmax];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blind => "blind",
            Self::Hmax => "hmax",
        }
    }
}

impl FromStr for HeuristicName {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let named = Self::ALL.into_iter().find(|heuristic| heuristic.name() == text);
        named.ok_or_else(|| UnknownName(text.to_owned()))
    }
}
