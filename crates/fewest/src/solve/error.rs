//! Why there is no report.

use fewest_rules::ReplayError;
use fewest_search::Unsupported;
use fewest_tiles::FileError;

/// The reason why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The puzzle cannot be searched in the way that was asked for.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Such searches have no checkpoints.
    #[error("{0} have no checkpoints; Atomix, tile puzzles and Panex have")]
    NoCheckpoint(&'static str),
    /// Searches of the puzzle cannot run on disk, or by several ranks.
    #[error("{0} cannot be searched on disk or by several ranks")]
    NoDisk(&'static str),
    /// It has no pieces by which its difficulty could be rated.
    #[error("planning tasks cannot be rated: they have no pieces")]
    NotRated,
    /// The search cannot be resumed from the checkpoint.
    #[error(transparent)]
    Checkpoint(FileError),
    /// The engine's plan was rejected by the rules: a bug in this program.
    #[error("the plan that was found is wrong: {0}")]
    WrongPlan(#[from] ReplayError),
}

impl From<fewest_search::SolveError> for SolveError {
    fn from(error: fewest_search::SolveError) -> Self {
        match error {
            fewest_search::SolveError::Unsupported(error) => Self::Unsupported(error),
            fewest_search::SolveError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}
