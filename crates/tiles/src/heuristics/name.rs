//! The heuristics by name.

use fewest_rules::tiles::Size;
use std::fmt;
use std::str::FromStr;

/// The heuristics, by the names that users type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicName {
    /// The Manhattan distance.
    Manhattan,
    /// The Manhattan distance with linear conflicts.
    LinearConflict,
    /// The inversion distance.
    InversionDistance,
    /// The walking distance.
    WalkingDistance,
    /// Pattern databases: those of the smallest collection, unless tables are given.
    PatternDatabases,
}

impl HeuristicName {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Manhattan,
        Self::LinearConflict,
        Self::InversionDistance,
        Self::WalkingDistance,
        Self::PatternDatabases,
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::InversionDistance => "inversion-distance",
            Self::WalkingDistance => "walking-distance",
            Self::PatternDatabases => "pattern-databases",
        }
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a word that is not the name of a heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown heuristic \"{0}\" for tile puzzles")]
pub struct UnknownHeuristic(pub String);

impl FromStr for HeuristicName {
    type Err = UnknownHeuristic;
    fn from_str(text: &str) -> Result<Self, UnknownHeuristic> {
        let named = Self::ALL.into_iter().find(|heuristic| heuristic.name() == text);
        named.ok_or_else(|| UnknownHeuristic(text.to_owned()))
    }
}

/// The error of a heuristic whose tables would be too large to build before each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic {heuristic} is not available on a {size} board: its tables are too large")]
pub struct TooLarge {
    /// The heuristic.
    pub heuristic: HeuristicName,
    /// The board.
    pub size: Size,
}
