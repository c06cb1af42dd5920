//! What can be wrong with an input.

use fewest_rules::TextPosition;
use std::fmt::Display;
use std::io;

/// Why an input gives no puzzle. Shown in one line that begins with the input's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// Something is wrong at a place in the text.
    #[error("{name}:{at}: {message}")]
    Invalid {
        /// The file, or the input itself if it is the text.
        name: String,
        /// The place.
        at: TextPosition,
        /// What is wrong there.
        message: String,
    },
    /// Several things are wrong. Shown in a line each.
    #[error("{}", lines(.0))]
    Several(Vec<InputError>),
    /// The file cannot be read.
    #[error("{name}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        name: String,
        /// What the system says.
        reason: String,
    },
    /// The file is so large that it can be no puzzle.
    #[error("{name}: larger than {limit} MiB: this is no puzzle file")]
    TooLarge {
        /// The file.
        name: String,
        /// The most that is read.
        limit: u64,
    },
    /// The source has no such level.
    #[error("{input}: there is no level {wanted}; {available}")]
    NoSuchLevel {
        /// The input.
        input: String,
        /// The level asked for.
        wanted: String,
        /// What there is.
        available: String,
    },
    /// The level set of a game that was not found on this machine.
    #[error("{0}: no such levels are installed where \"fewest levels\" looks for them")]
    NotInstalled(String),
    /// Nothing goes by this name.
    #[error("{input}: nothing goes by this name; {hint}")]
    Unknown {
        /// The input.
        input: String,
        /// What may have been meant, or what there is.
        hint: String,
    },
    /// The input as a whole stands for nothing.
    #[error("{input}: {reason}")]
    Unsuitable {
        /// The input.
        input: String,
        /// Why.
        reason: String,
    },
}

fn lines(errors: &[InputError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// What is accepted in an input although it looks like a mistake. Shown in one line that begins
/// with the input's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{at}: warning: {message}")]
pub struct InputWarning {
    /// The file.
    pub name: String,
    /// The place.
    pub at: TextPosition,
    /// What is remarkable there.
    pub message: String,
}

impl InputError {
    /// One error of these, or all of them.
    pub(crate) fn of_all(mut errors: Vec<Self>) -> Self {
        match errors.pop() {
            Some(only) if errors.is_empty() => only,
            last => {
                errors.extend(last);
                Self::Several(errors)
            }
        }
    }

    /// An error at a place in a text.
    pub fn invalid(name: &str, at: TextPosition, error: impl Display) -> Self {
        Self::Invalid { name: name.to_owned(), at, message: error.to_string() }
    }

    /// A file that cannot be read.
    pub fn unreadable(name: &str, error: &io::Error) -> Self {
        Self::Unreadable { name: name.to_owned(), reason: error.to_string() }
    }
}
