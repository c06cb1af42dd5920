//! `fewest completions`: for shells.

use crate::{Cli, exit};
use clap::{Args, CommandFactory};
use std::io::{self, Write};

/// Print a script that completes the command line in a shell
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    // Into memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "fewest", &mut script);
    io::stdout().write_all(&script)?;
    Ok(exit::OK)
}
