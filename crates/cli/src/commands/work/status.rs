//! `fewest work status`: the progress of the work.

use crate::output::{exit, json};
use crate::work_units::Division;
use clap::Args;
use fewest_work::{Folder, Leased, Status};
use std::io::{self, Write};
use std::path::PathBuf;

/// Show which units are still to be done, leased and done
///
/// Exit code: 31 if results of a unit disagree, or a unit is missing.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder of units
    folder: PathBuf,
    /// Write a record as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let status = Folder::<Division>::open(&arguments.folder)?.status()?;
    if arguments.json {
        json::write(out, "work", &status)?;
    } else {
        write(out, &status)?;
    }
    let is_whole = status.disagreeing.is_empty() && status.missing.is_empty();
    Ok(if is_whole { exit::OK } else { exit::INPUT })
}

fn write(out: &mut impl Write, status: &Status) -> io::Result<()> {
    let Status { units, todo, leased, done, disagreeing, missing } = status;
    let noun = if *units == 1 { "unit" } else { "units" };
    writeln!(out, "{units} {noun}: {todo} to be done, {} leased, {done} done", leased.len())?;
    for Leased { unit, worker, silent_seconds } in leased {
        writeln!(out, "unit {unit}: {worker}, silent for {silent_seconds:.0} s")?;
    }
    for unit in disagreeing {
        writeln!(out, "unit {unit}: its results disagree")?;
    }
    for unit in missing {
        writeln!(out, "unit {unit}: it is missing")?;
    }
    Ok(())
}
