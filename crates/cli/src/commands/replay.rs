//! `fewest replay`: a plan move by move.

use crate::arguments::{Method, Moves, PlanText, Reading, completions};
use crate::commands::solve;
use crate::output::exit::{self, Rejected, Usage};
use crate::output::pictures::{self, Medium};
use crate::output::{human, json, printable, tell};
use crate::process::{signals, threads};
use crate::progress::{Display, Records};
use clap::Args;
use fewest::instance::draw;
use fewest::rules::{self, Puzzle, ReplayError, panex};
use fewest::search::{Interrupt, Limits, Stop};
use fewest::{ExchangePlan, Instance, MoveCount, Plan, Stopwatch, for_any_puzzle, memory};
use fewest_view::{Staged, text};
use serde::Serialize;
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Show the board after each move of a plan
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve
    #[arg(add = completions::inputs())]
    input: OsString,
    /// The plan, as for verify; without it the instance is solved first
    #[arg(conflicts_with = "Method")]
    plan: Option<OsString>,
    /// How it is shown
    #[arg(long = "as", value_name = "MEDIUM", value_enum, default_value = "text")]
    shown_as: Medium,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
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
    threads::start(arguments.method.threads)?;
    let (instances, exit_code) = arguments.reading.read(&arguments.input)?.told()?;
    arguments.moves.check(&instances)?;
    let text = arguments.plan.as_ref().map(|plan| PlanText::read(plan)).transpose()?;
    if let Some(text) = &text {
        text.check_is_for(&instances)?;
    }
    if arguments.shown_as != Medium::Text && (instances.len() != 1 || arguments.json) {
        let message = "a picture shows one instance and cannot be combined with --json";
        return Err(Usage(message.to_owned()).into());
    }
    if matches!(arguments.shown_as, Medium::Svg | Medium::Gif) {
        pictures::check_boards(&instances)?;
    }
    let mut code = exit::OK;
    let (path, is_binary) = (arguments.output.as_deref(), arguments.shown_as == Medium::Gif);
    pictures::written(path, is_binary, |mut out| {
        code = all(arguments, &instances, text.as_ref(), &mut out)?;
        Ok(())
    })?;
    Ok(if exit_code == exit::OK { code } else { exit_code })
}

