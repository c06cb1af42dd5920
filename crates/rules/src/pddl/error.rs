//! Errors in domains and tasks.

use crate::Located;

pub(super) type Result<T, E = Located<PddlError>> = std::result::Result<T, E>;

/// The reason why a text is not a domain or task that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PddlError {
    /// A character that cannot be part of a name.
    #[error("the character \"{}\" cannot appear in a PDDL name", .0.escape_debug())]
    Character(char),
    /// A parenthesis that is never closed.
    #[error("this parenthesis is never closed")]
    Unclosed,
    /// A parenthesis that closes nothing.
    #[error("this parenthesis closes nothing")]
    Unopened,
    /// Parentheses that are nested too deeply.
    #[error("parentheses nested more than {0} deep")]
    TooDeep(usize),
    /// A text larger than any task that could be solved.
    #[error("a text of more than {0} MiB")]
    TooLong(usize),
    /// Too many of something.
    #[error("more than {most} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The most that is read.
        most: usize,
    },
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A feature of PDDL that is not supported.
    #[error("{feature} is not supported: {reason}")]
    Unsupported {
        /// As it stands in the text.
        feature: String,
        /// What is read instead.
        reason: &'static str,
    },
    /// Something that must be there is missing.
    #[error("there is no {0}")]
    Missing(&'static str),
    /// A name that was not declared.
    #[error("there is no {what} {name}{}", .meant.as_ref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    Unknown {
        /// What it should be the name of.
        what: &'static str,
        /// The name.
        name: String,
        /// The name that is most like it.
        meant: Option<String>,
    },
    /// Something is declared twice.
    #[error("the {what} {name} is declared twice")]
    Twice {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A type is its own supertype.
    #[error("the type {0} is a subtype of itself")]
    Circle(String),
    /// A wrong number of arguments.
    #[error(
        "{predicate} has {declared} argument{}, not {found}",
        if *declared == 1 { "" } else { "s" }
    )]
    Arity {
        /// The predicate.
        predicate: String,
        /// As many as were declared.
        declared: usize,
        /// As many as stand here.
        found: usize,
    },
    /// An argument that is not of the declared type.
    #[error("{argument} is of type {found}, where {predicate} has one of type {declared}")]
    WrongType {
        /// The argument.
        argument: String,
        /// Its type.
        found: String,
        /// The predicate.
        predicate: String,
        /// The type that was declared.
        declared: String,
    },
    /// A task of another domain.
    #[error("this task belongs to the domain {found}, not to {given}")]
    OtherDomain {
        /// The domain it names.
        found: String,
        /// The domain that was given.
        given: String,
    },
}

/// Longer names are not compared: that takes time in proportion to the product of their lengths.
const LONGEST_COMPARED: usize = 64;

impl PddlError {
    /// Returns the error for an unknown name, with the most similar known one.
    pub(super) fn unknown<'a>(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Self {
        let is_short = |known: &&str| known.len().max(name.len()) <= LONGEST_COMPARED;
        let likeness = |known: &str| strsim::jaro_winkler(known, name);
        let nearest = known.filter(is_short).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let meant = nearest.filter(|nearest| likeness(nearest) > 0.8).map(str::to_owned);
        Self::Unknown { what, name: name.to_owned(), meant }
    }
}
