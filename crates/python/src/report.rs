//! Reports of searches as Python objects.

use crate::errors::{CertificateError, UnsupportedError};
use crate::watch::{Listener, watch};
use crate::{html, method, value};
use fewest::certificate::{self, NoCertificate};
use fewest::exchange::{self, WrongCertificate};
use fewest::search::artifact::AtomicFile;
use fewest::search::{Interrupt, Limits, Request, Verdict};
use fewest::{MoveCount, memory};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::io::{BufWriter, IntoInnerError, Write};
use std::path::PathBuf;

/// The keys of a record that are counts and measurements.
const STATISTICS: [&str; 9] = [
    "expanded",
    "expanded_until_last_layer",
    "generated",
    "stored",
    "reexpanded",
    "seconds",
    "cpu_seconds",
    "peak_rss_bytes",
    "threads",
];

/// What a search has shown; a lower bound holds whatever stopped the search.
///
/// It has the data that `fewest solve --json` writes in its result record: see `to_dict`.
#[pyclass(frozen, module = "fewest")]
pub(crate) struct Report {
    /// The data of the record.
    record: Py<PyDict>,
    report: fewest::Report,
    of: Of,
}

/// The puzzle that was solved.
enum Of {
    Library(Box<(fewest::Instance, Request)>),
    /// A user's own puzzle, with the states of its plan.
    Own(Option<Py<PyList>>),
}

/// A plan of a user's own puzzle.
pub(crate) struct OwnPlan<'py> {
    pub(crate) actions: Bound<'py, PyList>,
    /// From the first to the last: one more than there are actions.
    pub(crate) states: Bound<'py, PyList>,
}

impl Report {
    pub(crate) fn new(
        py: Python<'_>,
        instance: fewest::Instance,
        request: Request,
        report: fewest::Report,
    ) -> PyResult<Self> {
        let record = value::of(py, &report)?.cast_into::<PyDict>()?.unbind();
        Ok(Self { record, report, of: Of::Library(Box::new((instance, request))) })
    }

    pub(crate) fn own(
        py: Python<'_>,
        report: fewest::Report,
        plan: Option<OwnPlan<'_>>,
    ) -> PyResult<Self> {
        let record = value::of(py, &report)?.cast_into::<PyDict>()?;
        let states = match plan {
            Some(OwnPlan { actions, states }) => {
                record.set_item("moves", actions)?;
                Some(states.unbind())
            }
            None => None,
        };
        Ok(Self { record: record.unbind(), report, of: Of::Own(states) })
    }

    fn get<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        self.record.bind(py).as_any().get_item(key)
    }

    /// Returns the verdict in one line.
    fn verdict(&self) -> String {
        let fewest::Report { status, lower, upper, assumes, .. } = &self.report;
        let in_words = |count: &Option<MoveCount>| count.as_ref().map(MoveCount::in_words);
        let name = status.name();
        let verdict = match (status.0, in_words(upper), in_words(lower)) {
            (Verdict::Optimal, Some(upper), _) => format!("{name}: {upper}"),
            (_, Some(upper), Some(lower)) => format!("{name}: {upper}, at least {lower} needed"),
            (_, None, Some(lower)) => format!("{name}: at least {lower} needed"),
            _ => name.to_owned(),
        };
        let assumed = assumes.map(|assumed| format!(", if {assumed}"));
        verdict + &assumed.unwrap_or_default()
    }
}

