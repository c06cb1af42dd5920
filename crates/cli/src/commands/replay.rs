//! `fewest replay`: a plan move by move.

use crate::arguments::{self, Method, PlanText, Reading, completions};
use crate::commands::solve;
use crate::output::exit::{self, Rejected, Usage};
use crate::output::pictures::{self, Medium};
use crate::output::{human, json, printable, tell};
use crate::process::{signals, threads};
use crate::progress::{Display, Reporting};
use clap::Args;
use fewest::instance::draw;
use fewest::rules::{self, Notation, Puzzle as _, ReplayError};
use fewest::search::{Interrupt, Stop};
use fewest::{AnyPosition, Instance, Move, MoveCount, Stopwatch};
use fewest_view::text;
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
    moves: arguments::Moves,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    threads::start(arguments.method.threads)?;
    let (instances, exit_code) = arguments.reading.read(&arguments.input)?.told()?;
    arguments.moves.check(&instances)?;
    let text = arguments.plan.as_ref().map(|plan| PlanText::read_for(plan, &instances));
    let text = text.transpose()?;
    if arguments.shown_as != Medium::Text && (instances.len() != 1 || arguments.json) {
        let message = "a picture shows one instance and cannot be combined with --json";
        return Err(Usage(message.to_owned()).into());
    }
    if matches!(arguments.shown_as, Medium::Svg | Medium::Gif) {
        pictures::check_boards(&instances)?;
    }
    let mut code = exit::OK;
    let (path, is_binary) = (arguments.output.as_deref(), arguments.shown_as == Medium::Gif);
    pictures::written(path, is_binary, |out| {
        code = all(arguments, &instances, text.as_ref(), out)?;
        Ok(())
    })?;
    Ok(exit::first(exit_code, code))
}

/// Shows the plans of all instances.
fn all(
    arguments: &Arguments,
    instances: &[Instance],
    text: Option<&PlanText>,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let mut exit_code = exit::OK;
    for instance in instances {
        let shown = Shown::new(arguments, instance);
        let code = match text {
            Some(text) => match text.moves(instance, arguments.moves)? {
                Ok(plan) => shown.frames(out, &|| Box::new(plan.iter().cloned()))?,
                // Nothing on the board can make the first move.
                Err(error) => shown.rejected(out, &error)?,
            },
            None => shown.solved(out, arguments, signals::watch())?,
        };
        exit_code = exit::first(exit_code, code);
        if text.is_none() && signals::INTERRUPT.reason() == Some(Stop::Interrupted) {
            break;
        }
    }
    Ok(exit_code)
}

/// The moves of a plan from the first, whenever they are asked for: there may be millions.
type Moves<'a> = dyn Fn() -> Box<dyn Iterator<Item = Move> + 'a> + 'a;

/// An instance, and the style in which its plan is shown.
struct Shown<'a> {
    instance: &'a Instance,
    is_json: bool,
    notation: Notation,
    medium: Medium,
    /// The style of boards on a terminal; elsewhere they have rulers, to read moves on them.
    terminal: Option<text::Style>,
}

impl<'a> Shown<'a> {
    fn new(arguments: &Arguments, instance: &'a Instance) -> Self {
        let Arguments { json, moves, shown_as, ref output, .. } = *arguments;
        let is_terminal = output.is_none() && io::stdout().is_terminal();
        let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let style = if is_plain { text::Style::Unicode } else { text::Style::Colour };
        let notation = moves.notation.unwrap_or_default();
        let terminal = is_terminal.then_some(style);
        Self { instance, is_json: json, notation, medium: shown_as, terminal }
    }

    /// A position, after a move of piece number `moved`.
    fn board(&self, position: &AnyPosition, moved: Option<usize>) -> String {
        let puzzle = &self.instance.puzzle;
        let scene = fewest_view::scene(puzzle, position);
        match self.terminal {
            Some(style) if scene.width > 0 => {
                let drawn = text::draw(&scene, style, moved);
                drawn.trim_end_matches('\n').to_owned()
            }
            _ => draw(puzzle, position),
        }
    }

    /// Reports that a plan is rejected before any of it could be shown.
    fn rejected(&self, out: &mut dyn Write, error: &ReplayError) -> anyhow::Result<u8> {
        if self.medium != Medium::Text {
            // An existing picture is not replaced.
            return Err(Rejected(self.rejection(error)).into());
        }
        if self.is_json {
            self.record_end(out, 0, Some(error))?;
        } else {
            writeln!(out, "{}", self.rejection(error))?;
        }
        Ok(exit::REJECTED)
    }

    /// The message that a plan is rejected, and why, in one line.
    fn rejection(&self, error: &ReplayError) -> String {
        printable(&format!("{}: rejected: {error}", self.instance.name)).into_owned()
    }

