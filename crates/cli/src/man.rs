//! `fewest man`: the manual page.

use crate::{Cli, exit};
use clap::{Args, CommandFactory};
use std::io::{self, Write};

/// Print the manual page, to be read with: man -l
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The page of this verb instead of the page of the command
    verb: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let page = match &arguments.verb {
        None => command,
        Some(verb) => match command.find_subcommand(verb) {
            Some(page) => page.clone(),
            None => {
                let message = format!("there is no verb \"{verb}\"");
                command.error(clap::error::ErrorKind::InvalidValue, message).exit()
            }
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    io::stdout().write_all(&text)?;
    Ok(exit::OK)
}