#[pymethods]
impl Report {
    /// "OPTIMAL", "SOLVED", "UNSOLVABLE" or "BOUNDED".
    #[getter]
    fn status(&self) -> &'static str {
        self.report.status.name()
    }

    /// Why the search was stopped before it had shown more: "bound", "memory", "time", "nodes",
    /// "incomplete" or "interrupted"; None if it was not stopped.
    #[getter]
    fn stop(&self) -> Option<&'static str> {
        self.report.stop
    }

    /// No solution has fewer moves; None if there is no solution at all.
    #[getter]
    fn lower<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "lower")
    }

    /// What the lower bound rests on although it is not proved; None if it rests on no such thing.
    #[getter]
    fn assumes(&self) -> Option<&'static str> {
        self.report.assumes
    }

    /// The number of moves of the best known solution; None if none is known.
    #[getter]
    fn upper<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.get(py, "upper")
    }

    /// The solution as a list of moves, replayed by the rules; None if none is known, or if it has
    /// more than 100,000 moves.
    #[getter]
    fn plan<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let moves = self.get(py, "moves")?;
        if moves.is_none() {
            return Ok(None);
        }
        PyList::new(py, moves.cast::<PyList>()?).map(Some)
    }

    /// The engine that ran.
    #[getter]
    fn engine(&self) -> &'static str {
        self.report.engine
    }

    /// The heuristic that guided the search.
    #[getter]
    fn heuristic(&self) -> &'static str {
        self.report.heuristic
    }

    /// The direction of the search.
    #[getter]
    fn direction(&self) -> &'static str {
        self.report.direction
    }

    /// Counts and measurements: expanded, generated, stored, seconds ...
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = PyDict::new(py);
        for key in STATISTICS {
            statistics.set_item(key, self.get(py, key)?)?;
        }
        Ok(statistics)
    }

    /// For a puzzle written in Python: the states of the solution, from the first to the last.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyList>> {
        match &self.of {
            Of::Own(states) => states.as_ref().map(|states| states.bind(py).clone()),
            Of::Library(_) => None,
        }
    }

    /// The data of the result record that `fewest solve --json` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = self.record.bind(py).copy()?;
        record.set_item("moves", self.plan(py)?)?;
        Ok(record)
    }

    /// Writes a certificate of what was shown, for `check_certificate` and `fewest verify`.
    ///
    /// A separate search lists the states that prove the bound; it may take longer than the search
    /// that found the bound. Ctrl-C stops it; then there is no file.
    ///
    /// Raises `CertificateError` if no certificate can be written.
    #[pyo3(signature = (path, *, memory=None, threads=None))]
    fn certificate(
        &self,
        py: Python<'_>,
        path: PathBuf,
        memory: Option<u64>,
        threads: Option<std::num::NonZeroUsize>,
    ) -> PyResult<()> {
        let Of::Library(solved) = &self.of else {
            let message = "puzzles written in Python have no certificates";
            return Err(UnsupportedError::new_err(message));
        };
        let memory = memory.or_else(memory::budget);
        let interrupt = Interrupt::new();
        let listener = Listener::new(None, "");
        let mut file = BufWriter::new(AtomicFile::new(&path)?);
        let (written, stopped) = watch(py, method::threads(threads), listener, &interrupt, |_| {
            write_certificate(solved, &self.report, memory, &interrupt, &mut file)
        })?;
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        written?;
        Ok(file.into_inner().map_err(IntoInnerError::into_error).and_then(AtomicFile::finish)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = value::quoted(py, &self.report.instance)?;
        Ok(format!("<fewest.Report {name}: {}>", self.verdict()))
    }

    /// The solution to be played, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let (name, verdict) = (html::escaped(&self.report.instance), self.verdict());
        let mut out = format!("<p>{name}: {}</p>", html::escaped(&verdict));
        if let Of::Library(solved) = &self.of {
            let (instance, _) = &**solved;
            let plan = self.report.plan.as_ref();
            let replay = plan.and_then(|plan| html::replay(instance, plan, &verdict));
            return Ok(replay.unwrap_or_else(|| out + &html::picture(instance)));
        }
        if let Some(plan) = self.plan(py)? {
            let moves: Vec<_> =
                plan.iter().map(|step| Ok(step.str()?.to_string())).collect::<PyResult<_>>()?;
            let items = moves.iter().map(|step| format!("<li>{}</li>", html::escaped(step)));
            out += &format!("<ol>{}</ol>", items.collect::<String>());
        }
        Ok(out)
    }
}

fn write_certificate(
    (instance, request): &(fewest::Instance, Request),
    report: &fewest::Report,
    memory: Option<u64>,
    interrupt: &Interrupt,
    out: &mut (dyn Write + Send),
) -> Result<(), NotWritten> {
    match exchange::certified(instance, request) {
        Some(puzzle) => {
            let moves = report.upper.as_ref().filter(|_| report.status.0 == Verdict::Optimal);
            let moves =
                moves.ok_or(NoCertificate::Unsupported("an exchange that was not found"))?;
            let text = exchange::certificate(puzzle, moves)?;
            Ok(out.write_all(text.as_bytes()).map_err(NoCertificate::Output)?)
        }
        None if !certificate::is_certified(instance) => {
            let what = "towers of more than 12 pieces, except for their exchange";
            Err(NoCertificate::Unsupported(what).into())
        }
        None => {
            let limits = Limits { memory, ..Limits::default() };
            let silent = &mut |_: &_| {};
            certificate::write(instance, report, None, limits, interrupt, silent, out)?;
            Ok(())
        }
    }
}

/// The reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
enum NotWritten {
    #[error(transparent)]
    None(#[from] NoCertificate),
    #[error(transparent)]
    Wrong(#[from] WrongCertificate),
}

impl From<NotWritten> for PyErr {
    fn from(error: NotWritten) -> Self {
        match error {
            NotWritten::None(NoCertificate::Output(error)) => error.into(),
            NotWritten::None(error) => CertificateError::new_err(error.to_string()),
            NotWritten::Wrong(error) => PyRuntimeError::new_err(error.to_string()),
        }
    }
}
