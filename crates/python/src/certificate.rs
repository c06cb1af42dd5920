//! Certificates, checked.

use crate::errors::{self, CertificateError};
use crate::method;
use crate::watch::{Listener, watch};
use fewest::input::text_of;
use fewest::memory;
use fewest::proof::closed_list::{self, Checked, ClosedListError};
use fewest::proof::panex::{self, Checker, Theorem};
use fewest::search::Interrupt;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A certificate that the checker has accepted, which believes no engine.
#[pyclass(frozen, module = "fewest")]
pub(crate) struct Certificate(Accepted);

enum Accepted {
    Search(Checked),
    Exchange(Theorem),
}

#[pymethods]
impl Certificate {
    /// The name of the instance; None of a certificate of Panex, which is about all heights.
    #[getter]
    fn instance(&self) -> Option<&str> {
        self.checked().map(|checked| checked.header.name.as_str())
    }

    /// No solution has fewer moves; None where it is shown that there is none, and of a certificate
    /// of Panex.
    #[getter]
    fn lower(&self) -> Option<u16> {
        self.checked()?.header.lower
    }

    /// The moves of the solution in it, or None.
    #[getter]
    fn upper(&self) -> Option<usize> {
        self.checked()?.header.plan.as_ref().map(Vec::len)
    }

    /// How many states it lists.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.checked().map(|checked| checked.states)
    }

    /// Its digest.
    #[getter]
    fn digest(&self) -> Option<String> {
        self.checked().map(|checked| checked.digest.to_string())
    }

    /// What a certificate of Panex shows, in formulas; else None.
    #[getter]
    fn theorem(&self) -> Option<String> {
        match &self.0 {
            Accepted::Exchange(theorem) => Some(theorem.to_string()),
            Accepted::Search(_) => None,
        }
    }

    /// By a certificate of Panex, the fewest moves that exchange two towers of `height`; None below
    /// 5, and of other certificates.
    fn exchange<'py>(&self, py: Python<'py>, height: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Accepted::Exchange(theorem) = &self.0 else { return Ok(None) };
        let moves = theorem.exchange(height).map(|moves| moves.to_string());
        moves.map(|digits| py.import("builtins")?.call_method1("int", (digits,))).transpose()
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            Accepted::Exchange(_) => "<fewest.Certificate of exchanges of Panex towers>".to_owned(),
            Accepted::Search(checked) => format!("<fewest.Certificate {}>", checked.header.name),
        }
    }
}

impl Certificate {
    fn checked(&self) -> Option<&Checked> {
        match &self.0 {
            Accepted::Search(checked) => Some(checked),
            Accepted::Exchange(_) => None,
        }
    }
}

/// Checks a certificate by the rules alone, as `fewest verify` does.
///
/// memory -- bytes for its states; with less the file is read more often
///
/// Raises `CertificateError` if it is no proof, OSError if the file cannot be read.
#[pyfunction]
#[pyo3(signature = (path, *, memory=None, threads=None))]
pub(crate) fn check_certificate(
    py: Python<'_>,
    path: PathBuf,
    memory: Option<u64>,
    threads: Option<NonZeroUsize>,
) -> PyResult<Certificate> {
    let memory = memory.or_else(memory::budget);
    let interrupt = Interrupt::new();
    let listener = Listener::new(None, "");
    // A file that is not there is told of by the system.
    File::open(&path)?;
    let (checked, stopped) = watch(py, method::threads(threads), listener, &interrupt, |_| {
        if !closed_list::is_one(&path) {
            return exchange(&path);
        }
        let open = || {
            let file = File::open(&path)?;
            Ok(BufReader::new(Interruptible { file, interrupt: &interrupt }))
        };
        Ok(Accepted::Search(closed_list::check(open, memory, &mut |_| {})?))
    })?;
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    checked.map(Certificate).map_err(|rejected| match rejected {
        Rejected::Input(error) => errors::input(py, &error),
        Rejected::Search(ClosedListError::Unreadable(error)) => error.into(),
        Rejected::Search(error) => CertificateError::new_err(error.to_string()),
        Rejected::Exchange(error) => CertificateError::new_err(error.to_string()),
    })
}

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
enum Rejected {
    #[error(transparent)]
    Input(#[from] fewest::InputError),
    #[error(transparent)]
    Search(#[from] ClosedListError),
    #[error(transparent)]
    Exchange(#[from] panex::CertificateError),
}

fn exchange(path: &std::path::Path) -> Result<Accepted, Rejected> {
    let (_, text) = text_of(path.as_os_str())?;
    Ok(Accepted::Exchange(Checker::new().check(&text)?))
}

/// A file that cannot be read on once somebody wants the check to stop.
struct Interruptible<'a> {
    file: File,
    interrupt: &'a Interrupt,
}

impl Read for Interruptible<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.interrupt.reason() {
            Some(stop) => Err(io::Error::other(stop)),
            None => self.file.read(buffer),
        }
    }
}
