//! Certificates beside the report.

use crate::arguments::Method;
use crate::exit::{self, Usage};
use fewest::certificate::{self, NoCertificate, Written};
use fewest::search::{Interrupt, Limits, Request, Stop, Verdict};
use fewest::{Instance, Report, exchange};
use indicatif::HumanCount;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file for the certificate of an instance, or for that of exchanges of Panex towers, which is one
/// and the same for all of them.
pub(crate) struct Certificate {
    file: PathBuf,
    /// Where it is written before it takes its place, so that a file is whole or as it was.
    aside: NamedTempFile,
    request: Request,
}

/// Why there is no certificate beside a report.
#[derive(Debug, thiserror::Error)]
#[error("no certificate: {0}")]
pub(crate) struct NotCertified(#[from] pub(crate) NoCertificate);

impl NotCertified {
    pub(crate) fn exit_code(&self) -> u8 {
        match &self.0 {
            NoCertificate::Stopped(Stop::Memory) => exit::MEMORY,
            NoCertificate::Stopped(Stop::Interrupted) => exit::INTERRUPTED,
            NoCertificate::Stopped(_) => exit::LIMIT,
            NoCertificate::Unsupported(_) => exit::USAGE,
            NoCertificate::Output(_) => exit::OUTPUT,
            NoCertificate::Contradiction => exit::INTERNAL,
        }
    }
}

impl Certificate {
    /// Checks that there are certificates for all instances, and that the file can be written,
    /// before work begins on any.
    pub(crate) fn new(file: &Path, method: &Method, instances: &[Instance]) -> Result<Self, Usage> {
        let request = method.request();
        let is_exchange = |instance: &Instance| exchange::certified(instance, &request).is_some();
        match instances {
            [one] if certificate::is_certified(one) => {}
            all => match all.iter().find(|instance| !is_exchange(instance)) {
                None => {}
                Some(Instance { name, .. }) if all.len() == 1 => {
                    return Err(Usage(format!(
                        "--certificate: there is none for {name}; of Panex there is one for \
                         panex:5 and higher exchanges without --engine and --direction"
                    )));
                }
                Some(_) => {
                    let error = "--certificate: it is for one instance, not for several";
                    return Err(Usage(error.to_owned()));
                }
            },
        }
        let folder = match file.parent() {
            Some(folder) if folder != "" => folder,
            _ => Path::new("."),
        };
        let aside = NamedTempFile::new_in(folder).map_err(|error| {
            Usage(format!("--certificate: {} cannot be written: {error}", file.display()))
        })?;
        Ok(Self { file: file.to_owned(), aside, request })
    }

    /// Writes the certificate that bears out a report. That of an exchange was checked; there is
    /// nothing to count in it.
    pub(crate) fn write(
        self,
        instance: &Instance,
        report: &Report,
        memory: Option<u64>,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Option<Written>> {
        let Self { file, aside, request } = self;
        let mut out = BufWriter::new(aside);
        let written = match (exchange::certified(instance, &request), &report.upper) {
            (Some(puzzle), Some(moves)) if report.status.0 == Verdict::Optimal => {
                out.write_all(exchange::certificate(puzzle, moves)?.as_bytes())?;
                None
            }
            (Some(_), _) => return Ok(None),
            (None, _) => {
                let (silent, limits) = (&mut |_: &_| {}, Limits { memory, ..Limits::default() });
                let written =
                    certificate::write(instance, report, limits, interrupt, silent, &mut out);
                Some(written.map_err(NotCertified)?)
            }
        };
        let aside = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        aside.as_file().sync_all()?;
        aside.persist(file)?;
        Ok(written)
    }
}

/// Says what was written.
pub(crate) fn say(out: &mut impl Write, Written { states, digest }: &Written) -> io::Result<()> {
    writeln!(out, "certificate {} states, digest {digest}", HumanCount(*states))
}
