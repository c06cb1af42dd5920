//! Runs of the laboratory, for Python.

use crate::{errors, value};
use fewest::rules::TextPosition;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::fs;
use std::path::PathBuf;

/// The file with the runs in the folder of an experiment.
const FILE: &str = "runs.jsonl";

/// The runs that `fewest lab run` has recorded in a folder like results/small: one dict per run.
///
/// Nested values have keys like "conditions.machine.cpu"; the keys of the result have no prefix:
/// "status", "lower", "expanded" ... An unfinished last line is left out, as by the laboratory: its
/// writer was stopped.
///
/// Raises OSError if there are no runs, `InputError` if the file holds anything else.
#[pyfunction]
pub(crate) fn lab_records<'py>(py: Python<'py>, folder: PathBuf) -> PyResult<Bound<'py, PyAny>> {
    let path = folder.join(FILE);
    let bytes = fs::read(&path)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut records = Vec::new();
    for (i, line) in bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let read = serde_json::from_slice::<Map<String, Value>>(line);
        let mut record = read.map_err(|error| {
            let at = TextPosition { line: i + 1, column: error.column().max(1) };
            let file = path.to_string_lossy();
            let message = format!("{file}:{at}: not a record of a run: {error}");
            errors::at_place(py, &message, Some(&file), Some(at))
        })?;
        let result = record.remove("result");
        let mut flat = Map::new();
        flatten(None, record, &mut flat);
        if let Some(Value::Object(result)) = result {
            flatten(None, result, &mut flat);
        }
        records.push(flat);
    }
    value::of(py, &records)
}

/// The same as a `pandas.DataFrame` with one row per run.
///
/// Raises ImportError if pandas is not installed.
#[pyfunction]
pub(crate) fn lab_frame<'py>(py: Python<'py>, folder: PathBuf) -> PyResult<Bound<'py, PyAny>> {
    let pandas = py.import("pandas").map_err(|cause| {
        let message =
            "lab_frame needs pandas, which is not installed; lab_records works without it";
        let error = PyImportError::new_err(message);
        error.set_cause(py, Some(cause));
        error
    })?;
    pandas.call_method1("DataFrame", (lab_records(py, folder)?,))
}

/// Adds nested values under names joined by points.
fn flatten(prefix: Option<&str>, record: Map<String, Value>, flat: &mut Map<String, Value>) {
    for (key, value) in record {
        let key = prefix.map_or_else(|| key.clone(), |prefix| format!("{prefix}.{key}"));
        match value {
            Value::Object(nested) => flatten(Some(&key), nested, flat),
            value => _ = flat.insert(key, value),
        }
    }
}
