//! Certificates beside the report.

use super::saving::Saving;
use crate::arguments::Method;
use crate::output::exit::{self, Usage};
use crate::output::{json, pictures, shown, tell};
use crate::progress::Reporting;
use crate::progress::listing::Listing;
use fewest::certificate::{self, NoCertificate, Written};
use fewest::search::artifact::AtomicFile;
use fewest::search::{Interrupt, Limits, Progress, Request, Verdict};
use fewest::{Instance, Report, exchange};
use indicatif::HumanCount;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file for the certificate of an instance, or for that of exchanges of Panex towers, which is
/// the same for all of them.
pub(crate) struct Certificate<'a> {
    /// `None` once it is written.
    file: Option<AtomicFile>,
    /// Where the file will be.
    path: PathBuf,
    request: Request,
    /// Where the states that it needs are listed: on disk or by the ranks of the search.
    saving: &'a Saving,
}

#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    states: u64,
    digest: String,
}

impl<'a> Certificate<'a> {
    /// Checks that there are certificates for all instances, and that the file can be written,
    /// before work begins on any.
    pub(crate) fn new(
        file: &Path,
        method: &Method,
        saving: &'a Saving,
        instances: &[Instance],
    ) -> Result<Self, Usage> {
        let request = method.request();
        let is_on_disk = saving.is_on_disk();
        if is_on_disk && saving.is_by_ranks() {
            let error = "--certificate cannot be used with --ranks and --disk together, only with \
                         one of them";
            return Err(Usage(error.to_owned()));
        }
        let is_exchange = |instance: &Instance| exchange::certified(instance, &request).is_some();
        match instances {
            [one] if certificate::is_certified(one) => {
                if is_on_disk && !is_exchange(one) && !certificate::is_certified_on_disk(one) {
                    return Err(Usage(format!(
                        "--certificate: none for {} with --disk: its states do not fit into \
                         16 bytes",
                        one.name
                    )));
                }
            }
            all => match all.iter().find(|instance| !is_exchange(instance)) {
                None => {}
                Some(Instance { name, .. }) if all.len() == 1 => {
                    return Err(Usage(format!(
                        "--certificate: none for {name}; with towers of more than 12 pieces, \
                         only exchanges without --engine and --direction have one"
                    )));
                }
                Some(_) => {
                    let error = "--certificate works for one instance only";
                    return Err(Usage(error.to_owned()));
                }
            },
        }
        let aside = pictures::certificate(file)?;
        Ok(Self { file: Some(aside), path: file.to_owned(), request, saving })
    }

    /// Writes the certificate of a report, once, and reports that. Returns the exit code; a missing
    /// certificate is only reported, since the report is worth more.
    pub(crate) fn add(
        &mut self,
        instance: &Instance,
        report: &Report,
        memory: Option<u64>,
        interrupt: &Interrupt,
        told: Reporting,
        out: &mut impl Write,
    ) -> anyhow::Result<u8> {
        let Some(aside) = self.file.take() else { return Ok(exit::OK) };
        let mut file = BufWriter::new(aside);
        let written = match exchange::certified(instance, &self.request) {
            Some(puzzle) => {
                let moves = report.upper.as_ref().filter(|_| report.status.0 == Verdict::Optimal);
                let Some(moves) = moves else { return Ok(exit::OK) };
                // The report was checked already, and there is nothing to count.
                let text = exchange::certificate(puzzle, moves)?;
                file.write_all(text.as_bytes()).map(|()| None).map_err(NoCertificate::Output)
            }
            None => {
                let limits = Limits { memory, ..Limits::default() };
                let mut listing = Listing::new(&instance.name, told);
                let mut update = |progress: &Progress| listing.update(progress);
                // The search has released the folder.
                let storage = self.saving.open_for_list(instance, &self.request);
                storage.map_err(NoCertificate::Disk).and_then(|mut storage| {
                    let storage = storage.as_mut();
                    let (update, file) = (&mut update, &mut file);
                    certificate::write(instance, report, storage, limits, interrupt, update, file)
                        .map(Some)
                })
            }
        };
        let finished = written.and_then(|written| {
            pictures::finish(file).map_err(NoCertificate::Output)?;
            Ok(written)
        });
        match finished {
            Ok(None) => Ok(exit::OK),
            Ok(Some(written)) => {
                say(out, instance, &written, told)?;
                Ok(exit::OK)
            }
            Err(none) => {
                let path = match none {
                    NoCertificate::Output(_) => format!("{}: ", shown(&self.path)),
                    _ => String::new(),
                };
                tell(&format!("fewest: no certificate: {path}{none}"));
                Ok(exit_code(&none))
            }
        }
    }
}

fn say(
    out: &mut impl Write,
    instance: &Instance,
    Written { states, digest }: &Written,
    told: Reporting,
) -> anyhow::Result<()> {
    match told {
        Reporting::Line => {
            writeln!(out, "certificate {} states, digest {digest}", HumanCount(*states))?;
        }
        Reporting::Record => {
            let (states, digest) = (*states, digest.to_string());
            json::write(out, "certificate", &Data { instance: &instance.name, states, digest })?;
        }
        Reporting::Nothing => {}
    }
    Ok(())
}

/// The exit code if there is no certificate.
fn exit_code(none: &NoCertificate) -> u8 {
    match none {
        NoCertificate::Stopped(stop) => exit::of_stop(*stop),
        NoCertificate::Unsupported(_) | NoCertificate::LongKeys(_) | NoCertificate::Ranks(_) => {
            exit::USAGE
        }
        NoCertificate::Disk(_) => exit::INPUT,
        NoCertificate::Output(_) => exit::OUTPUT,
        NoCertificate::Contradiction | NoCertificate::Rejected(_) | NoCertificate::Parts(_) => {
            exit::INTERNAL
        }
    }
}
