//! `fewest rate`: how difficult a puzzle is.

use crate::arguments::{Inputs, limits, units};
use crate::output::{human, json, printable};
use crate::process::{signals, threads};
use clap::Args;
use fewest::rate::Rating;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Rate how difficult a puzzle is (not for planning tasks)
///
/// The least moves and the number of shortest solutions, proved; moves away from the goal, pieces
/// that never move, dead ends near the solution; and one number that sums it up.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Time for each instance, like 20s or 1h
    #[arg(long, default_value = "1m", value_parser = units::duration)]
    time: Duration,
    /// Memory for the search, like 64MiB or 4GB; by default 85 % of what there is
    #[arg(long, value_parser = units::budget)]
    memory: Option<u64>,
    /// Threads; by default as many as there are processors
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = units::threads)]
    threads: Option<NonZeroUsize>,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    threads::start(arguments.threads)?;
    let out = &mut io::stdout().lock();
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    let interrupt = signals::watch();
    for (number, instance) in instances.iter().enumerate() {
        let limits = limits(Instant::now(), Some(arguments.time), arguments.memory);
        let rating = Rating::new(instance, limits, interrupt)?;
        if arguments.json {
            json::write(out, "rating", &rating)?;
            continue;
        }
        let space = if number > 0 { "\n" } else { "" };
        writeln!(out, "{space}{}\n{rating}", printable(&human::titled(instance)))?;
    }
    Ok(exit_code)
}
