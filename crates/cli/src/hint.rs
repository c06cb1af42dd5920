//! `fewest hint`: which moves are good.

use crate::arguments::Inputs;
use crate::output::printable;
use crate::{json, signals, units};
use clap::Args;
use fewest::hint::Hint;
use fewest::memory;
use serde_json::json;
use std::io::{self, Write};
use std::time::Duration;

/// Judge the moves of a position, proved
///
/// Says how many moves are left, which moves lie on a shortest solution, which do not, and which
/// make the puzzle unsolvable.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Time for all of it, like 20s or 1h
    #[arg(long, default_value = "30s", value_parser = units::duration)]
    time: Duration,
    /// Print a hint record as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let interrupt = signals::watch();
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    for instance in instances {
        let hint = Hint::new(&instance, arguments.time, memory::budget(), interrupt)?;
        if arguments.json {
            let moves = hint.moves.iter();
            let moves: Vec<_> = moves
                .map(
                    |(step, judgement)| json!({ "move": step.to_string(), "is": judgement.name() }),
                )
                .collect();
            let data = json!({
                "instance": instance.name,
                "status": hint.status,
                "lower": hint.lower,
                "upper": hint.upper,
                "moves": moves,
            });
            json::write(out, "hint", &data)?;
            continue;
        }
        writeln!(out, "{}: {hint}", printable(&instance.name))?;
        for (step, judgement) in &hint.moves {
            writeln!(out, "  {:13} {step}", judgement.name())?;
        }
    }
    Ok(exit_code)
}
