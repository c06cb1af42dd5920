//! Exit codes and the messages that go with them.

use super::json;
use super::terminal::{Closed, tell};
use fewest::search::{Stop, Verdict};
use fewest::tiles::FileError;
use fewest::{InputError, SolveError, Status};
use fewest_work::WorkError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

pub(crate) const OK: u8 = 0;
/// Runs of the command have not produced what they should.
pub(crate) const NOTHING: u8 = 1;
pub(crate) const USAGE: u8 = 2;
/// Time or another limit.
pub(crate) const LIMIT: u8 = 21;
pub(crate) const INTERRUPTED: u8 = 22;
pub(crate) const REJECTED: u8 = 30;
pub(crate) const INPUT: u8 = 31;
pub(crate) const INTERNAL: u8 = 70;
/// Output was not written: a full disk, say.
pub(crate) const OUTPUT: u8 = 74;
/// The exit code that shells report for a program ended by a closed pipe.
const BROKEN_PIPE: u8 = 141;

/// The command line asks for something impossible.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// A stored table is not as it should be.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Rejected(pub(crate) String);

/// A table or a set of rules was made, but could not be stored.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) struct Unstored(#[from] FileError);

/// A limit or a signal came before making or checking something was finished.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Stopped {
    message: String,
    stop: Stop,
}

impl Stopped {
    pub(crate) fn new(what: &impl Display, stop: Stop) -> Self {
        Self { message: format!("{what}: {stop}"), stop }
    }

    /// Too little memory, and what is needed.
    pub(crate) fn memory(what: &impl Display, needed: &impl Display) -> Self {
        let stop = Stop::Memory;
        Self { message: format!("{what}: {stop}: {needed}"), stop }
    }
}

/// The exit code of several pieces of work: that of the first that was not well.
pub(crate) fn first(so_far: u8, code: u8) -> u8 {
    if so_far == OK { code } else { so_far }
}

/// The exit code if this stop ended the work before there was a result.
pub(crate) fn of_stop(stop: Stop) -> u8 {
    Status(Verdict::Bounded(stop)).exit_code()
}

/// The exit code of an error.
pub(crate) fn code(error: &anyhow::Error) -> u8 {
    let is_broken_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(is_broken_pipe) {
        BROKEN_PIPE
    } else if error.is::<Rejected>() {
        REJECTED
    } else if let Some(Stopped { stop, .. }) = error.downcast_ref() {
        of_stop(*stop)
    } else if let Some(error) = error.downcast_ref() {
        of_work(error)
    } else if let Some(code) = of_lab(error) {
        code
    } else if error.is::<InputError>() || error.is::<FileError>() {
        INPUT
    } else {
        match error.downcast_ref() {
            Some(SolveError::Checkpoint(_)) => INPUT,
            Some(
                SolveError::Unsupported(_)
                | SolveError::NoCheckpoint(_)
                | SolveError::NoDisk(_)
                | SolveError::NotRated,
            ) => USAGE,
            _ if error.is::<Usage>() => USAGE,
            _ if error.is::<io::Error>() || error.is::<Closed>() => OUTPUT,
            _ if error.is::<Unstored>() => OUTPUT,
            _ => INTERNAL,
        }
    }
}

/// The exit code of an error in a folder of work units.
fn of_work(error: &WorkError) -> u8 {
    match error {
        WorkError::Invalid { .. }
        | WorkError::Foreign(_)
        | WorkError::NoWork(_)
        | WorkError::Disagreeing { .. } => INPUT,
        WorkError::NotEmpty(_) | WorkError::NoUnit { .. } | WorkError::Unfinished { .. } => USAGE,
        WorkError::NoResult { .. } => NOTHING,
        WorkError::Io { .. } | WorkError::Program { .. } => OUTPUT,
    }
}

/// The exit code of an error of the laboratory, if it is one.
#[cfg(feature = "lab")]
fn of_lab(error: &anyhow::Error) -> Option<u8> {
    use fewest_lab::report::ReportError;
    use fewest_lab::{ResultsError, RunError};
    let of_results = |error: &ResultsError| match error {
        ResultsError::Invalid { .. } | ResultsError::InUse { .. } => INPUT,
        ResultsError::Io { .. } => OUTPUT,
    };
    let of_run = |error: &RunError| match error {
        RunError::Results(error) => of_results(error),
        RunError::Changed { .. } => INPUT,
        RunError::Program { .. } => OUTPUT,
    };
    let of_report = error.is::<ReportError>().then_some(OUTPUT);
    of_report.or(error.downcast_ref().map(of_results)).or(error.downcast_ref().map(of_run))
}

#[cfg(not(feature = "lab"))]
fn of_lab(_: &anyhow::Error) -> Option<u8> {
    None
}

/// Reports on standard error what went wrong, in one line, and turns it into an exit code.
pub(crate) fn of_error(error: &anyhow::Error) -> ExitCode {
    let code = code(error);
    let message = format!("{error:#}");
    match code {
        // The reader that closed the pipe has seen enough.
        BROKEN_PIPE => {}
        // It begins with the name of the input.
        INPUT | REJECTED => tell(&message),
        INTERNAL => tell(&format!("fewest: internal error: {message}")),
        OUTPUT => tell(&format!("fewest: input/output error: {message}")),
        _ => tell(&format!("fewest: {message}")),
    }
    code.into()
}

/// The type of records of errors.
const ERROR: &str = "error";

#[derive(Serialize, Deserialize)]
struct ErrorData<'a> {
    message: Cow<'a, str>,
    exit_code: u8,
}

/// Writes an `error` record. A failure to write it is ignored: something went wrong already.
pub(crate) fn record(message: &str, exit_code: u8) {
    let data = ErrorData { message: message.into(), exit_code };
    let _ = json::write(&mut io::stdout().lock(), ERROR, &data);
}

/// The message, if a line of output is an `error` record.
pub(crate) fn recorded(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Line<'a> {
        r#type: &'a str,
        #[serde(borrow)]
        data: ErrorData<'a>,
    }
    let Line { r#type, data } = serde_json::from_str(line).ok()?;
    (r#type == ERROR).then(|| data.message.into_owned())
}
