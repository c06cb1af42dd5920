//! Converts values of the library to Python's.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

/// Converts a value as Python reads its JSON, so that records are the same here as in the command.
pub(crate) fn of<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text =
        serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Returns a name as Python shows texts: between quotes, on one line and in one direction, because
/// its author may have written it like a verdict.
pub(crate) fn quoted(py: Python<'_>, name: &str) -> PyResult<String> {
    Ok(PyString::new(py, name).repr()?.to_string())
}
