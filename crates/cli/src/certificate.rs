//! Certificates beside the report.

use crate::arguments::Method;
use crate::exit::Usage;
use fewest::search::{Request, Verdict};
use fewest::{Instance, Report, exchange};
use std::fs;
use std::path::Path;

/// A file for the certificate of each instance, which is one and the same for all of them.
pub(crate) struct Certificate<'a> {
    file: &'a Path,
    request: Request,
}

impl<'a> Certificate<'a> {
    /// Checks that there are certificates for all instances, before work begins on any.
    pub(crate) fn new(
        file: &'a Path,
        method: &Method,
        instances: &[Instance],
    ) -> Result<Self, Usage> {
        let request = method.request();
        let is_certified = |instance: &&Instance| exchange::certified(instance, &request).is_some();
        match instances.iter().find(|instance| !is_certified(instance)) {
            None => Ok(Self { file, request }),
            Some(Instance { name, .. }) => Err(Usage(format!(
                "--certificate: there is none for {name}, only for panex:5 and higher exchanges \
                 without --engine and --direction"
            ))),
        }
    }

    /// Writes the certificate that bears out a report, after it was checked.
    pub(crate) fn write(&self, instance: &Instance, report: &Report) -> anyhow::Result<()> {
        let puzzle = exchange::certified(instance, &self.request);
        if let (Verdict::Optimal, Some(puzzle), Some(moves)) =
            (report.status.0, puzzle, &report.upper)
        {
            let text = exchange::certificate(puzzle, moves)?;
            fs::write(self.file, text).map_err(|error| {
                Usage(format!("--certificate: {} cannot be written: {error}", self.file.display()))
            })?;
        }
        Ok(())
    }
}
