//! `fewest generate`: random instances.

use crate::arguments::{names, units};
use crate::output::{exit, json, level_files, shown, tell};
use crate::process::{signals, threads};
use clap::{Args, Subcommand};
use fewest::generate::{self, Generated, GeneratedLevels, Style, Wanted};
use fewest::rules::atomix::{Format, Level};
use fewest::rules::panex::MAX_SIZE;
use fewest::rules::tiles::{Goal, Size};
use fewest::{AnyPuzzle, InputOptions};
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Generate random instances; the same seed gives the same ones
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    puzzle: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Atomix(Levels),
    Tiles(Boards),
    Panex(Towers),
}

/// Atomix levels for real molecules, with proven optima
///
/// The most difficult of several candidates are kept: long, with few shortest solutions and moves
/// away from the goal. Every atom moves, and no two levels are alike.
#[derive(Debug, Args)]
struct Levels {
    /// Atoms of the molecule, a number or a range
    #[arg(long, default_value = "3..5", value_parser = units::range)]
    atoms: RangeInclusive<usize>,
    /// Length of a shortest solution, a number or a range
    #[arg(long, default_value = "8..20", value_parser = units::range)]
    optimum: RangeInclusive<usize>,
    /// Columns and rows of the board, walls included, a number or a range
    #[arg(long, default_value = "8..12", value_parser = units::range)]
    side: RangeInclusive<usize>,
    /// Style of the boards; by default any of these
    #[arg(long, value_parser = names(Style::ALL, Style::name))]
    style: Option<Style>,
    /// Use the board of this level instead of random ones
    #[arg(long, value_name = "INPUT", conflicts_with_all = ["style", "side"])]
    board: Option<OsString>,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time for all levels together, like 20s or 1h; levels found by then are written
    #[arg(long, default_value = "5m", value_parser = units::duration)]
    time: Duration,
    /// States that may be expanded for each candidate, like 20k or 1M; levels whose proof takes
    /// more are not found
    #[arg(long, value_name = "COUNT", default_value = "20k", value_parser = units::count)]
    nodes: u64,
    /// Threads; by default as many as there are processors
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, value_parser = units::threads)]
    threads: Option<NonZeroUsize>,
    /// Format of the levels
    #[arg(long = "as", value_name = "FORMAT", default_value = "katomic", value_parser = names(Format::ALL, Format::name))]
    written_as: Format,
    /// A file for all levels, or a folder for one file per level: one that exists, or FOLDER/; by
    /// default all go to standard output
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Print one record per level as JSON
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Solvable tile boards, all equally likely
#[derive(Debug, Args)]
struct Boards {
    /// Size, WIDTHxHEIGHT
    #[arg(long, default_value = "4x4")]
    size: Size,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Panex from two towers to the position that random moves lead to
#[derive(Debug, Args)]
struct Towers {
    /// Pieces of each tower
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_SIZE)))]
    pieces: u16,
    /// Number of random moves
    #[arg(long, default_value_t = 200)]
    moves: usize,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    match &arguments.puzzle {
        What::Atomix(levels) => atomix_levels(levels, out),
        What::Tiles(Boards { size, count, seed }) => {
            for board in generate::tiles(*size, Goal::default(), *seed).take(*count) {
                writeln!(out, "{}", board.start)?;
            }
            Ok(exit::OK)
        }
        What::Panex(Towers { pieces, moves, count, seed }) => {
            for made in generate::panex(*pieces, *moves, *seed).take(*count) {
                writeln!(out, "panex:{made}")?;
            }
            Ok(exit::OK)
        }
    }
}

fn atomix_levels(arguments: &Levels, out: &mut impl Write) -> anyhow::Result<u8> {
    let wanted = wanted(arguments)?;
    wanted.check().map_err(|error| exit::Usage(error.to_string()))?;
    threads::start(arguments.threads)?;
    let interrupt = signals::watch();
    let deadline = Instant::now().checked_add(arguments.time);
    let Levels { count, seed, written_as, .. } = *arguments;
    let found = generate::levels(&wanted, count, seed, deadline, interrupt);
    let digits = count.to_string().len().max(2);
    let names: Vec<_> =
        (1..=found.levels.len()).map(|number| format!("level_{number:0digits$}")).collect();
    if arguments.json {
        for (name, made) in names.iter().zip(&found.levels) {
            json::write(out, "level", &data(name, made, written_as)?)?;
        }
    } else if !found.levels.is_empty() {
        let levels: Vec<_> = names
            .iter()
            .map(String::as_str)
            .zip(found.levels.iter().map(|made| &made.level))
            .collect();
        let output = arguments.output.as_deref();
        for (file, made) in
            level_files::write(output, written_as, "Generated", &levels)?.iter().zip(&found.levels)
        {
            let (moves, plans) = (made.plan.len(), &made.plans);
            let solutions = if *plans == 1_u8.into() { "solution" } else { "solutions" };
            let file = shown(file);
            writeln!(
                out,
                "{file}: {moves} moves, {plans} shortest {solutions}, {}",
                made.difficulty
            )?;
        }
    }
    if interrupt.reason().is_some() {
        return Ok(exit::INTERRUPTED);
    }
    if found.levels.len() < count {
        let GeneratedLevels { levels, candidates, proved } = found;
        tell(&format!(
            "fewest: {} of {count} levels were found in this time, among {candidates} candidates; \
             {proved} of these have a solution of at most {} moves that was proved shortest",
            levels.len(),
            wanted.optimum.end(),
        ));
        return Ok(exit::LIMIT);
    }
    Ok(exit::OK)
}

/// The request that these arguments stand for.
fn wanted(arguments: &Levels) -> anyhow::Result<Wanted> {
    let board = arguments.board.as_deref().map(board).transpose()?;
    let bound = |moves: &usize| u16::try_from(*moves).unwrap_or(u16::MAX);
    Ok(Wanted {
        atoms: arguments.atoms.clone(),
        optimum: bound(arguments.optimum.start())..=bound(arguments.optimum.end()),
        side: arguments.side.clone(),
        style: arguments.style,
        board,
        nodes: arguments.nodes,
    })
}

/// The level whose board is used.
fn board(input: &OsStr) -> anyhow::Result<Level> {
    let instances = fewest::read(input, InputOptions::default())?;
    match instances.into_iter().next().map(|instance| instance.puzzle) {
        Some(AnyPuzzle::Atomix(level)) => Ok(level),
        _ => {
            let message = format!("{}: not an Atomix level", input.display());
            Err(exit::Usage(message).into())
        }
    }
}

/// A level as a record.
fn data(name: &str, made: &Generated, format: Format) -> anyhow::Result<serde_json::Value> {
    Ok(json!({
        "instance": name,
        "title": made.level.name(),
        "optimum": made.plan.len(),
        "plans": made.plans.to_string().parse::<serde_json::Number>()?,
        "detours": made.figures.detours,
        "turns": made.figures.turns,
        "difficulty": made.difficulty,
        "level": format.write(&made.level)?,
        "moves": made.plan.texts(),
    }))
}
