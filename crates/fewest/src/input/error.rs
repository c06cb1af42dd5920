//! Errors and warnings about inputs.

use fewest_rules::TextPosition;
use std::fmt::Display;
use std::io;

/// The reason why an input gives no puzzle. Shown in one line that begins with the input's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is an error at a place in the text.
    #[error("{name}:{at}: {message}")]
    Invalid {
        /// The file, or the input itself if it is the text.
        name: String,
        /// The place.
        at: TextPosition,
        /// The error.
        message: String,
    },
    /// There are several errors. Each is shown in a line of its own.
    #[error("{}", lines(.0))]
    Several(Vec<InputError>),
    /// The file cannot be read.
    #[error("{name}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        name: String,
        /// The error message of the system.
        reason: String,
    },
    /// The file is too large for a puzzle.
    #[error("{name}: larger than {limit} MiB: this is not a puzzle file")]
    TooLarge {
        /// The file.
        name: String,
        /// The largest file that is read, in MiB.
        limit: u64,
    },
    /// The source has no such level.
    #[error("{input}: there is no level {wanted}; {available}")]
    NoSuchLevel {
        /// The input.
        input: String,
        /// The level asked for.
        wanted: String,
        /// The levels that exist.
        available: String,
    },
    /// The level set of a game was not found on this machine.
    #[error("{0}: no such levels are installed where \"fewest levels\" looks for them")]
    NotInstalled(String),
    /// No puzzle, file or level set has this name.
    #[error("{input}: not found; {hint}")]
    Unknown {
        /// The input.
        input: String,
        /// The name that may have been meant, or what exists.
        hint: String,
    },
    /// The input as a whole cannot be used.
    #[error("{input}: {reason}")]
    Unsuitable {
        /// The input.
        input: String,
        /// The reason.
        reason: String,
    },
}

fn lines(errors: &[InputError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A warning about something that is accepted in an input although it looks like a mistake. Shown
/// in one line that begins with the input's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{at}: warning: {message}")]
pub struct InputWarning {
    /// The file.
    pub name: String,
    /// The place.
    pub at: TextPosition,
    /// The warning.
    pub message: String,
}

impl InputError {
    /// A single error as it is, or all of them as one.
    pub(crate) fn of_all(mut errors: Vec<Self>) -> Self {
        match errors.pop() {
            Some(only) if errors.is_empty() => only,
            last => {
                errors.extend(last);
                Self::Several(errors)
            }
        }
    }

    /// Returns the error for a place in a text.
    pub fn invalid(name: &str, at: TextPosition, error: impl Display) -> Self {
        Self::Invalid { name: name.to_owned(), at, message: error.to_string() }
    }

    /// Returns the error for a file that cannot be read.
    pub fn unreadable(name: &str, error: &io::Error) -> Self {
        Self::Unreadable { name: name.to_owned(), reason: error.to_string() }
    }
}
