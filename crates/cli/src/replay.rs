//! `fewest replay`: a plan move by move.

use crate::arguments::{Method, Reading};
use crate::plan_text::PlanText;
use crate::progress::{Display, Records};
use crate::{exit, human, signals, solve, threads};
use clap::Args;
use fewest::instance::draw;
use fewest::rules::{self, Puzzle};
use fewest::search::{Interrupt, Limits, Stop};
use fewest::{Instance, MoveCount, Plan, Stopwatch, for_any_puzzle, memory};
use std::ffi::OsString;
use std::io::{self, Write};

/// Show the board after each move of a plan
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve
    input: OsString,
    /// The plan, as for verify; without it the instance is solved first
    #[arg(conflicts_with = "Method")]
    plan: Option<OsString>,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    threads::start(arguments.method.threads)?;
    let instances = arguments.reading.read(&arguments.input)?;
    let text = arguments.plan.as_ref().map(|plan| PlanText::read(plan)).transpose()?;
    if let Some(text) = &text {
        text.check_is_for(&instances)?;
    }
    let mut exit_code = exit::OK;
    for instance in &instances {
        let code = match &text {
            Some(text) => for_any_puzzle!(&instance.puzzle, puzzle => {
                let plan = text.moves(&instance.name, puzzle)?;
                frames(out, instance, puzzle, &plan)?
            }),
            None => {
                let interrupt = signals::watch();
                let code = solved(out, instance, &arguments.method, interrupt)?;
                if interrupt.reason() == Some(Stop::Interrupted) {
                    return Ok(if exit_code == exit::OK { code } else { exit_code });
                }
                code
            }
        };
        exit_code = if exit_code == exit::OK { code } else { exit_code };
    }
    Ok(exit_code)
}

/// Solves an instance and shows the plan, or says why there is none.
fn solved(
    out: &mut impl Write,
    instance: &Instance,
    method: &Method,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let began = Stopwatch::start().began();
    let mut display = Display::new(&instance.name, began, Records::Silent, false);
    let limits = Limits { memory: memory::budget(), ..Limits::default() };
    let report = solve::solve_one(instance, method, limits, None, None, interrupt, &mut display)?;
    drop(display);
    writeln!(out, "{}\n", human::verdict(&report))?;
    match &report.plan {
        None => {}
        Some(Plan::Atomix(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves())?,
        Some(Plan::Tiles(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves())?,
        Some(Plan::Panex(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves())?,
        Some(Plan::Exchange(plan)) => {
            let moves = plan.moves_after(&MoveCount::default());
            frames(out, instance, plan.puzzle(), &moves.collect::<Result<Vec<_>, _>>()?)?;
        }
    }
    Ok(report.status.exit_code())
}

/// The start and the board after each move, as far as the moves are legal.
fn frames<P: Puzzle>(
    out: &mut impl Write,
    instance: &Instance,
    puzzle: &P,
    plan: &[P::Move],
) -> io::Result<u8> {
    let name = &instance.name;
    let mut position = puzzle.start();
    writeln!(out, "{name}\n{}\n", draw(puzzle, &position))?;
    for (i, step) in plan.iter().enumerate() {
        let Some(next) = puzzle.play(&position, step) else { break };
        position = next;
        writeln!(out, "{}. {step}\n{}\n", i + 1, draw(puzzle, &position))?;
    }
    match rules::replay(puzzle, plan.iter().cloned()) {
        Ok(_) => {
            writeln!(out, "{name}: solved after {}", human::moves(&(plan.len() as u64).into()))?;
            Ok(exit::OK)
        }
        Err(error) => {
            writeln!(out, "{name}: rejected: {error}")?;
            Ok(exit::REJECTED)
        }
    }
}
