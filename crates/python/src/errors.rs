//! The exceptions of the module.

use fewest::rules::{PlanError as Misread, ReplayError, TextPosition};
use fewest::{InputError as Invalid, SolveError};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

create_exception!(fewest, Error, PyException, "Base class of all errors of this module.");
create_exception!(
    fewest,
    InputError,
    Error,
    "An input is not a puzzle.\n\n`file`, `line` and `column` say where, from 1; None where it is \
     not at a place in a text."
);
create_exception!(
    fewest,
    UnsupportedError,
    Error,
    "A puzzle cannot be searched in the way that was asked for: for example, the engine does not \
     work on it."
);
create_exception!(
    fewest,
    PlanError,
    Error,
    "A plan is not a solution.\n\n`number` says which move is wrong, from 1; None where it is the \
     plan as a whole, or where that is not known."
);
create_exception!(
    fewest,
    CertificateError,
    Error,
    "A certificate is not a proof, or none can be written."
);
create_exception!(
    fewest,
    PuzzleError,
    Error,
    "A puzzle written in Python contradicts itself: its heuristic is not admissible, or a move \
     leads elsewhere when it is made again."
);

/// Returns why an input is not a puzzle; of several errors, the place is that of the first.
pub(crate) fn input(py: Python<'_>, error: &Invalid) -> PyErr {
    let first = match error {
        Invalid::Several(errors) => errors.first().unwrap_or(error),
        error => error,
    };
    let (file, at) = match first {
        Invalid::Invalid { name, at, .. } => (Some(name), Some(*at)),
        Invalid::Unreadable { name, .. } | Invalid::TooLarge { name, .. } => (Some(name), None),
        Invalid::NoSuchLevel { input, .. }
        | Invalid::Unknown { input, .. }
        | Invalid::Unsuitable { input, .. }
        | Invalid::NotInstalled(input) => (Some(input), None),
        Invalid::Several(_) => (None, None),
    };
    at_place(py, &error.to_string(), file.map(String::as_str), at)
}

/// Creates an [`InputError`] with a place.
pub(crate) fn at_place(
    py: Python<'_>,
    message: &str,
    file: Option<&str>,
    at: Option<TextPosition>,
) -> PyErr {
    let error = InputError::new_err(message.to_owned());
    let (line, column) = at.map(|TextPosition { line, column }| (line, column)).unzip();
    let value = error.value(py);
    let set = value
        .setattr("file", file)
        .and_then(|()| value.setattr("line", line))
        .and_then(|()| value.setattr("column", column));
    set.map_or_else(|error| error, |()| error)
}

/// Returns why there is no report.
pub(crate) fn solve(error: &SolveError) -> PyErr {
    let message = error.to_string();
    match error {
        SolveError::Unsupported(_)
        | SolveError::NoCheckpoint(_)
        | SolveError::NoDisk(_)
        | SolveError::NotRated => UnsupportedError::new_err(message),
        SolveError::Checkpoint(_) | SolveError::WrongPlan(_) => PyRuntimeError::new_err(message),
    }
}

/// Returns why a text is not moves; `number` is that of the move that cannot be read.
pub(crate) fn misread(py: Python<'_>, error: &Misread, number: Option<usize>) -> PyErr {
    match error {
        Misread::Rejected(error) => rejected(py, error),
        Misread::Unreadable(unreadable) => plan(py, &unreadable.error.to_string(), number),
        error => plan(py, &error.to_string(), None),
    }
}

/// Returns why a plan is rejected.
pub(crate) fn rejected(py: Python<'_>, error: &ReplayError) -> PyErr {
    let number = match error {
        ReplayError::Illegal { number, .. } => Some(*number),
        ReplayError::NotSolved { .. } => None,
    };
    plan(py, &error.to_string(), number)
}

fn plan(py: Python<'_>, message: &str, number: Option<usize>) -> PyErr {
    let error = PlanError::new_err(message.to_owned());
    let set = error.value(py).setattr("number", number);
    set.map_or_else(|error| error, |()| error)
}
