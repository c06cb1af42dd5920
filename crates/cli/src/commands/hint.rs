//! `fewest hint`: which moves are good.

use crate::arguments::{Inputs, limits, units};
use crate::output::{exit, json, printable};
use crate::process::{allocator, signals, threads};
use clap::Args;
use fewest::hint::Hint;
use fewest::search::Stop;
use fewest::{MoveCount, Status};
use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Say which moves of a position are good, with proof
///
/// Shows how many moves are left, which moves lie on a shortest solution, which do not, and which
/// make the puzzle unsolvable. Exit codes are those of solve for the position.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Time for each position with its moves, like 20s or 1h
    #[arg(long, default_value = "30s", value_parser = units::duration)]
    time: Duration,
    /// Memory for the search, like 64MiB or 4GB; by default 85 % of what the machine or its cgroup
    /// allows
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::budget)]
    memory: Option<u64>,
    /// Write a hint record for each position as JSON Lines
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    status: Status,
    stop: Option<&'static str>,
    lower: &'a Option<MoveCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    upper: &'a Option<MoveCount>,
    moves: Vec<Judged>,
}

#[derive(Serialize)]
struct Judged {
    r#move: String,
    is: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Arguments { inputs, time, memory, json: is_json } = arguments;
    threads::start(None)?;
    let (instances, mut exit_code) = inputs.read()?.told()?;
    let interrupt = signals::watch();
    for instance in instances {
        let limits = limits(Instant::now(), Some(*time), *memory);
        let hint = Hint::new(&instance, limits, interrupt)?;
        let Hint { status, lower, assumes, upper, moves } = &hint;
        if *is_json {
            let judged = moves
                .iter()
                .map(|(step, judgement)| Judged { r#move: step.to_string(), is: judgement.name() });
            let (instance, stop) = (instance.name.as_str(), status.stop());
            let (status, assumes, moves) = (*status, *assumes, judged.collect());
            let data = Data { instance, status, stop, lower, assumes, upper, moves };
            json::write(out, "hint", &data)?;
        } else {
            writeln!(out, "{}: {hint}", printable(&instance.name))?;
            for (step, judgement) in moves {
                writeln!(out, "  {:13} {step}", judgement.name())?;
            }
        }
        exit_code = exit::first(exit_code, status.exit_code());
        if interrupt.reason() == Some(Stop::Interrupted) {
            return Ok(exit::INTERRUPTED);
        }
        allocator::take_reserve();
    }
    Ok(exit_code)
}