    /// Solves the instance and shows the plan, or reports why there is none.
    fn solved(
        &self,
        out: &mut dyn Write,
        arguments: &Arguments,
        interrupt: &Interrupt,
    ) -> anyhow::Result<u8> {
        let (began, instance) = (Stopwatch::start().began(), self.instance);
        let limits = arguments::limits(began, None, None);
        let mut display = Display::new(&instance.name, began, limits, Reporting::Line);
        let method = &arguments.method;
        let report =
            solve::solve_one(instance, method, limits, None, None, interrupt, &mut display)?;
        drop(display);
        let report = report.in_notation(self.notation);
        if self.is_json {
            json::write(out, "result", &report)?;
        } else if self.medium != Medium::Text && arguments.output.is_some() {
            writeln!(io::stdout(), "{}", human::verdict(&report))?;
        } else if self.medium != Medium::Text {
            tell(&human::verdict(&report));
        } else {
            writeln!(out, "{}\n", human::verdict(&report))?;
        }
        if let Some(plan) = &report.plan {
            // The iteration ends at a move that the rules reject, so the plan is rejected as well.
            let moves = || plan.moves_after(&MoveCount::default()).map_while(Result::ok);
            self.frames(out, &|| Box::new(moves()))?;
        }
        Ok(report.status.exit_code())
    }

    /// The start and the board after each move, as far as the moves are legal.
    fn frames(&self, out: &mut dyn Write, moves: &Moves<'_>) -> anyhow::Result<u8> {
        let puzzle = &self.instance.puzzle;
        if self.is_json {
            return Ok(self.records(out, moves)?);
        }
        let (replayed, count) = self.replayed(moves);
        let count = MoveCount::from(count).in_words();
        if self.medium != Medium::Text {
            let remark = match &replayed {
                Ok(()) => count,
                Err(error) => format!("rejected: {error}"),
            };
            pictures::film(out, self.medium, self.instance, moves(), &remark)?;
            return Ok(match replayed {
                Ok(()) => exit::OK,
                Err(error) => {
                    tell(&self.rejection(&error));
                    exit::REJECTED
                }
            });
        }
        let name = printable(&self.instance.name);
        let mut position = puzzle.start();
        writeln!(out, "{name}\n{}\n", self.board(&position, None))?;
        for (number, step) in (1_u64..).zip(moves()) {
            let Some(next) = puzzle.play(&position, &step) else { break };
            let written = puzzle.write_move(&position, &step, self.notation);
            let moved = fewest_view::step(puzzle, &position, &step, &next).piece;
            position = next;
            writeln!(out, "{number}. {written}\n{}\n", self.board(&position, Some(moved)))?;
        }
        match replayed {
            Ok(()) => {
                writeln!(out, "{name}: solved after {count}")?;
                Ok(exit::OK)
            }
            Err(error) => {
                writeln!(out, "{}", self.rejection(&error))?;
                Ok(exit::REJECTED)
            }
        }
    }

    /// Replays a plan by the rules, and counts its moves.
    fn replayed(&self, moves: &Moves<'_>) -> (Result<(), ReplayError>, u64) {
        let mut count = 0;
        let replayed = rules::replay(&self.instance.puzzle, moves().inspect(|_| count += 1));
        // A replay ends with the first illegal move.
        let count = if replayed.is_ok() { count } else { moves().count() as u64 };
        (replayed.map(|_| ()), count)
    }

    /// The same boards as records.
    fn records(&self, out: &mut dyn Write, moves: &Moves<'_>) -> io::Result<u8> {
        let Instance { name, puzzle, .. } = self.instance;
        let mut position = Some(puzzle.start());
        let mut steps = moves();
        let (mut number, mut r#move) = (0, None);
        while let Some(at) = position {
            let drawing = draw(puzzle, &at);
            let board = json::board(&drawing);
            let data = PositionData { instance: name, number, r#move, board };
            json::write(out, "position", &data)?;
            number += 1;
            let step = steps.next();
            r#move = step.as_ref().map(|step| puzzle.write_move(&at, step, self.notation));
            position = step.and_then(|step| puzzle.play(&at, &step));
        }
        let (replayed, moves) = self.replayed(moves);
        self.record_end(out, moves, replayed.as_ref().err())?;
        Ok(if replayed.is_ok() { exit::OK } else { exit::REJECTED })
    }

    /// The last record: whether the rules accept the plan.
    fn record_end(
        &self,
        out: &mut dyn Write,
        moves: u64,
        error: Option<&ReplayError>,
    ) -> io::Result<()> {
        let (instance, accepted) = (self.instance.name.as_str(), error.is_none());
        let reason = error.map(ToString::to_string);
        json::write(out, "replayed", &ReplayedData { instance, accepted, moves, reason })
    }
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
