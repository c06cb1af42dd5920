//! `fewest improve`: whether a plan of one's own can be beaten.

use crate::arguments::{Method, Reading};
use crate::plan_text::PlanText;
use crate::{exit, json, signals, units};
use anyhow::Context;
use clap::Args;
use fewest::improve::{Improved, Improvement};
use fewest::rules::{Puzzle, replay};
use fewest::search::Limits;
use fewest::{Solver, for_any_puzzle, memory};
use serde_json::json;
use std::ffi::OsString;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Look for a plan shorter than one's own, or prove that there is none
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve
    input: OsString,
    /// The plan, as for verify
    plan: OsString,
    /// Time for the search, like 20s or 1h
    #[arg(long, value_parser = units::duration)]
    time: Option<Duration>,
    /// Print an improvement record as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let instances = arguments.reading.read(&arguments.input)?;
    let text = PlanText::read(&arguments.plan)?;
    text.check_is_for(&instances)?;
    let interrupt = signals::watch();
    let mut exit_code = exit::OK;
    for instance in &instances {
        let own = for_any_puzzle!(&instance.puzzle, puzzle => {
            let plan = text.moves(&instance.name, puzzle)?;
            let moves = plan.len();
            match replay(puzzle, plan) {
                Ok(_) => u16::try_from(moves).context("the plan is too long")?,
                Err(error) => {
                    writeln!(out, "{}: rejected: {error}", instance.name)?;
                    return Ok(exit::REJECTED);
                }
            }
        });
        let deadline = arguments.time.and_then(|time| Instant::now().checked_add(time));
        let limits = Limits { deadline, memory: memory::budget(), ..Limits::default() };
        let solver = Solver::new().request(arguments.method.request()).interrupt(interrupt);
        let improvement = Improvement::new(instance, own, solver, limits)?;
        let is_settled = !matches!(improvement.improved, Improved::Gap(_));
        if arguments.json {
            let found = match &improvement.improved {
                Improved::IsShortest => json!({ "is_shortest": true }),
                Improved::Shorter(plan) => {
                    let moves = plan.listed().unwrap_or_default();
                    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                    json!({ "upper": plan.len(), "moves": moves })
                }
                Improved::Gap(lower) => json!({ "lower": lower }),
            };
            let data = json!({ "instance": instance.name, "own": improvement.own, "found": found });
            json::write(out, "improvement", &data)?;
        } else {
            writeln!(out, "{}: {improvement}", instance.name)?;
            if let Improved::Shorter(plan) = &improvement.improved {
                for step in plan.listed().unwrap_or_default() {
                    writeln!(out, "{step}")?;
                }
            }
        }
        if !is_settled {
            exit_code = exit::TIME;
        }
    }
    Ok(exit_code)
}
