//! The methods of a puzzle written in Python.

use fewest::search::Depth;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The methods of an object that is a puzzle.
pub(super) struct Methods {
    roots: Vec<Py<PyAny>>,
    successors: Py<PyAny>,
    is_goal: Py<PyAny>,
    heuristic: Option<Py<PyAny>>,
}

/// An action and the state that it leads to.
pub(super) type Step<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

impl Methods {
    /// Takes the methods and the roots from an object.
    pub(super) fn new(puzzle: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = puzzle.py();
        let roots = match (attribute(puzzle, "roots")?, attribute(puzzle, "start")?) {
            (Some(roots), _) => called(roots)?.try_iter()?.collect::<PyResult<_>>()?,
            (None, Some(start)) => vec![called(start)?],
            (None, None) => return Err(missing(puzzle, "start and no roots")),
        };
        let method = |name| -> PyResult<Bound<'_, PyAny>> {
            attribute(puzzle, name)?.ok_or_else(|| missing(puzzle, name))
        };
        let heuristic = attribute(puzzle, "heuristic")?.filter(|method| !method.is_none());
        Ok(Self {
            roots: roots.into_iter().map(Bound::unbind).collect(),
            successors: method("successors")?.unbind(),
            is_goal: method("is_goal")?.unbind(),
            heuristic: heuristic
                .map(|method| method.into_pyobject(py).map(Bound::unbind))
                .transpose()?,
        })
    }

    pub(super) fn has_heuristic(&self) -> bool {
        self.heuristic.is_some()
    }

    pub(super) fn roots(&self) -> &[Py<PyAny>] {
        &self.roots
    }

    pub(super) fn is_goal(&self, state: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.is_goal.bind(state.py()).call1((state,))?.is_truthy()
    }

    /// Returns the moves from a state, one after the other: each an action and the resulting state.
    pub(super) fn successors<'py>(
        &self,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<impl Iterator<Item = PyResult<Step<'py>>> + use<'py>> {
        let moves = self.successors.bind(state.py()).call1((state,))?;
        let pair = |step: PyResult<Bound<'py, PyAny>>| {
            let step = step?;
            step.extract::<Step<'py>>().map_err(|_| {
                let message = format!(
                    "successors must give pairs of an action and a state, not {}",
                    step.repr().map_or_else(|_| "something else".into(), |text| text.to_string())
                );
                PyTypeError::new_err(message)
            })
        };
        Ok(moves.try_iter()?.map(pair))
    }

    /// Returns a lower bound on the number of moves left; `None` for a dead end.
    pub(super) fn estimate(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Depth>> {
        let Some(heuristic) = &self.heuristic else { return Ok(Some(Depth::ZERO)) };
        let h = heuristic.bind(state.py()).call1((state,))?;
        if h.is_none() {
            return Ok(None);
        }
        let refused =
            |what: &str| format!("the heuristic must give a number of moves or None: {what}");
        let number = h.extract::<i64>().map_err(|error| {
            let shown = h.repr().map_or_else(|_| "something else".into(), |text| text.to_string());
            let shown = refused(&shown);
            if error.is_instance_of::<PyTypeError>(state.py()) {
                PyTypeError::new_err(shown)
            } else {
                PyValueError::new_err(shown)
            }
        })?;
        match u16::try_from(number) {
            Ok(number) if Depth(number) < Depth::MAX => Ok(Some(Depth(number))),
            _ => Err(PyValueError::new_err(refused(&number.to_string()))),
        }
    }
}

/// Returns an attribute, if the object has it.
fn attribute<'py>(puzzle: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    puzzle.getattr_opt(name)
}

/// Returns the result of a method, or the attribute itself.
fn called(attribute: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if attribute.is_callable() { attribute.call0() } else { Ok(attribute) }
}

fn missing(puzzle: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = puzzle.get_type().name().map_or_else(|_| "it".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{class} is not a puzzle: it has no {name}"))
}
