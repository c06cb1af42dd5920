//! Checked certificates.

use crate::errors::CertificateError;
use crate::watch::{Listener, watch};
use crate::{method, value};
use fewest::memory;
use fewest::proof::Checking;
use fewest::proof::closed_list::Header;
use fewest::proof::panex::Theorem;
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

/// A certificate that the checker, which trusts no engine, has accepted.
#[pyclass(frozen, module = "fewest")]
pub(crate) struct Certificate(Verified);

#[pymethods]
impl Certificate {
    /// The name of the instance, for a certificate of a search; else None.
    #[getter]
    fn instance(&self) -> Option<&str> {
        self.header().map(|header| header.name.as_str())
    }

    /// What the certificate shows, in words.
    #[getter]
    fn claim(&self) -> &str {
        &self.0.claim
    }

    /// Whether the claim is proved; an audit is no proof unless all its units were searched again.
    #[getter]
    fn is_proof(&self) -> bool {
        self.0.is_proof
    }

    /// No solution has fewer moves; None if no solution exists, or if the certificate is not of a
    /// search or is not a proof.
    #[getter]
    fn lower(&self) -> Option<u16> {
        self.header()?.lower
    }

    /// The number of moves of the solution in the certificate, or None.
    #[getter]
    fn upper(&self) -> Option<usize> {
        self.header()?.plan.as_ref().map(Vec::len)
    }

    /// The number of states that the certificate lists, or None.
    #[getter]
    fn states(&self) -> Option<u64> {
        self.0.listed.map(|(states, _)| states)
    }

    /// The digest of the certificate, or None.
    #[getter]
    fn digest(&self) -> Option<String> {
        self.0.listed.map(|(_, digest)| digest.to_string())
    }

    /// What the claim rests on although it is not proved; None if it rests on no such thing.
    #[getter]
    fn assumes(&self) -> Option<&'static str> {
        self.0.theorem.as_ref().map(|_| Theorem::ASSUMES)
    }

    /// What a certificate of Panex towers shows, in formulas; else None.
    #[getter]
    fn theorem(&self) -> Option<String> {
        self.0.theorem.as_ref().map(ToString::to_string)
    }

    /// The fewest moves that exchange two towers of `height`, by a certificate of Panex towers; None
    /// below 5, and for other certificates.
    ///
    /// Raises ValueError above 10,000, the largest height in `panex:N`.
    fn exchange<'py>(&self, py: Python<'py>, height: u32) -> PyResult<Option<Bound<'py, PyAny>>> {
        if height > u32::from(MAX_SIZE) {
            let message = format!("height: towers have at most {MAX_SIZE} pieces");
            return Err(PyValueError::new_err(message));
        }
        let moves = self.0.theorem.as_ref().and_then(|theorem| theorem.exchange(height));
        // Python limits the digits of a number in base 10, but not in base 16.
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

/// Checks a certificate by the rules alone, as `fewest verify` does: that of a search, of Panex
/// towers, of the layers of a space, a stored pattern database, stored rules, or an audit, which is
/// not a proof.
///
/// memory -- bytes for its states; with less, a certificate of a search is read more often
///
/// Raises `CertificateError` if something in it does not hold, OSError if the file cannot be read, and
/// MemoryError if this kind of certificate needs more memory.
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
    // Let the system report a missing file.
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

/// A file that can no longer be read once the check is to stop.
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
