//! Errors in building a heuristic.

use fewest_search::Stop;

/// The reason why the tables of a heuristic were not built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// They would take too much memory.
    #[error("its tables do not fit into memory")]
    TooLarge,
    /// A limit was reached while they were built.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<BuildError> for Stop {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::TooLarge => Self::Memory,
            BuildError::Stopped(stop) => stop,
        }
    }
}
