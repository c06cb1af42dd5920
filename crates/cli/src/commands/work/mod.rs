//! `fewest work`: searches as files in a folder, for all processes and machines that share it.

mod found;
mod joined;
mod layer;
mod merge;
mod run;
mod split;
mod status;
mod unit;

use clap::{Args, Command, Subcommand};

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

pub(crate) fn run(arguments: &Arguments, command: Command) -> anyhow::Result<u8> {
    match &arguments.verb {
        Verb::Split(arguments) => split::run(arguments, command),
        Verb::Run(arguments) => run::run(arguments),
        Verb::Merge(arguments) => merge::run(arguments),
        Verb::Status(arguments) => status::run(arguments),
    }
}
