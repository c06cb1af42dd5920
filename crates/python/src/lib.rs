//! The Python module `fewest`: what the library of that name reads, solves and checks, and searches
//! of puzzles that are written in Python.
//!
//! All work is the library's. What is here turns Python's values into those of the library and back,
//! and lets Python run, see signals and stop a search while it goes on: see `watch`.

mod certificate;
mod errors;
mod html;
mod input;
mod instance;
mod lab;
mod method;
mod own;
mod plan;
mod report;
mod solve;
mod value;
mod watch;

use pyo3::pymodule;

/// The fewest moves that solve a sliding puzzle, and a proof that no shorter solution exists.
///
/// >>> import fewest
/// >>> report = fewest.solve("water")
/// >>> report.status, report.lower, report.upper
/// ('OPTIMAL', 13, 13)
#[pymodule]
mod fewest {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::certificate::{Certificate, check_certificate};
    #[pymodule_export]
    use crate::errors::{
        CertificateError, Error, InputError, PlanError, PuzzleError, UnsupportedError,
    };
    #[pymodule_export]
    use crate::input::{load, read};
    #[pymodule_export]
    use crate::instance::Instance;
    #[pymodule_export]
    use crate::lab::{lab_frame, lab_records};
    #[pymodule_export]
    use crate::own::solve_puzzle;
    #[pymodule_export]
    use crate::plan::verify;
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::solve::solve;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