/// Shows the plans of all instances.
fn all(
    arguments: &Arguments,
    instances: &[Instance],
    text: Option<&PlanText>,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let mut exit_code = exit::OK;
    let style = Style::of(arguments);
    for instance in instances {
        let code = match text {
            Some(text) => for_any_puzzle!(&instance.puzzle, puzzle => {
                match text.moves(&instance.name, puzzle, arguments.moves)? {
                    Ok(plan) => frames(out, instance, puzzle, &plan[..], style)?,
                    // Nothing on the board can make the first move.
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

/// The style in which a plan is shown.
#[derive(Debug, Clone, Copy)]
struct Style {
    is_json: bool,
    moves: Moves,
    medium: Medium,
    /// The style of boards on a terminal; elsewhere they have rulers, to read moves on them.
    terminal: Option<text::Style>,
}

impl Style {
    fn of(arguments: &Arguments) -> Self {
        let Arguments { json, moves, shown_as, ref output, .. } = *arguments;
        let is_terminal = output.is_none() && io::stdout().is_terminal();
        let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let style = if is_plain { text::Style::Unicode } else { text::Style::Colour };
        Self { is_json: json, moves, medium: shown_as, terminal: is_terminal.then_some(style) }
    }

    /// A position, after a move of piece number `moved`.
    fn board<P: Staged>(self, puzzle: &P, position: &P::Position, moved: Option<usize>) -> String {
        let scene = puzzle.scene(position);
        match self.terminal {
            Some(style) if scene.width > 0 => {
                let drawn = text::draw(&scene, style, moved);
                drawn.trim_end_matches('\n').to_owned()
            }
            _ => draw(puzzle, position),
        }
    }

    /// Reports that a plan is rejected before any of it could be shown.
    fn rejected(
        self,
        out: &mut impl Write,
        instance: &Instance,
        error: &ReplayError,
    ) -> anyhow::Result<u8> {
        if self.medium != Medium::Text {
            // An existing picture is not replaced.
            return Err(Rejected(rejection(instance, error)).into());
        }
        if self.is_json {
            let (instance, reason) = (instance.name.as_str(), Some(error.to_string()));
            let data = ReplayedData { instance, accepted: false, moves: 0, reason };
            json::write(out, "replayed", &data)?;
        } else {
            writeln!(out, "{}", rejection(instance, error))?;
        }
        Ok(exit::REJECTED)
    }
}

/// Solves an instance and shows the plan, or reports why there is none.
fn solved(
    out: &mut impl Write,
    instance: &Instance,
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> anyhow::Result<u8> {
    let began = Stopwatch::start().began();
    let limits = Limits { memory: memory::budget(), ..Limits::default() };
    let mut display = Display::new(&instance.name, began, limits, Records::Silent);
    let report =
        solve::solve_one(instance, &arguments.method, limits, None, None, interrupt, &mut display)?;
    drop(display);
    let report = report.in_notation(arguments.moves.notation.unwrap_or_default());
    let style = Style::of(arguments);
    if style.is_json {
        json::write(out, "result", &report)?;
    } else if style.medium != Medium::Text && arguments.output.is_some() {
        writeln!(io::stdout(), "{}", human::verdict(&report))?;
    } else if style.medium != Medium::Text {
        tell(&human::verdict(&report));
    } else {
        writeln!(out, "{}\n", human::verdict(&report))?;
    }
    match &report.plan {
        None => {}
        Some(Plan::Atomix(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Tiles(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Panex(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        Some(Plan::Pddl(plan)) => _ = frames(out, instance, plan.puzzle(), plan.moves(), style)?,
        // Its moves are made while they are shown: there may be millions.
        Some(Plan::Exchange(plan)) => _ = frames(out, instance, plan.puzzle(), plan, style)?,
    }
    Ok(report.status.exit_code())
}

/// A plan that can be iterated over more than once.
trait Steps<M> {
    fn steps(&self) -> impl Iterator<Item = M>;
}

impl<M: Clone> Steps<M> for [M] {
    fn steps(&self) -> impl Iterator<Item = M> {
        self.iter().cloned()
    }
}

impl Steps<panex::Move> for ExchangePlan {
    fn steps(&self) -> impl Iterator<Item = panex::Move> {
        // The iteration ends at a move that the rules reject, so the plan is rejected as well.
        self.moves_after(&MoveCount::default()).map_while(Result::ok)
    }
}

/// The start and the board after each move, as far as the moves are legal.
fn frames<P: Staged>(
    out: &mut impl Write,
    instance: &Instance,
    puzzle: &P,
    plan: &(impl Steps<P::Move> + ?Sized),
    style: Style,
) -> anyhow::Result<u8> {
    if style.is_json {
        return Ok(records(out, instance, puzzle, plan, style)?);
    }
    let (replayed, count) = replayed(puzzle, plan);
    let count = human::moves(&count.into());
    if style.medium != Medium::Text {
        let remark = match &replayed {
            Ok(()) => count,
            Err(error) => format!("rejected: {error}"),
        };
        pictures::film(out, style.medium, instance, puzzle, plan.steps(), &remark)?;
        return Ok(match replayed {
            Ok(()) => exit::OK,
            Err(error) => {
                tell(&rejection(instance, &error));
                exit::REJECTED
            }
        });
    }
    let name = printable(&instance.name);
    let mut position = puzzle.start();
    writeln!(out, "{name}\n{}\n", style.board(puzzle, &position, None))?;
    for (number, step) in (1_u64..).zip(plan.steps()) {
        let Some(next) = puzzle.play(&position, &step) else { break };
        let written = style.moves.write(puzzle, &position, &step);
        let moved = puzzle.step(&position, &step, &next).piece;
        position = next;
        writeln!(out, "{number}. {written}\n{}\n", style.board(puzzle, &position, Some(moved)))?;
    }
    match replayed {
        Ok(()) => {
            writeln!(out, "{name}: solved after {count}")?;
            Ok(exit::OK)
        }
        Err(error) => {
            writeln!(out, "{}", rejection(instance, &error))?;
            Ok(exit::REJECTED)
        }
    }
}

/// The message that a plan is rejected, and why, in one line.
fn rejection(instance: &Instance, error: &ReplayError) -> String {
    printable(&format!("{}: rejected: {error}", instance.name)).into_owned()
}

/// Replays a plan by the rules, and counts its moves.
fn replayed<P: Puzzle>(
    puzzle: &P,
    plan: &(impl Steps<P::Move> + ?Sized),
) -> (Result<(), ReplayError>, u64) {
    let mut count = 0;
    let replayed = rules::replay(puzzle, plan.steps().inspect(|_| count += 1));
    // A replay ends with the first illegal move.
    let count = if replayed.is_ok() { count } else { plan.steps().count() as u64 };
    (replayed.map(|_| ()), count)
}

/// A position of a plan.
#[derive(Serialize)]
struct PositionData<'a> {
    instance: &'a str,
    /// Moves before it.
    number: usize,
    /// The last move before it.
    r#move: Option<String>,
    board: Option<Vec<&'a str>>,
}

/// The result of replaying the plan.
#[derive(Serialize)]
struct ReplayedData<'a> {
    instance: &'a str,
    accepted: bool,
    moves: u64,
    reason: Option<String>,
}

/// The same boards as records.
fn records<P: Puzzle>(
    out: &mut impl Write,
    instance: &Instance,
    puzzle: &P,
    plan: &(impl Steps<P::Move> + ?Sized),
    style: Style,
) -> io::Result<u8> {
    let instance = instance.name.as_str();
    let mut position = Some(puzzle.start());
    let mut steps = plan.steps();
    let (mut number, mut r#move) = (0, None);
    while let Some(at) = position {
        let drawing = draw(puzzle, &at);
        let board = json::board(&drawing);
        json::write(out, "position", &PositionData { instance, number, r#move, board })?;
        number += 1;
        let step = steps.next();
        r#move = step.as_ref().map(|step| style.moves.write(puzzle, &at, step));
        position = step.and_then(|step| puzzle.play(&at, &step));
    }
    let (replayed, moves) = replayed(puzzle, plan);
    let accepted = replayed.is_ok();
    let reason = replayed.err().map(|error| error.to_string());
    json::write(out, "replayed", &ReplayedData { instance, accepted, moves, reason })?;
    Ok(if accepted { exit::OK } else { exit::REJECTED })
}
