//! Numbers of moves.

use std::fmt;
use std::ops::{Add, Sub};

/// A number of moves: the length of a path, a heuristic value, or a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Depth(pub u16);

impl Depth {
    /// Zero moves.
    pub const ZERO: Self = Self(0);
    /// More moves than any plan that an engine can find has.
    pub const MAX: Self = Self(u16::MAX);
    /// The largest number of moves of a plan that an engine looks for. Sums above it become
    /// [`Self::MAX`], so that lower bounds stay lower bounds.
    pub const LONGEST_PLAN: Self = Self(u16::MAX - 1);

    /// Returns this number plus one.
    #[must_use]
    pub fn next(self) -> Self {
        self + Self(1)
    }

    /// Converts a number of moves; larger numbers become [`Self::MAX`]. A lower bound stays a lower
    /// bound.
    pub fn saturated(moves: usize) -> Self {
        Self(u16::try_from(moves).unwrap_or(u16::MAX))
    }

    /// Returns the number as an index into an array with a place for each depth.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Add for Depth {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Depth {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
