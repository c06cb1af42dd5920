//! Certificates beside the report.

use crate::arguments::Method;
use crate::exit::{self, Usage};
use crate::json;
use fewest::certificate::{self, NoCertificate, Written};
use fewest::search::{Interrupt, Limits, Progress, Request, Stop, Verdict};
use fewest::{Instance, Report, exchange};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file for the certificate of an instance, or for that of exchanges of Panex towers, which is one
/// and the same for all of them.
pub(crate) struct Certificate {
    file: PathBuf,
    /// Where it is written before it takes its place, so that a file is whole or as it was; nothing
    /// once that is done.
    aside: Option<NamedTempFile>,
    request: Request,
}

/// How it is told what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Told {
    /// By a line for people.
    Line,
    /// By a `certificate` record.
    Record,
    Nothing,
}

#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    states: u64,
    digest: String,
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
                        "--certificate: there is none for {name}; of towers of more than 12 \
                         there is one for exchanges without --engine and --direction"
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
        let cannot = |reason: String| {
            Usage(format!("--certificate: {} cannot be written: {reason}", file.display()))
        };
        if file.is_dir() {
            return Err(cannot("it is a folder".to_owned()));
        }
        let aside = temporary(folder).map_err(|error| cannot(error.to_string()))?;
        Ok(Self { file: file.to_owned(), aside: Some(aside), request })
    }

    /// Writes the certificate that bears out a report, once, and tells of it. The exit code: a
    /// report is worth more than what was to bear it out, so that there is none is only said.
    pub(crate) fn add(
        &mut self,
        instance: &Instance,
        report: &Report,
        memory: Option<u64>,
        interrupt: &Interrupt,
        told: Told,
        out: &mut impl Write,
    ) -> anyhow::Result<u8> {
        let Some(aside) = self.aside.take() else { return Ok(exit::OK) };
        let mut file = BufWriter::new(aside);
        let written = match exchange::certified(instance, &self.request) {
            Some(puzzle) => {
                let moves = report.upper.as_ref().filter(|_| report.status.0 == Verdict::Optimal);
                let Some(moves) = moves else { return Ok(exit::OK) };
                // It was checked, and there is nothing to count in it.
                file.write_all(exchange::certificate(puzzle, moves)?.as_bytes())?;
                None
            }
            None => {
                let limits = Limits { memory, ..Limits::default() };
                // It is drawn on a terminal only.
                let style = ProgressStyle::with_template("{spinner} certificate: {human_pos} states");
                let line = ProgressBar::no_length().with_style(style.expect("constant"));
                let mut update = |progress: &Progress| line.set_position(progress.statistics.stored);
                let written =
                    certificate::write(instance, report, limits, interrupt, &mut update, &mut file);
                line.finish_and_clear();
                match written {
                    Ok(written) => Some(written),
                    Err(none) => {
                        eprintln!("fewest: no certificate: {none}");
                        return Ok(exit_code(&none));
                    }
                }
            }
        };
        let aside = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        aside.as_file().sync_all()?;
        aside.persist(&self.file).map_err(|error| error.error)?;
        if let Some(written) = written {
            tell(out, instance, &written, told)?;
        }
        Ok(exit::OK)
    }
}

/// A file that others may read as any new file.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn tell(
    out: &mut impl Write,
    instance: &Instance,
    Written { states, digest }: &Written,
    told: Told,
) -> anyhow::Result<()> {
    match told {
        Told::Line => {
            writeln!(out, "certificate {} states, digest {digest}", HumanCount(*states))?;
        }
        Told::Record => {
            let (states, digest) = (*states, digest.to_string());
            json::write(out, "certificate", &Data { instance: &instance.name, states, digest })?;
        }
        Told::Nothing => {}
    }
    Ok(())
}

/// The exit code where there is no certificate.
fn exit_code(none: &NoCertificate) -> u8 {
    match none {
        NoCertificate::Stopped(Stop::Memory) => exit::MEMORY,
        NoCertificate::Stopped(Stop::Interrupted) => exit::INTERRUPTED,
        NoCertificate::Stopped(_) => exit::LIMIT,
        NoCertificate::Unsupported(_) => exit::USAGE,
        NoCertificate::Output(_) => exit::OUTPUT,
        NoCertificate::Contradiction | NoCertificate::Rejected(_) => exit::INTERNAL,
    }
}
