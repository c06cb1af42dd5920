//! Why an engine did not run.

use crate::artifact::FileError;
#[cfg(not(target_arch = "wasm32"))]
use crate::distributed::RankError;
use crate::engine::{Engine, Unsupported};
#[cfg(not(target_arch = "wasm32"))]
use crate::external::ExternalError;

/// The reason why an engine did not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The engine needs more than the problem has.
    #[error(transparent)]
    Missing(#[from] MissingPart),
    /// The search cannot be resumed from what is stored.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
    /// The engine cannot use a disk, or ranks.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

#[cfg(not(target_arch = "wasm32"))]
impl From<ExternalError> for RunError {
    fn from(error: ExternalError) -> Self {
        match error {
            ExternalError::LongKeys(_) => Self::Missing(MissingPart::ShortStates),
            ExternalError::File(error) => Self::Checkpoint(error),
            ExternalError::Ranks(error) => error.into(),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<RankError> for RunError {
    fn from(error: RankError) -> Self {
        match error {
            RankError::NoKeyFormat => Self::Missing(MissingPart::KeyFormat),
            RankError::Different => Self::Missing(MissingPart::SameProblem),
            RankError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

/// The reason why a puzzle was not searched.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The engine cannot do what was asked for.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// What is stored belongs to another search, or cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}

impl RunError {
    /// Returns the reason why a puzzle is not searched by an engine that did not run.
    pub fn of(self, engine: Engine, puzzle: &'static str) -> SolveError {
        match self {
            Self::Missing(missing) => Unsupported::part(engine, puzzle, missing).into(),
            Self::Checkpoint(error) => error.into(),
            Self::Unsupported(error) => error.into(),
        }
    }
}

/// What an engine needs beyond a problem in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MissingPart {
    /// The engine goes back from a state to its predecessors.
    #[error(
        "it has to undo moves, which is not possible here; astar and partial-expansion-astar do \
         not need that"
    )]
    MovesBack,
    /// Frontier search needs a graph whose moves can be taken back.
    #[error(
        "it needs a puzzle in which every move can be undone by a move; partial-expansion-astar \
         and nbs do not"
    )]
    Undirected,
    /// Bidirectional search needs a problem from each end.
    #[error("it needs the reversed problem with a heuristic of its own")]
    ReversedProblem,
    /// The smallest h over a perimeter needs the problem with the states of the perimeter as goals.
    #[error("its perimeter heuristic least-h is only for Atomix; it works without")]
    OtherGoals,
    /// BAE* needs the reversed problem, and consistent heuristics.
    #[error("it needs the reversed problem, and consistent heuristics in both directions")]
    ConsistentHeuristics,
    /// Runs on disk have numbers of 16 bytes.
    #[error("on disk its states must fit into 16 bytes")]
    ShortStates,
    /// Ranks send states to each other.
    #[error("several ranks need states that can be stored as bytes")]
    KeyFormat,
    /// All ranks must search the same problem.
    #[error("all ranks need the same problem, the same limits and the same version")]
    SameProblem,
    /// A historical program is for one puzzle.
    #[error(
        "it is a published program for another puzzle; astar and partial-expansion-astar work on \
         every puzzle"
    )]
    Program,
}
