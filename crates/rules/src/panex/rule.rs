//! The rules for moves.

use super::Column;
use std::fmt;

/// The columns between which a move may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// From any column to any other, along the track.
    Standard,
    /// From a column to a neighbouring one. Level 0 of the middle column is a place like any other:
    /// a piece that goes from one side to the other stops there if there is no place below.
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

    /// Returns the highest level of a column at which a piece may rest. In the standard game a
    /// piece at level 0 of the middle column would block the track.
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
