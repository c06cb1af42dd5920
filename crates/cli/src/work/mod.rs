//! `fewest work`: searches as files in a folder, for all processes and machines that share it.

mod found;
mod joined;
mod layer;
mod merge;
mod run;
mod split;
mod status;
mod whole;

use crate::output::shown;
use clap::{Args, Subcommand};
use fewest_work::{Done, Folder};

#[cfg(feature = "lab")]
pub(crate) use whole::Search;
pub(crate) use whole::Whole;

/// Divide searches among processes and machines that share a folder
///
/// split writes units as small files, run does them until none is left, in as many processes and on
/// as many machines as you start it, and merge prints the records. If a worker is killed, other
/// workers take over its units. pdb split makes units that build tables of tile puzzles.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Split(Box<split::Arguments>),
    Run(run::Arguments),
    Merge(merge::Arguments),
    Status(status::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    match &arguments.verb {
        Verb::Split(arguments) => split::run(arguments),
        Verb::Run(arguments) => run::run(arguments),
        Verb::Merge(arguments) => merge::run(arguments),
        Verb::Status(arguments) => status::run(arguments),
    }
}

/// The message about a new folder.
pub(crate) fn created(folder: &Folder<Whole>) -> String {
    let count = folder.units();
    let noun = if count == 1 { "unit" } else { "units" };
    format!("{}: {count} {noun}", shown(folder.path()))
}

/// The results of all units, in order, each checked to be of its unit.
///
/// # Errors
/// As [`Folder::results`].
pub(crate) fn results(
    folder: &Folder<Whole>,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Vec<Done>>> + '_> {
    let check = |done: &Done| {
        let unit = folder.unit(done.unit);
        let is_of_it =
            unit.is_some_and(|unit| folder.whole.is_of(&unit.arguments, &done.arguments));
        let message = "the arguments that were run are not those of the unit";
        is_of_it.then_some(()).ok_or_else(|| merge::invalid(&folder.path_of(done), message))
    };
    Ok(folder.results()?.map(move |results| {
        let results = results?;
        results.iter().try_for_each(check)?;
        Ok(results)
    }))
}

/// One of the results of a unit that stands for it: if a clock has ended all, any is as good.
pub(crate) fn chosen(results: &[Done]) -> Option<&Done> {
    results.iter().find(|done| done.is_repeatable()).or(results.first())
}
