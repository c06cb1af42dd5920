//! `fewest replay`: a plan move by move.

use crate::arguments::{Method, Moves, Reading};
use crate::plan_text::PlanText;
use crate::progress::{Display, Records};
use crate::{exit, human, signals, solve, threads};
use clap::Args;
use fewest::instance::draw;
use fewest::rules::{self, Puzzle, ReplayError};
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
    #[command(flatten)]
    moves: Moves,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    threads::start(arguments.method.threads)?;
    let moves = arguments.moves;
    let (instances, mut exit_code) = arguments.reading.read(&arguments.input)?.told()?;
    moves.check(&instances)?;
    let text = arguments.plan.as_ref().map(|plan| PlanText::read(plan)).transpose()?;
    if let Some(text) = &text {
        text.check_is_for(&instances)?;
    }
    for instance in &instances {
        let code = match &text {
            Some(text) => for_any_puzzle!(&instance.puzzle, puzzle => {
                match text.moves(&instance.name, puzzle, moves)? {
                    Ok(plan) => frames(out, instance, puzzle, &plan, moves)?,
                    Err(error) => rejected(out, instance, &error)?,
                }
            }),
            None => {
                let interrupt = signals::watch();
                let code = solved(out, instance, arguments, interrupt)?;
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
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let Arguments { method, moves: notation, .. } = arguments;
    let began = Stopwatch::start().began();
    let mut display = Display::new(&instance.name, began, Records::Silent, false);
    let limits = Limits { memory: memory::budget(), ..Limits::default() };
    let report = solve::solve_one(instance, method, limits, None, interrupt, &mut display)?;
    drop(display);
    writeln!(out, "{}\n", human::verdict(&report))?;
    match &report.plan {
        None => {}
        Some(Plan::Atomix(plan)) => {
            frames(out, instance, plan.puzzle(), plan.moves(), *notation)?;
        }
        Some(Plan::Tiles(plan)) => {
            frames(out, instance, plan.puzzle(), plan.moves(), *notation)?;
        }
        Some(Plan::Panex(plan)) => {
            frames(out, instance, plan.puzzle(), plan.moves(), *notation)?;
        }
        Some(Plan::Exchange(plan)) => {
            let moves = plan.moves_after(&MoveCount::default());
            let moves = moves.collect::<Result<Vec<_>, _>>()?;
            frames(out, instance, plan.puzzle(), &moves, *notation)?;
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
    notation: Moves,
) -> io::Result<u8> {
    let name = &instance.name;
    let mut position = puzzle.start();
    writeln!(out, "{name}\n{}\n", draw(puzzle, &position))?;
    for (i, step) in plan.iter().enumerate() {
        let Some(next) = puzzle.play(&position, step) else { break };
        let written = notation.write(puzzle, &position, step);
        position = next;
        writeln!(out, "{}. {written}\n{}\n", i + 1, draw(puzzle, &position))?;
    }
    match rules::replay(puzzle, plan.iter().cloned()) {
        Ok(_) => {
            writeln!(out, "{name}: solved after {}", human::moves(&(plan.len() as u64).into()))?;
            Ok(exit::OK)
        }
        Err(error) => rejected(out, instance, &error),
    }
}

fn rejected(out: &mut impl Write, instance: &Instance, error: &ReplayError) -> io::Result<u8> {
    writeln!(out, "{}: rejected: {error}", instance.name)?;
    Ok(exit::REJECTED)
}
