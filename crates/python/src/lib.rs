//! The Python module `fewest`: it reads, solves and checks everything that the library of that name
//! does, and searches puzzles that are written in Python.
//!
//! The library does all the work. This crate converts Python's values to those of the library and
//! back, and lets Python run, handle signals and stop a search while it runs: see `watch`.

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
mod verify;
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
    use crate::report::Report;
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::verify::verify;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
