//! Which moves there are.

use super::Column;
use std::fmt;

/// Between which columns a move may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// From any column to any other, along the track.
    Standard,
    /// From a column to the one beside it. Level 0 of the middle column is a place like others: on
    /// the way from one side to the other a piece stops there if it finds none below.
    Neighbours,
}

impl Rule {
    /// Whether a move may go from one column to another.
    #[inline]
    pub fn connects(self, from: Column, to: Column) -> bool {
        match self {
            Self::Standard => from != to,
            Self::Neighbours => from.index().abs_diff(to.index()) == 1,
        }
    }

    /// The highest level of a column where a piece may rest. In the standard game a piece at level 0
    /// of the middle column would block the track.
    ///
    /// # Units
    /// Levels count downward from 0, the track.
    #[inline]
    pub fn highest_level(self, column: Column) -> u16 {
        u16::from(self == Self::Standard && column == Column::M)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::Neighbours => "neighbours",
        })
    }
}
