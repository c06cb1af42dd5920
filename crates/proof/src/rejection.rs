//! Why a certificate is not accepted, whatever its kind.

use crate::Reason;
use fewest_rules::Located;
use std::fmt;
use std::io;

/// The reason why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum NotVerified {
    /// The certificate proves nothing: something in it does not hold.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The file is not a certificate, or its text has a mistake.
    #[error(transparent)]
    Invalid(#[from] Located<Reason>),
    /// The check takes more memory than there is.
    #[error("out of memory: checking it takes {0} bytes")]
    Memory(u64),
    /// The check was stopped early.
    #[error("the check was stopped")]
    Stopped,
}

impl NotVerified {
    /// Returns the same error with a line, if it says what does not hold.
    pub(crate) fn in_line(self, line: u64) -> Self {
        match self {
            Self::Rejected(Rejection { reason, .. }) => reason.in_line(line).into(),
            other => other,
        }
    }
}

/// What does not hold in a certificate, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}{reason}")]
pub struct Rejection {
    /// Where it is.
    pub at: Place,
    /// What it is.
    pub reason: Reason,
}

/// A place in a certificate; all numbers are from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A line.
    Line(u64),
    /// A line, and a character in it.
    Column(u64, usize),
    /// A section.
    Section(u64),
}

/// As in front of a reason: with a colon behind it, or nothing for the whole file.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Column(line, column) => write!(f, "line {line}, column {column}: "),
            Self::Section(section) => write!(f, "section {section}: "),
        }
    }
}

impl Reason {
    /// Returns this reason with its place.
    pub(crate) fn at(self, at: Place) -> Rejection {
        Rejection { at, reason: self }
    }

    /// Returns this reason with its line.
    pub(crate) fn in_line(self, line: u64) -> Rejection {
        self.at(Place::Line(line))
    }
}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Self {
        reason.at(Place::File)
    }
}

impl From<Reason> for NotVerified {
    fn from(reason: Reason) -> Self {
        match reason {
            // It may well hold: nobody here can tell.
            Reason::Foreign(_) => io::Error::new(io::ErrorKind::Unsupported, reason).into(),
            reason => Rejection::from(reason).into(),
        }
    }
}
