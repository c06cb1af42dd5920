//! `fewest completions`: for shells, which ask the command itself for completions.

mod bash;

use crate::output::exit;
use anyhow::Context as _;
use bash::Bash;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::env::{CompleteEnv, Elvish, Fish, Powershell, Shells, Zsh};
use std::io::{self, Write};

/// The variable by which a shell asks for completions: it names the shell.
const ASKED: &str = "FEWEST_COMPLETE";
const SHELLS: Shells<'static> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Print a script that completes the command line in a shell
///
/// The script calls fewest each time, so fewest must be on the PATH. That way levels of installed
/// games are completed as well, with their titles where the shell has room for them.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell to complete for
    #[arg(value_parser = PossibleValuesParser::new(SHELLS.names()))]
    shell: String,
}

/// If a shell asks for completions, prints them and ends the process.
pub(crate) fn answer(command: fn() -> Command) {
    CompleteEnv::with_factory(command).var(ASKED).shells(SHELLS).complete();
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    const NAME: &str = "fewest";
    let shell = SHELLS.completer(&arguments.shell).context("it is one of the names")?;
    let mut script = Vec::new();
    shell.write_registration(ASKED, NAME, NAME, NAME, &mut script)?;
    io::stdout().write_all(&script)?;
    Ok(exit::OK)
}
