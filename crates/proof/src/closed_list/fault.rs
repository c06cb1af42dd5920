//! The reason why a certificate is not accepted.

use std::io;

/// The reason why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum ClosedListError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// Something in the certificate does not hold.
    #[error("{}{fault}", section.map(|section| format!("section {section}: ")).unwrap_or_default())]
    Rejected {
        /// Where, from 1; nothing where it is about the whole file.
        section: Option<u64>,
        /// What does not hold in a certificate.
        fault: Fault,
    },
    /// The check was stopped early.
    #[error("the check was stopped")]
    Stopped,
}

impl From<Fault> for ClosedListError {
    fn from(fault: Fault) -> Self {
        Self::Rejected { section: None, fault }
    }
}

/// What does not hold in a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The first line is not that of a certificate.
    #[error("this is not a certificate of this version")]
    NoCertificate,
    /// The second line cannot be understood.
    #[error("line 2, column {column}: {reason}")]
    Header {
        /// Where in the line.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// The instance cannot be read, or is not valid.
    #[error("the instance: {0}")]
    Instance(String),
    /// The puzzle does not have this direction or heuristic in the checker.
    #[error("this puzzle is not certified in this direction with this heuristic")]
    Unsupported,
    /// The puzzle is not one that this crate knows.
    #[error("its puzzle is {0:?}: only the program that wrote the certificate can check it")]
    Foreign(String),
    /// The plan is not a solution.
    #[error("the plan: {0}")]
    Plan(String),
    /// The plan is shorter than the lower bound that the certificate claims.
    #[error("the plan is shorter than the claimed lower bound")]
    ShorterPlan,
    /// The file ends in the middle of a section.
    #[error("the file ends too early")]
    Truncated,
    /// Something follows the last section.
    #[error("something follows the last section")]
    Beyond,
    /// A section longer than any writer makes.
    #[error("it claims to be larger than a section can be")]
    SectionTooLarge,
    /// A byte of the section, or of what comes before it, was changed.
    #[error("its digest does not match")]
    Digest,
    /// The states cannot be decoded.
    #[error("its states cannot be decoded")]
    NotCoded,
    /// The states are not in order of layers, or those of a layer are not in ascending order.
    #[error("states are out of order")]
    OutOfOrder,
    /// A layer at or beyond the claimed lower bound.
    #[error("layer {0} is too deep")]
    TooDeep(u32),
    /// Bytes that are not a state of the puzzle.
    #[error("state {0} is not a state of this puzzle")]
    NoState(String),
    /// A state is listed twice.
    #[error("state {0} is listed twice")]
    Twice(String),
    /// A goal is listed: there is a plan that is shorter than claimed.
    #[error("state {0} is a goal")]
    Goal(String),
    /// A root is not listed, and its lower bound is too small for that.
    #[error("state {0}, a root, is missing")]
    MissingRoot(String),
    /// A child is not listed early enough, and its lower bound is too small for that.
    #[error("state {state} at g = {g}: its child {child} is missing at g = {} or less", g + 1)]
    MissingChild {
        /// The listed state, in hexadecimal digits.
        state: String,
        /// The number of moves with which it is listed.
        g: u16,
        /// The child.
        child: String,
    },
}

/// Returns a state in hexadecimal digits.
pub(crate) fn shown(state: &[u8]) -> String {
    state.iter().map(|byte| format!("{byte:02x}")).collect()
}
