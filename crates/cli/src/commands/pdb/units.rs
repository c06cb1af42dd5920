//! Tables as work units: `fewest pdb split`, and what each unit is.

use super::record::Record;
use super::{Action, Limit, What, patterns, stopped};
use crate::output::exit::{self, Usage};
use crate::output::printable;
use crate::work_units::{self, Division};
use clap::{Args, Parser};
use fewest::InputError;
use fewest::rules::TextPosition;
use fewest::search::Stop;
use fewest::tiles::pattern::{Pattern, Table};
use fewest_work::Folder;
use indicatif::HumanCount;
use std::io::Write;
use std::path::PathBuf;

/// Write a work unit for each table, for "work run" in processes and on machines that share a folder
///
/// Each unit is a command "fewest pdb build --json" with one pattern: the worker that does it
/// stores the table in its own data folder. "work merge" prints a record of each table.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder for the units: a new or an empty one
    folder: PathBuf,
    /// As for build
    #[arg(required = true)]
    what: Vec<What>,
    /// Build tables even if they are stored
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limit: Limit,
}

pub(super) fn split(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<u8> {
    let Arguments { folder, what, force, limit } = arguments;
    let patterns = patterns(what);
    // No worker could build it.
    let is_refused = |pattern: &&Pattern| {
        limit.memory.is_some_and(|limit| Table::bytes(pattern).building > limit)
    };
    if let Some(pattern) = patterns.iter().find(is_refused) {
        return Err(stopped(pattern, Stop::Memory));
    }
    let force = force.then(|| "--force".to_owned());
    let memory = limit.memory.map(|bytes| format!("--memory={bytes}"));
    let options: Vec<_> = force.into_iter().chain(memory).collect();
    let unit = |pattern: &Pattern| {
        let words = ["pdb", "build", "--json"].map(String::from);
        [&words[..], &options, &[pattern.to_string()]].concat()
    };
    let created = Folder::create(folder, Division::Tables, patterns.iter().map(unit).collect())?;
    writeln!(out, "{}", work_units::created(&created))?;
    Ok(exit::OK)
}

/// Checks that these are the arguments of a unit.
///
/// # Errors
/// If they are not.
pub(crate) fn check(arguments: &[String]) -> Result<(), Usage> {
    #[derive(Parser)]
    struct Pdb {
        #[command(flatten)]
        arguments: super::Arguments,
    }
    let parsed = arguments.split_first().filter(|(first, _)| *first == "pdb");
    let parsed = parsed.and_then(|_| Pdb::try_parse_from(arguments).ok());
    match parsed.map(|pdb| pdb.arguments.action) {
        Some(Action::Build(build)) if build.json && patterns(&build.what).len() == 1 => Ok(()),
        _ => Err(Usage(format!(
            "a unit of tables is pdb build --json with one pattern, not {arguments:?}"
        ))),
    }
}

/// Summarises the record of a unit in a few words.
///
/// # Errors
/// If it is not a record.
pub(crate) fn described(record: &str) -> Result<String, String> {
    let Record { pattern, states, .. } = Record::read(record)?;
    Ok(format!("{}: {} states", printable(&pattern), HumanCount(states)))
}

/// Prints the records of all units, in order.
///
/// # Errors
/// If a unit is not done, two of its results disagree, or a record is not one of its table.
pub(crate) fn merge(folder: &Folder<Division>, out: &mut impl Write) -> anyhow::Result<u8> {
    for results in work_units::results(folder)? {
        let results = results?;
        let Some(done) = work_units::chosen(&results) else { continue };
        let of_it = |record: Record| match done.arguments.last() {
            Some(pattern) if *pattern == record.pattern => Ok(()),
            _ => Err(format!("the record is of {}", printable(&record.pattern))),
        };
        Record::read(done.record.get()).and_then(of_it).map_err(|error| {
            let path = folder.path_of(done).display().to_string();
            InputError::invalid(&path, TextPosition::START, error)
        })?;
        writeln!(out, "{}", done.record)?;
    }
    Ok(exit::OK)
}
