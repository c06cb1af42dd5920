//! The certificate of a search by ranks: all ranks list their states, and the first one writes the
//! file.

use fewest::certificate::{NoCertificate, Written, is_certified, list_as_rank, write};
use fewest::search::artifact::AtomicFile;
use fewest::search::distributed::Transport;
use fewest::search::{Interrupt, Limits, Ranks, Storage};
use fewest::{Instance, Report};
use fewest_scale::MpiRank;
use std::error::Error;
use std::io::{BufWriter, IntoInnerError};
use std::path::Path;

/// A file for a certificate, held by the first rank.
pub(crate) struct Certificate(Option<AtomicFile>);

impl Certificate {
    /// Checks that there are certificates of the instance, and that the file can be written, before
    /// work begins. All ranks call it.
    pub(crate) fn new(
        file: &Path,
        instance: &Instance,
        rank: &mut MpiRank,
    ) -> Result<Self, Box<dyn Error>> {
        if !is_certified(instance) {
            return Err(format!("--certificate: none for {}", instance.name).into());
        }
        let aside = (rank.rank() == 0).then(|| AtomicFile::new(file)).transpose();
        let has_failed = rank.all_gather(&[aside.is_err().into()])[0] > 0;
        match aside {
            Ok(_) if has_failed => Err("the first rank cannot write the certificate".into()),
            Ok(aside) => Ok(Self(aside)),
            Err(error) => {
                let file = file.display();
                Err(format!("--certificate: {file} cannot be written: {error}").into())
            }
        }
    }

    /// Writes the certificate of a report. All ranks call it; the first one knows what was
    /// written, or why it was not.
    pub(crate) fn add(
        self,
        instance: &Instance,
        report: &Report,
        memory: u64,
        rank: &mut MpiRank,
    ) -> Result<Option<Written>, NoCertificate> {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let interrupt = Interrupt::new();
        let Some(aside) = self.0 else {
            // An error ends the listing on the first rank, too, which reports it.
            let _ = list_as_rank(instance, report, rank, limits, &interrupt);
            return Ok(None);
        };
        let (mut ranks, silent) = (Storage::Ranks(Ranks::Transport(rank), None), &mut |_: &_| {});
        let mut file = BufWriter::new(aside);
        let written =
            write(instance, report, Some(&mut ranks), limits, &interrupt, silent, &mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)?.finish()?;
        Ok(Some(written))
    }
}
