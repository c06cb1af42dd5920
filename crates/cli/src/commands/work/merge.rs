//! `fewest work merge`: puts results together.

use super::found::ResultData;
use super::joined::MergedTree;
#[cfg(feature = "lab")]
use crate::commands::lab;
use crate::commands::pdb;
use crate::output::exit::{self, Usage};
use crate::output::{json, pictures};
use crate::work_units::{self, Division};
use clap::Args;
use fewest_work::Folder;
use std::io::{self, Write};
use std::path::PathBuf;

/// Print the records of all units, which must be done
///
/// Instances have one record each, in their order, as solve --json prints them. The parts of one
/// search have one record together, whose plan is replayed by the rules. Tables have one record
/// each, as pdb build --json prints them. Runs of an experiment are added to its results. Exit
/// code: as for solve; 31 if results disagree or are damaged.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder of units
    folder: PathBuf,
    /// For the parts of one search: file for an audit; verify searches a sample of its parts again
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// For an experiment: folder of results, with a folder for each experiment
    #[cfg(feature = "lab")]
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let folder = Folder::<Division>::open(&arguments.folder)?;
    if arguments.audit.is_some() && !matches!(folder.whole, Division::Tree(_)) {
        return Err(Usage(
            "--audit is only for one search that was divided with --depth".to_owned(),
        )
        .into());
    }
    match &folder.whole {
        Division::Instances(_) => instances(&folder, out),
        Division::Tree(whole) => {
            if whole.moves.len() != folder.units() as usize {
                let file = folder.path().join("work.json");
                return Err(
                    work_units::invalid(&file, "there are not as many positions as units").into()
                );
            }
            let mut joined = MergedTree::new(whole)?;
            for results in work_units::results(&folder)? {
                joined.add(&folder, &results?)?;
            }
            let report = joined.report()?;
            if let Some(file) = &arguments.audit {
                let audit = joined.audit(&report)?;
                pictures::written(Some(file), false, |out| Ok(out.write_all(audit.as_bytes())?))?;
            }
            json::write(out, "result", &report)?;
            Ok(report.status.exit_code())
        }
        Division::Tables => pdb::units::merge(&folder, out),
        #[cfg(feature = "lab")]
        Division::Experiment { name } => lab::units::merge(&folder, name, &arguments.results, out),
    }
}

fn instances(folder: &Folder<Division>, out: &mut impl Write) -> anyhow::Result<u8> {
    let mut exit_code = exit::OK;
    for results in work_units::results(folder)? {
        let results = results?;
        if let Some(done) = work_units::chosen(&results) {
            let status = ResultData::read(folder, done)?.1;
            writeln!(out, "{}", done.record)?;
            exit_code = if exit_code == exit::OK { status.exit_code() } else { exit_code };
        }
    }
    Ok(exit_code)
}
