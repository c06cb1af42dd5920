//! The end from which a search starts.

/// The end from which a search starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the start to a goal.
    Forward,
    /// From all goals to the start.
    Backward,
}

impl Direction {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Forward, Self::Backward];

    /// Returns the other direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}
