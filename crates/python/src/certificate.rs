//! Certificates, checked.

use crate::errors::CertificateError;
use crate::watch::{Listener, watch};
use crate::{method, value};
use fewest::memory;
use fewest::proof::Checking;
use fewest::proof::closed_list::Header;
use fewest::rules::panex::MAX_SIZE;
use fewest::search::Interrupt;
use fewest::verified::{self, NotVerified, Verified};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A certificate that the checker has accepted, which believes no engine.
#[pyclass(frozen, module = "fewest")]
pub(crate) struct Certificate(Verified);

#[pymethods]
impl Certificate {
    /// The name of the instance, of a certificate of a search; else None.
    #[getter]
    fn instance(&self) -> Option<&str> {
        self.header().map(|header| header.name.as_str())
    }

    /// What it shows, in words.
    #[getter]
    fn claim(&self) -> &str {
        &self.0.claim
    }

    /// Whether the claim is proved; an audit is none unless all its units were searched again.
    #[getter]
    fn is_proof(&self) -> bool {
        self.0.is_proof
    }

    /// No solution has fewer moves; None where it is shown that there is none, and where it is of no
    /// search or no proof.
    #[getter]
    fn lower(&self) -> Option<u16> {
        self.header()?.lower
    }

    /// The moves of the solution in it, or None.
    #[getter]
    fn upper(&self) -> Option<usize> {
        self.header()?.plan.as_ref().map(Vec::len)
    }

    /// How many states it lists, or None.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.0.listed.map(|(states, _)| states)
    }

    /// Its digest, or None.
    #[getter]
    fn digest(&self) -> Option<String> {
        self.0.listed.map(|(_, digest)| digest.to_string())
    }

    /// What a certificate of Panex towers shows, in formulas; else None.
    #[getter]
    fn theorem(&self) -> Option<String> {
        self.0.theorem.as_ref().map(ToString::to_string)
    }

    /// By a certificate of Panex towers, the fewest moves that exchange two of `height`; None below
    /// 5, and of other certificates.
    ///
    /// Raises ValueError above 10,000, as high as towers are in `panex:N`.
    fn exchange<'py>(&self, py: Python<'py>, height: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        if height > u32::from(MAX_SIZE) {
            let message = format!("height: towers have at most {MAX_SIZE} pieces");
            return Err(PyValueError::new_err(message));
        }
        let moves = self.0.theorem.as_ref().and_then(|theorem| theorem.exchange(height));
        // Python takes so many digits to a base of 16, not to one of 10.
        let number = |digits: String| py.import("builtins")?.call_method1("int", (digits, 16));
        moves.map(|moves| number(format!("{moves:x}"))).transpose()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.header() {
            Some(header) => format!("<fewest.Certificate {}>", value::quoted(py, &header.name)?),
            None => format!("<fewest.Certificate: {}>", self.0.claim),
        })
    }
}

impl Certificate {
    fn header(&self) -> Option<&Header> {
        self.0.header.as_ref()
    }
}

/// Checks a certificate by the rules alone, as `fewest verify` does: of a search, of Panex towers, of
/// the layers of a space, a stored pattern database, stored rules, or an audit, which is no proof.
///
/// memory -- bytes for its states; with less that of a search is read more often
///
/// Raises `CertificateError` if something in it does not hold, OSError if the file cannot be read, and MemoryError
/// if its kind needs more memory.
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
        let open = || {
            let file = File::open(&path)?;
            Ok(BufReader::new(Interruptible { file, interrupt: &interrupt }))
        };
        verified::check(open, memory, &mut |_: Checking| match interrupt.reason() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        })
    })?;
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    checked.map(Certificate).map_err(|error| match error {
        NotVerified::Unreadable(error) => error.into(),
        NotVerified::Memory(_) => PyMemoryError::new_err(error.to_string()),
        error => CertificateError::new_err(error.to_string()),
    })
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
