//! Why a certificate is not accepted.

use std::io;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum ClosedListError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// It is no proof.
    #[error("{}{fault}", section.map(|section| format!("section {section}: ")).unwrap_or_default())]
    Rejected {
        /// Where, from 1; nothing where it is about the whole file.
        section: Option<u64>,
        /// What does not hold.
        fault: Fault,
    },
    /// It was ended before.
    #[error("the check was stopped")]
    Stopped,
}

impl From<Fault> for ClosedListError {
    fn from(fault: Fault) -> Self {
        Self::Rejected { section: None, fault }
    }
}

/// What does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The first line is another one.
    #[error("this is no certificate of this version")]
    NoCertificate,
    /// The second line cannot be understood.
    #[error("line 2, column {column}: {reason}")]
    Header {
        /// Where in the line.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// The instance cannot be read, or is no instance.
    #[error("the instance: {0}")]
    Instance(String),
    /// The puzzle has no such direction or heuristic here.
    #[error("this puzzle is not certified in this direction with this heuristic")]
    Unsupported,
    /// The puzzle is none of this crate.
    #[error(
        "its puzzle is {0:?}: the program that has written the certificate checks it, by a graph of \
         its own"
    )]
    Foreign(String),
    /// The plan is not a solution.
    #[error("the plan: {0}")]
    Plan(String),
    /// The plan has fewer moves than there are said to be at least.
    #[error("the plan has fewer moves than is claimed of all plans")]
    ShorterPlan,
    /// The file ends in the midst of a section.
    #[error("the file ends here")]
    Truncated,
    /// Something follows the last section.
    #[error("this section is the last one, and there is more")]
    Beyond,
    /// A section that no writer writes.
    #[error("it claims to be larger than sections are")]
    SectionTooLarge,
    /// A byte of the section or of what is before it was changed.
    #[error("its digest is another one")]
    Digest,
    /// The states cannot be decoded.
    #[error("its states cannot be decoded")]
    NotCoded,
    /// States are not in order of layers, or in a layer not in ascending order.
    #[error("states are out of order")]
    OutOfOrder,
    /// A layer that no plan of the claimed length has.
    #[error("layer {0} is too deep")]
    TooDeep(u32),
    /// Bytes that are no state of the puzzle.
    #[error("state {0} is none of this puzzle")]
    NoState(String),
    /// A state is listed twice.
    #[error("state {0} is listed twice")]
    Twice(String),
    /// A goal is listed: there is a plan that is shorter than claimed.
    #[error("state {0} is a goal")]
    Goal(String),
    /// A root is not listed, and need not be so far from a goal.
    #[error("state {0}, a root, is missing")]
    MissingRoot(String),
    /// A child is not listed early enough, and need not be so far from a goal.
    #[error("state {state} at g = {g}: its child {child} is missing at g = {} or less", g + 1)]
    MissingChild {
        /// The listed state, in hexadecimal digits.
        state: String,
        /// The moves it is listed with.
        g: u16,
        /// The child.
        child: String,
    },
}

/// A state in hexadecimal digits.
pub(crate) fn shown(state: &[u8]) -> String {
    state.iter().map(|byte| format!("{byte:02x}")).collect()
}
