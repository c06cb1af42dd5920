//! The options of a search, in the words of the command.

use fewest::atomix::TieBreaking;
use fewest::memory;
use fewest::search::{
    Depth, Direction, Engine, Limits, MultiGoal, OpenList, PerimeterHeuristic, PlanRecovery,
    Replacement, Request, Switch, TableStart,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashSet;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Less memory than this is of no use to any engine.
const LEAST_MEMORY: u64 = 1_000_000;
/// More threads per processor make no search faster.
const PER_PROCESSOR: usize = 8;

/// Reads a word, if there is one.
pub(crate) fn parsed<T: FromStr<Err: Display>>(
    what: &str,
    text: Option<&str>,
) -> PyResult<Option<T>> {
    let refused = |error: T::Err| PyValueError::new_err(format!("{what}: {error}"));
    text.map(|text| text.parse().map_err(refused)).transpose()
}

/// Reads the name of one of several values, if there is a name.
pub(crate) fn named<T: Copy>(
    what: &str,
    text: Option<&str>,
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> PyResult<Option<T>> {
    let Some(text) = text else { return Ok(None) };
    let all: Vec<T> = all.into_iter().collect();
    let known = all.iter().copied().find(|&value| name(value) == text);
    let names = || all.iter().copied().map(name).collect::<Vec<_>>();
    known.map(Some).ok_or_else(|| unknown(what, text, &names()))
}

fn unknown(what: &str, text: &str, names: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{what}: \"{text}\" is not one of {}", names.join(", ")))
}

/// Returns the engine with this name.
pub(crate) fn engine(name: Option<&str>) -> PyResult<Option<Engine>> {
    named("engine", name, Engine::ALL, Engine::name)
}

/// Returns the limits of a search that begins now.
pub(crate) fn limits(
    time: Option<f64>,
    bytes: Option<u64>,
    nodes: Option<u64>,
    upper_bound: Option<u16>,
) -> PyResult<Limits> {
    let time = time.map(|seconds| {
        let time = Duration::try_from_secs_f64(seconds);
        // A time that is too large means no limit.
        if seconds > 0.0 { Ok(time.unwrap_or(Duration::MAX)) } else { time }
    });
    let time = time.transpose().map_err(|error| PyValueError::new_err(format!("time: {error}")))?;
    if bytes.is_some_and(|bytes| bytes < LEAST_MEMORY) {
        let message = format!("memory: it must be at least {LEAST_MEMORY} bytes");
        return Err(PyValueError::new_err(message));
    }
    Ok(Limits {
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        memory: bytes.or_else(memory::budget),
        nodes,
        upper_bound: upper_bound.map(Depth),
    })
}

/// Returns how many threads are started if this many are requested.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or(processors, NonZeroUsize::get).min(processors * PER_PROCESSOR)
}

/// Returns the request to an engine.
pub(crate) fn request(
    engine_name: Option<&str>,
    heuristic: Option<&str>,
    direction: Option<&str>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Request> {
    let mut request = Request { engine: engine(engine_name)?, ..Request::default() };
    request.heuristic = heuristic.map(known_heuristic).transpose()?;
    let direction = direction.filter(|&name| name != "auto");
    request.direction = named("direction", direction, Direction::ALL, Direction::name)?;
    for (key, value) in settings.into_iter().flatten() {
        let key: String = key.extract()?;
        // A number is written as in the command.
        let text = value.str()?;
        let value = if value.is_none() { None } else { Some(text.to_cow()?) };
        let value = value.as_deref();
        let settings = &mut request.settings;
        match key.as_str() {
            "tie_breaking" => request.tie_breaking = value.map(known_rules).transpose()?,
            "multi_goal" => {
                let named = named(&key, value, MultiGoal::ALL, MultiGoal::name)?;
                request.multi_goal = named.unwrap_or_default();
            }
            "rule_length" => request.rule_length = parsed(&key, value)?,
            "weight" => settings.weight = parsed(&key, value)?,
            "caching_probability" => settings.caching_probability = parsed(&key, value)?,
            "open_list" => settings.open_list = named(&key, value, OpenList::ALL, OpenList::name)?,
            "replacement" => {
                settings.replacement = named(&key, value, Replacement::ALL, Replacement::name)?;
            }
            "table_start" => {
                settings.table_start = named(&key, value, TableStart::ALL, TableStart::name)?;
            }
            "perimeter" => {
                let (all, name) = (PerimeterHeuristic::ALL, PerimeterHeuristic::name);
                settings.perimeter = named(&key, value, all, name)?;
            }
            "move_pruning" => {
                settings.move_pruning = named(&key, value, Switch::ALL, Switch::name)?
            }
            "move_ordering" => {
                settings.move_ordering = named(&key, value, Switch::ALL, Switch::name)?
            }
            "plan_recovery" => {
                settings.plan_recovery = named(&key, value, PlanRecovery::ALL, PlanRecovery::name)?;
            }
            _ => {
                let message = format!("an unexpected keyword argument \"{key}\"");
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    Ok(request)
}

/// Returns a heuristic: one of those that have a name, or partitions of tiles.
fn known_heuristic(text: &str) -> PyResult<&'static str> {
    let names = fewest::heuristic_names();
    match names.iter().find(|&&name| name == text) {
        Some(name) => Ok(name),
        None if text.contains(':') => Ok(kept(text)),
        None => Err(unknown("heuristic", text, &names)),
    }
}

/// Returns tie-breaking rules, separated by commas.
fn known_rules(text: &str) -> PyResult<&'static str> {
    let names = TieBreaking::ALL.map(TieBreaking::name);
    match text.split(',').find(|name| !names.contains(name)) {
        Some(name) => Err(unknown("tie_breaking", name, &names)),
        None => Ok(kept(text)),
    }
}

/// Returns a text that lives as long as the process: each is stored once.
pub(crate) fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = text.to_owned().leak();
    kept.insert(new);
    new
}
