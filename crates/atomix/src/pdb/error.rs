//! Errors building a heuristic.

use fewest_search::Stop;

/// Why the tables of a heuristic were not built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// They would take too much memory.
    #[error("its tables do not fit into memory")]
    TooLarge,
    /// A limit was reached meanwhile.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
