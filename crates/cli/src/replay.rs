//! `fewest replay`: a plan move by move.

use crate::arguments::{Method, Reading};
use crate::given::Moves;
use crate::output::printable;
use crate::plan_text::PlanText;
use crate::progress::{Display, Records};
use crate::{exit, human, json, signals, solve, threads};
use clap::Args;
use fewest::instance::draw;
use fewest::rules::{self, Puzzle, ReplayError};
use fewest::search::{Interrupt, Limits, Stop};
use fewest::{Instance, MoveCount, Plan, Stopwatch, for_any_puzzle, memory};
use serde::Serialize;
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
    /// Write JSON Lines: the positions one by one, then whether the last one is solved
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
    let text = arguments.plan.as_ref().map(|plan| PlanText::read(plan)).transpose()?;
    if let Some(text) = &text {
        text.check_is_for(&instances)?;
    }
    let style = Style { is_json: arguments.json, moves: arguments.moves };
    for instance in &instances {
        let code = match &text {
            Some(text) => for_any_puzzle!(&instance.puzzle, puzzle => {
                match text.moves(&instance.name, puzzle, arguments.moves)? {
                    Ok(plan) => frames(out, instance, puzzle, &plan, style)?,
                    // The first move is none of anything that stands there.
                    Err(error) => style.rejected(out, instance, &error)?,
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

/// How a plan is shown.
#[derive(Debug, Clone, Copy)]
struct Style {
    is_json: bool,
    moves: Moves,
}

impl Style {
    /// Says that a plan is rejected before any of it could be shown.
    fn rejected(
        self,
        out: &mut impl Write,
        instance: &Instance,
        error: &ReplayError,
    ) -> io::Result<u8> {
        if self.is_json {
            let (instance, reason) = (instance.name.as_str(), Some(error.to_string()));
            let data = ReplayedData { instance, accepted: false, moves: 0, reason };
            json::write(out, "replayed", &data)?;
        } else {
            writeln!(out, "{}: rejected: {error}", printable(&instance.name))?;
        }
        Ok(exit::REJECTED)
    }
}

/// Solves an instance and shows the plan, or says why there is none.
fn solved(
    out: &mut impl Write,
    instance: &Instance,
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let began = Stopwatch::start().began();
    let mut display = Display::new(&instance.name, began, Records::Silent, false);
    let limits = Limits { memory: memory::budget(), ..Limits::default() };
    let report =
        solve::solve_one(instance, &arguments.method, limits, None, None, interrupt, &mut display)?;
    drop(display);
    let report = report.in_notation(arguments.moves.notation.unwrap_or_default());
    let style = Style { is_json: arguments.json, moves: arguments.moves };
    if style.is_json {
        json::write(out, "result", &report)?;
    } else {
        writeln!(out, "{}\n", human::verdict(&report))?;
    }
    match &report.plan {
        None => {}
        Some(Plan::Atomix(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Tiles(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Panex(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Exchange(plan)) => {
            let moves = plan.moves_after(&MoveCount::default());
            let moves = moves.collect::<Result<Vec<_>, _>>()?;
            frames(out, instance, plan.puzzle(), &moves, style)?;
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
    style: Style,
) -> io::Result<u8> {
    if style.is_json {
        return records(out, instance, puzzle, plan, style);
    }
    let name = printable(&instance.name);
    let mut position = puzzle.start();
    writeln!(out, "{name}\n{}\n", draw(puzzle, &position))?;
    for (i, step) in plan.iter().enumerate() {
        let Some(next) = puzzle.play(&position, step) else { break };
        let written = style.moves.write(puzzle, &position, step);
        position = next;
        writeln!(out, "{}. {written}\n{}\n", i + 1, draw(puzzle, &position))?;
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

/// A position of a plan.
#[derive(Serialize)]
struct PositionData<'a> {
    instance: &'a str,
    /// Moves before it.
    number: usize,
    /// The last of them.
    r#move: Option<String>,
    board: Option<Vec<&'a str>>,
}

/// What became of the plan.
#[derive(Serialize)]
struct ReplayedData<'a> {
    instance: &'a str,
    accepted: bool,
    moves: usize,
    reason: Option<String>,
}

/// The same as records.
fn records<P: Puzzle>(
    out: &mut impl Write,
    instance: &Instance,
    puzzle: &P,
    plan: &[P::Move],
    style: Style,
) -> io::Result<u8> {
    let instance = instance.name.as_str();
    let mut position = Some(puzzle.start());
    let mut steps = plan.iter();
    let (mut number, mut r#move) = (0, None);
    while let Some(at) = position {
        let drawing = draw(puzzle, &at);
        let board = json::board(&drawing);
        json::write(out, "position", &PositionData { instance, number, r#move, board })?;
        number += 1;
        let step = steps.next();
        r#move = step.map(|step| style.moves.write(puzzle, &at, step));
        position = step.and_then(|step| puzzle.play(&at, step));
    }
    let replayed = rules::replay(puzzle, plan.iter().cloned());
    let (accepted, moves) = (replayed.is_ok(), plan.len());
    let reason = replayed.err().map(|error| error.to_string());
    json::write(out, "replayed", &ReplayedData { instance, accepted, moves, reason })?;
    Ok(if accepted { exit::OK } else { exit::REJECTED })
}
