//! Replays plans of puzzles written in Python.

use crate::errors::PuzzleError;
use crate::own::methods::Methods;
use crate::report::OwnPlan;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A plan found by an engine.
pub(super) struct Path<'py> {
    pub(super) states: Vec<Bound<'py, PyAny>>,
    pub(super) actions: Vec<Bound<'py, PyAny>>,
}

/// Checks every move of a plan, and its end, with the puzzle's own methods.
pub(super) fn replay<'py>(
    py: Python<'py>,
    methods: &Methods,
    path: Path<'py>,
) -> PyResult<OwnPlan<'py>> {
    let Path { states, actions } = path;
    for ((number, pair), action) in (1..).zip(states.windows(2)).zip(&actions) {
        let mut is_move = false;
        for step in methods.successors(&pair[0])? {
            let (other, next) = step?;
            is_move |= other.eq(action)? && next.eq(&pair[1])?;
        }
        if !is_move {
            let message = format!(
                "move {number}, {}, leads elsewhere when it is made again: successors must always \
                 give the same moves for a state",
                action.str()?
            );
            return Err(PuzzleError::new_err(message));
        }
    }
    match states.last() {
        Some(last) if methods.is_goal(last)? => {}
        _ => {
            let message = "the last state is not a goal when asked again: is_goal must always give \
                           the same answer for a state";
            return Err(PuzzleError::new_err(message));
        }
    }
    Ok(OwnPlan { actions: PyList::new(py, actions)?, states: PyList::new(py, states)? })
}
