//! Puzzles as Python objects.

use crate::plan::{Moves, read_moves};
use crate::{errors, html, value};
use pyo3::prelude::*;

/// A puzzle with its name; `str` of it is the drawing of its start.
///
/// >>> water = fewest.read("water")
/// >>> water.name, water.puzzle
/// ('water', 'atomix')
#[pyclass(frozen, eq, module = "fewest")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Instance(pub(crate) fewest::Instance);

#[pymethods]
impl Instance {
    /// The name: "water", "katomic_05", "panex:7".
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The title that its source gives it, or None.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    /// "atomix", "tiles" or "panex".
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.0.puzzle.name()
    }

    /// The same puzzle after some moves: a text or a list, as for `verify`.
    ///
    /// >>> print(fewest.read("123406758").after(["6"]))
    /// 1 2 3
    /// 4 6 _
    /// 7 5 8
    #[pyo3(signature = (moves, *, notation=None))]
    fn after(&self, py: Python<'_>, moves: Moves, notation: Option<&str>) -> PyResult<Self> {
        let moves = read_moves(py, &self.0.puzzle, &moves, notation)?;
        let after = self.0.named_after(moves);
        after.map(Self).map_err(|error| errors::rejected(py, &error))
    }

    fn __str__(&self) -> String {
        self.0.draw()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = value::quoted(py, &self.0.name)?;
        Ok(format!("<fewest.Instance {name}: {}>", self.0.puzzle.name()))
    }

    /// The start as a picture, for notebooks.
    fn _repr_html_(&self) -> String {
        html::picture(&self.0)
    }
}
