//! Turns the inputs of users into instances.

use crate::errors;
use crate::instance::Instance;
use crate::method::{named, parsed};
use fewest::input::{Entry, Format};
use fewest::rules::atomix::OpenEdge;
use fewest::rules::tiles;
use fewest::{AnyPuzzle, InputError, InputOptions};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// Reads one puzzle.
///
/// `input` is whatever `fewest solve` reads: the name of a built-in or installed level ("water",
/// "first-steps:3", "katomic:5"), a file ("levels.txt:2"), a tile puzzle ("123406758"),
/// "panex:7". A text of several lines is itself a level or a board; a `pathlib.Path` is always a file.
///
/// >>> print(fewest.read("1 2 3 / 4 0 6 / 7 5 8"))
/// 1 2 3
/// 4 _ 6
/// 7 5 8
///
/// Raises `InputError` if there is no such puzzle, or if there are several: see `load`.
#[pyfunction]
#[pyo3(signature = (input, *, format=None, goal=None, size=None, open_edge=None))]
pub(crate) fn read(
    input: &Bound<'_, PyAny>,
    format: Option<&str>,
    goal: Option<&str>,
    size: Option<&str>,
    open_edge: Option<&str>,
) -> PyResult<Instance> {
    let mut instances = load(input, format, goal, size, open_edge)?;
    match (instances.pop(), instances.len()) {
        (Some(only), 0) => Ok(only),
        (_, others) => {
            let count = others + 1;
            let message = format!("{input} has {count} puzzles: use load to read them all");
            Err(errors::at_place(input.py(), &message, None, None))
        }
    }
}

/// Returns a puzzle that is already read, or reads one.
pub(crate) fn given(given: &Bound<'_, PyAny>) -> PyResult<fewest::Instance> {
    match given.cast::<Instance>() {
        Ok(instance) => Ok(instance.get().0.clone()),
        Err(_) => Ok(read(given, None, None, None, None)?.0),
    }
}

/// Reads all puzzles of an input: see `read`.
///
/// >>> [instance.name for instance in fewest.load("first-steps:1-2")]
/// ['first-steps_01', 'first-steps_02']
///
/// `format` names the format of a file or a text instead of detecting it; `goal`, `size` and
/// `open_edge` are those of the command. What looks like a mistake in a level is a `UserWarning`.
#[pyfunction]
#[pyo3(signature = (input, *, format=None, goal=None, size=None, open_edge=None))]
pub(crate) fn load(
    input: &Bound<'_, PyAny>,
    format: Option<&str>,
    goal: Option<&str>,
    size: Option<&str>,
    open_edge: Option<&str>,
) -> PyResult<Vec<Instance>> {
    let py = input.py();
    let goal = parsed::<tiles::Goal>("goal", goal)?;
    let size = parsed::<tiles::Size>("size", size)?;
    let open_edge = named("open_edge", open_edge, OpenEdge::ALL, OpenEdge::name)?;
    let options = InputOptions {
        format: named("format", format, Format::all(), Format::name)?,
        open_edge: open_edge.unwrap_or_default(),
        tiles: tiles::Options { size, goal: goal.unwrap_or_default() },
    };
    let entries = entries(input, options)?.map_err(|error| errors::input(py, &error))?;
    let mut instances = Vec::new();
    let mut broken = Vec::new();
    for entry in entries {
        for warning in &entry.warnings {
            let message = CString::new(warning.to_string().replace('\0', " "))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        match entry.into_instance() {
            Ok(instance) => instances.push(Instance(instance)),
            Err(error) => broken.push(error),
        }
    }
    if !broken.is_empty() {
        return Err(errors::input(py, &InputError::Several(broken)));
    }
    let option = goal.map(|_| "goal").or(size.map(|_| "size"));
    let is_other = |instance: &&Instance| !matches!(instance.0.puzzle, AnyPuzzle::Tiles(_));
    if let Some((option, Instance(other))) = option.zip(instances.iter().find(is_other)) {
        let (name, puzzle) = (&other.name, other.puzzle.name());
        let message = format!("{option} is only for tile puzzles; {name} belongs to {puzzle}");
        return Err(PyValueError::new_err(message));
    }
    Ok(instances)
}

fn entries(
    input: &Bound<'_, PyAny>,
    options: InputOptions,
) -> PyResult<Result<Vec<Entry>, InputError>> {
    let Ok(text) = input.cast::<PyString>() else {
        // Whatever its name, it is a file.
        let file: PathBuf = input.extract()?;
        return Ok(fewest::entries(Path::new(".").join(file).as_os_str(), options));
    };
    match text.to_cow() {
        Ok(text) if text.trim() == "-" => {
            let message = "-: standard input belongs to Python: pass the text itself";
            Err(errors::at_place(input.py(), message, None, None))
        }
        Ok(text) if text.contains('\n') => Ok(fewest::read_text(&text, options)),
        _ => Ok(fewest::entries(input.extract::<PathBuf>()?.as_os_str(), options)),
    }
}
