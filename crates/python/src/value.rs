//! Values of the library as Python's.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

/// A value as Python reads its JSON: what a record of the command has is the same here.
pub(crate) fn of<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text =
        serde_json::to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A name as Python shows texts: between quotes, in one line and in one direction, for whoever chose
/// it may have written it like a verdict.
pub(crate) fn quoted(py: Python<'_>, name: &str) -> PyResult<String> {
    Ok(PyString::new(py, name).repr()?.to_string())
}
