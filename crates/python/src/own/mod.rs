//! Puzzles written in Python.

mod graph;
mod methods;
mod replay;

use crate::errors::{self, PuzzleError};
use crate::method::{engine as named_engine, kept, limits};
use crate::report::Report;
use crate::watch::{Listener, watch};
use fewest::search::problem::Problem;
use fewest::search::{
    Depth, Direction, Engine, Interrupt, Limits, MissingPart, Monitor, Outcome, Progress, RunError,
    Settings, Stop, Unsupported,
};
use fewest::{ResourceUsage, Stopwatch};
use graph::{EdgeId, Graph, StateId};
use methods::Methods;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The name of such a puzzle in messages.
const PUZZLE: &str = "a puzzle written in Python";

/// Searches a puzzle that is written in Python for a shortest solution.
///
/// `puzzle` is any object that has
///
/// start -- the first state, as an attribute or a method; or `roots`, several of them
/// successors(state) -- pairs of an action and the state that it leads to
/// is_goal(state) -- whether the puzzle is solved
/// heuristic(state) -- optional: a lower bound on the number of moves left; None if no solution can be
/// reached from there
///
/// States are hashable, and compare equal exactly if they are the same. Every action is one move.
///
/// `engine` is "astar", unless another is asked for: "ida-star", "breadth-first",
/// "breadth-first-heuristic", "transposition-ida-star" ... `time`, `nodes`, `upper_bound` and `progress`
/// are as for `solve`, and so are Ctrl-C and exceptions of `progress`; `memory` counts what the engine
/// stores, not the states themselves.
///
/// >>> class Numbers:
/// ...     start = 1
/// ...     def successors(self, n):
/// ...         return [("+1", n + 1), ("*2", n * 2)] if n < 100 else []
/// ...     def is_goal(self, n):
/// ...         return n == 100
/// >>> fewest.solve_puzzle(Numbers()).upper
/// 8
///
/// The plan is a list of actions, replayed with the object's own methods before it is returned; `states`
/// of the report has the states along it. "OPTIMAL" holds if the heuristic is admissible, which its
/// author has to ensure. A heuristic that is seen not to be is a `PuzzleError`; exceptions of the
/// methods end the search and are raised.
#[pyfunction]
#[pyo3(signature = (
    puzzle, *, engine=None, time=None, memory=None, nodes=None, upper_bound=None, progress=None
))]
pub(crate) fn solve_puzzle(
    puzzle: &Bound<'_, PyAny>,
    engine: Option<&str>,
    time: Option<f64>,
    memory: Option<u64>,
    nodes: Option<u64>,
    upper_bound: Option<u16>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let py = puzzle.py();
    let engine = named_engine(engine)?.unwrap_or(Engine::Astar);
    if engine == Engine::PerimeterIdaStar {
        let missing = Unsupported::part(engine, PUZZLE, MissingPart::OtherGoals);
        return Err(errors::solve(&missing.into()));
    }
    let limits = limits(time, memory, nodes, upper_bound)?;
    let mut stopwatch = Stopwatch::start();
    let name = puzzle.get_type().name()?.to_string();
    let methods = Methods::new(puzzle)?;
    let interrupt = Interrupt::new();
    let graph = Graph::new(py, &methods, &interrupt, limits.deadline)?;
    let mut last = None;
    // The methods are called by only one thread.
    let listener = Listener::new(progress, &name);
    let (searched, stopped) = watch(py, 1, listener, &interrupt, |on_progress| {
        // The thread stays known to Python while it searches: to register it for every call would
        // take several times as long as most calls.
        let on_progress = &mut |progress: &Progress| {
            if graph.stop().is_none() {
                last = Some(*progress);
            }
            on_progress(progress);
        };
        Python::attach(|py| py.detach(|| search(&graph, engine, limits, &interrupt, on_progress)))
    })?;
    if let Some(error) = graph.error() {
        return Err(error);
    }
    let searched = match graph.stop() {
        Some(stop) => Ok(ended(stop, last)),
        None => searched,
    };
    let report = report(py, name, &methods, &graph, engine, searched, stopwatch.lap());
    match stopped {
        None => report,
        Some(stopped) => {
            if let Ok(report) = report {
                stopped.value(py).setattr("report", Py::new(py, report)?)?;
            }
            Err(stopped)
        }
    }
}

/// Returns what a search has proved, or why there is no such result.
fn report(
    py: Python<'_>,
    name: String,
    methods: &Methods,
    graph: &Graph<'_>,
    engine: Engine,
    searched: Result<Outcome<EdgeId>, Failed>,
    usage: ResourceUsage,
) -> PyResult<Report> {
    if let Some(broken) = graph.broken_promise(py)? {
        return Err(broken);
    }
    let outcome = match searched {
        Ok(outcome) => outcome,
        Err(Failed::Unsupported(error)) => return Err(errors::solve(&error)),
        Err(Failed::Contradiction(message)) => return Err(PuzzleError::new_err(message)),
    };
    let plan = outcome.plan().map(|plan| graph.path(py, plan));
    let plan = plan.map(|path| replay::replay(py, methods, path)).transpose()?;
    let heuristic = if methods.has_heuristic() { "heuristic" } else { "none" };
    let method = [engine.name(), heuristic, Direction::Forward.name()];
    let record = fewest::Report::of_puzzle(kept(&name), &name, method, outcome.verdict());
    let record = fewest::Report { usage, ..record.with_outcome(&outcome) };
    Report::own(py, record, plan)
}

/// Keeps what a search had reported before the last call of its puzzle: nothing later holds.
fn ended(stop: Stop, last: Option<Progress>) -> Outcome<EdgeId> {
    let (lower, statistics) = last.map(|told| (told.lower, told.statistics)).unwrap_or_default();
    let (never, silent) = (Interrupt::new(), &mut |_: &Progress| {});
    Monitor::new(Limits::default(), &never, silent).stopped(stop, None, lower, statistics)
}

/// The reason why there is no outcome.
enum Failed {
    Unsupported(fewest::SolveError),
    /// The engine met something impossible with an admissible heuristic.
    Contradiction(String),
}

fn search(
    graph: &Graph<'_>,
    engine: Engine,
    limits: Limits,
    interrupt: &Interrupt,
    on_progress: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Outcome<EdgeId>, Failed> {
    let heuristic = |state: &StateId| -> Option<Depth> { graph.estimate(*state) };
    let problem = Problem::new(graph, heuristic);
    let monitor = &mut Monitor::new(limits, interrupt, on_progress);
    let run = || engine.run(&problem, Settings::default(), None, monitor);
    // An engine that finds a plan shorter than its proved bound panics: it trusts the heuristic.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(outcome)) => Ok(outcome),
        Ok(Err(error)) => Err(Failed::Unsupported(RunError::of(error, engine, PUZZLE).into())),
        Err(panic) => match panic.downcast_ref::<String>() {
            Some(message) if message.contains("contradicts the lower bound") => {
                Err(Failed::Contradiction(format!("the heuristic is not admissible: {message}")))
            }
            _ => resume_unwind(panic),
        },
    }
}

/// Returns the error for a puzzle with more states than can be numbered.
fn too_large() -> PyErr {
    PyRuntimeError::new_err("there are more states or moves than can be numbered")
}
