//! Whether a plan solves a puzzle.

use crate::errors;
use crate::input::given;
use crate::plan::{Moves, read_moves};
use fewest::rules::replay;
use pyo3::prelude::*;

/// Checks by the rules that a plan solves a puzzle, and returns how many moves it has. Whether
/// fewer moves can is not checked.
///
/// >>> fewest.verify("123456708", ["8"])
/// 1
///
/// Raises `PlanError` if it does not.
#[pyfunction]
#[pyo3(signature = (instance, plan, *, notation=None))]
pub(crate) fn verify(
    instance: &Bound<'_, PyAny>,
    plan: Moves,
    notation: Option<&str>,
) -> PyResult<usize> {
    let py = instance.py();
    let puzzle = &given(instance)?.puzzle;
    let moves = read_moves(py, puzzle, &plan, notation)?;
    let count = moves.len();
    replay(puzzle, moves).map_err(|error| errors::rejected(py, &error))?;
    Ok(count)
}
