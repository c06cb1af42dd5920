//! Solves the puzzles that the library knows.

use crate::errors;
use crate::input::given;
use crate::method::{limits, request, threads};
use crate::report::Report;
use crate::watch::{Listener, watch};
use fewest::search::Interrupt;
use fewest::search::artifact::FileError;
use fewest::{Solver, tables};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::CString;
use std::num::NonZeroUsize;

/// Searches for a shortest solution and proves that it is one.
///
/// `instance` is an `Instance`, or whatever `read` reads. By default the engine is the one that suits
/// the puzzle, and the only limit is the machine's memory.
///
/// engine, heuristic, direction -- as for the command: "ida-star", "walking-distance", "backward"
/// time -- seconds; memory -- bytes; nodes -- states that may be expanded; threads -- how many
/// upper_bound -- only solutions of at most this many moves are looked for
/// all -- all shortest solutions are counted, and this many of them listed
/// progress -- called a few times a second, and whenever a bound improves, with a dict that has the
/// keys of the command's progress records: lower, upper, expanded, seconds ...
/// other keywords -- the engine's settings, as for the command: weight=1.5, tie_breaking="none" ...
///
/// Other threads of Python run meanwhile. Ctrl-C and an exception of `progress` stop the search; the
/// exception has what was shown so far as its attribute `report`.
///
/// >>> report = fewest.solve("123406758", engine="ida-star")
/// >>> report.plan
/// ['5', '8']
///
/// Raises `InputError` if there is no such puzzle, `UnsupportedError` if it cannot be searched in this
/// way, ValueError and TypeError for other invalid arguments.
#[pyfunction]
#[pyo3(signature = (
    instance, *, engine=None, heuristic=None, direction=None, time=None, memory=None, nodes=None,
    threads=None, upper_bound=None, all=None, progress=None, **settings
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve(
    instance: &Bound<'_, PyAny>,
    engine: Option<&str>,
    heuristic: Option<&str>,
    direction: Option<&str>,
    time: Option<f64>,
    memory: Option<u64>,
    nodes: Option<u64>,
    threads: Option<NonZeroUsize>,
    upper_bound: Option<u16>,
    all: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let py = instance.py();
    let request = request(engine, heuristic, direction, settings)?;
    let limits = limits(time, memory, nodes, upper_bound)?;
    let threads = self::threads(threads);
    let instance = given(instance)?;
    let listener = Listener::new(progress, &instance.name);
    let interrupt = Interrupt::new();
    let mut refused = Vec::new();
    let (solved, stopped) = watch(py, threads, listener, &interrupt, |on_progress| {
        let stored = tables::store().zip(tables::rules());
        let mut solver = Solver::new()
            .request(request)
            .limits(limits)
            .interrupt(&interrupt)
            .on_progress(on_progress);
        if let Some((store, rules)) = &stored {
            solver = solver.stored_tables(store, rules, |error: FileError| refused.push(error));
        }
        if let Some(listed) = all {
            solver = solver.all(listed);
        }
        solver.solve(&instance)
    })?;
    for error in refused {
        let message = CString::new(format!("ignored: {error}").replace('\0', " "))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    let report = solved.map(|report| Report::new(py, instance, request, report));
    match (stopped, report) {
        (None, report) => report.map_err(|error| errors::solve(&error))?,
        (Some(stopped), Ok(report)) => {
            stopped.value(py).setattr("report", Py::new(py, report?)?)?;
            Err(stopped)
        }
        (Some(stopped), Err(_)) => Err(stopped),
    }
}
