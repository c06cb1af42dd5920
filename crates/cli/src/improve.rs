//! `fewest improve`: whether a plan of one's own can be beaten.

use crate::arguments::{Method, Reading};
use crate::given::Moves;
use crate::output::printable;
use crate::plan_text::PlanText;
use crate::{exit, json, signals, threads, units};
use anyhow::Context;
use clap::Args;
use fewest::improve::{Improved, Improvement};
use fewest::rules::replay;
use fewest::search::{Limits, Stop, Verdict};
use fewest::{Solver, Status, for_any_puzzle, memory};
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
    #[command(flatten)]
    moves: Moves,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    threads::start(arguments.method.threads)?;
    let (instances, mut exit_code) = arguments.reading.read(&arguments.input)?.told()?;
    arguments.moves.check(&instances)?;
    let text = PlanText::read(&arguments.plan)?;
    text.check_is_for(&instances)?;
    let interrupt = signals::watch();
    for instance in &instances {
        let own = for_any_puzzle!(&instance.puzzle, puzzle => {
            let plan = text.moves(&instance.name, puzzle, arguments.moves)?;
            let played = plan.and_then(|plan| {
                let moves = plan.len();
                replay(puzzle, plan).map(|_| moves)
            });
            match played {
                Ok(moves) => u16::try_from(moves).context("the plan is too long")?,
                Err(error) => {
                    writeln!(out, "{}: rejected: {error}", printable(&instance.name))?;
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
            writeln!(out, "{}: {improvement}", printable(&instance.name))?;
            if let Improved::Shorter(plan) = &improvement.improved {
                for step in plan.listed().unwrap_or_default() {
                    writeln!(out, "{step}")?;
                }
            }
        }
        if !is_settled {
            exit_code = Status(Verdict::Bounded(Stop::Time)).exit_code();
        }
    }
    Ok(exit_code)
}
