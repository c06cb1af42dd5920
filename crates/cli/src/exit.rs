//! Exit codes and the messages that go with them.

use fewest::tiles::FileError;
use fewest::{InputError, SolveError};
use std::io;
use std::process::ExitCode;

pub(crate) const OK: u8 = 0;
pub(crate) const USAGE: u8 = 2;
pub(crate) const MEMORY: u8 = 20;
pub(crate) const INTERRUPTED: u8 = 22;
pub(crate) const REJECTED: u8 = 30;
pub(crate) const INPUT: u8 = 31;
pub(crate) const INTERNAL: u8 = 70;
/// What shells report of a program that a closed pipe ended.
const BROKEN_PIPE: u8 = 141;

/// The command line asks for something that cannot be.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// A stored table is not as it should be.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Rejected(pub(crate) String);

/// The exit code of an error.
pub(crate) fn code(error: &anyhow::Error) -> u8 {
    let is_broken_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(is_broken_pipe) {
        BROKEN_PIPE
    } else if error.is::<Rejected>() {
        REJECTED
    } else if error.is::<InputError>() || error.is::<FileError>() || is_broken_record(error) {
        INPUT
    } else {
        match error.downcast_ref() {
            Some(SolveError::Checkpoint(_)) => INPUT,
            Some(SolveError::Unsupported(_) | SolveError::NoCheckpoint) => USAGE,
            _ if error.is::<Usage>() => USAGE,
            _ => INTERNAL,
        }
    }
}

/// Whether a file of results cannot be used.
#[cfg(feature = "lab")]
fn is_broken_record(error: &anyhow::Error) -> bool {
    error.is::<fewest_lab::ResultsError>()
}

#[cfg(not(feature = "lab"))]
fn is_broken_record(_: &anyhow::Error) -> bool {
    false
}

/// Says on standard error what went wrong, in one line, and turns it into an exit code.
pub(crate) fn of_error(error: &anyhow::Error) -> ExitCode {
    let code = code(error);
    match code {
        // Whoever closed the pipe has seen enough.
        BROKEN_PIPE => {}
        // Begins with the name of the input.
        INPUT | REJECTED => eprintln!("{error:#}"),
        INTERNAL => eprintln!("fewest: internal error: {error:#}"),
        _ => eprintln!("fewest: {error:#}"),
    }
    code.into()
}
