//! `fewest generate`: instances by chance.

use crate::arguments::names;
use crate::{exit, json, signals, units};
use anyhow::Context;
use clap::{Args, Subcommand};
use fewest::generate::{self, Wanted};
use fewest::rules::atomix::Format;
use fewest::rules::tiles::{Goal, Size};
use serde_json::json;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Make instances by chance, the same from the same seed
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
/// The most interesting of several candidates are kept: long, with moves away from the goal, and
/// every atom moves.
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
    /// How many
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Format of the levels
    #[arg(long = "as", value_name = "FORMAT", default_value = "katomic", value_parser = names::<Format>(Format::ALL.map(Format::name)))]
    written_as: Format,
    /// Folder for a file a level; without it, all go to standard output
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Print a level record each as JSON
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Boards of tiles that can be solved, each as likely as any other
#[derive(Debug, Args)]
struct Boards {
    /// Size, WIDTHxHEIGHT
    #[arg(long, default_value = "4x4")]
    size: Size,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Panex from two towers to where some moves by chance lead
#[derive(Debug, Args)]
struct Towers {
    /// Pieces of each tower
    #[arg(long, default_value_t = 4)]
    pieces: u16,
    /// Moves by chance
    #[arg(long, default_value_t = 200)]
    moves: usize,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    match &arguments.puzzle {
        What::Atomix(levels) => atomix_levels(levels, out),
        What::Tiles(boards) => {
            for number in 0..boards.count {
                let seed = boards.seed.wrapping_add(number);
                let board = generate::tiles(boards.size, Goal::default(), seed);
                writeln!(out, "{}", board.start)?;
            }
            Ok(exit::OK)
        }
        What::Panex(towers) => {
            for number in 0..towers.count {
                let seed = towers.seed.wrapping_add(number);
                let made = generate::panex(towers.pieces, towers.moves, seed);
                writeln!(out, "panex:{}", made.context("there are no such towers")?)?;
            }
            Ok(exit::OK)
        }
    }
}

fn atomix_levels(arguments: &Levels, out: &mut impl Write) -> anyhow::Result<u8> {
    let wanted = Wanted { atoms: arguments.atoms.clone(), side: arguments.side.clone() };
    if !wanted.is_possible() {
        let message = "there is no molecule of so many atoms, or no board of this size: atoms are \
                       2 to 8, sides 5 to 30";
        return Err(exit::Usage(message.to_owned()).into());
    }
    let bound = |moves: &usize| u16::try_from(*moves).unwrap_or(u16::MAX);
    let optimum = bound(arguments.optimum.start())..=bound(arguments.optimum.end());
    let (count, seed) = (arguments.count, arguments.seed);
    let interrupt = signals::watch();
    let levels = generate::atomix_levels(&wanted, optimum, count, seed, interrupt);
    let width = count.to_string().len().max(2);
    for (number, made) in (1..).zip(&levels) {
        let text = arguments.written_as.write(&made.level)?;
        let (optimum, interest) = (made.plan.moves().len(), made.interest);
        if let Some(folder) = &arguments.output {
            fs::create_dir_all(folder)?;
            let file =
                folder.join(format!("level_{number:0width$}{}", extension(arguments.written_as)));
            fs::write(&file, text).with_context(|| file.display().to_string())?;
            writeln!(out, "{}: optimum {optimum}, {} detours", file.display(), interest.detours)?;
        } else if arguments.json {
            let moves: Vec<_> = made.plan.moves().iter().map(ToString::to_string).collect();
            let data = json!({
                "number": number,
                "optimum": optimum,
                "detours": interest.detours,
                "turns": interest.turns,
                "level": text,
                "moves": moves,
            });
            json::write(out, "level", &data)?;
        } else {
            writeln!(
                out,
                "{}",
                part(&text, number, levels.len(), arguments.written_as).trim_end()
            )?;
        }
    }
    Ok(if interrupt.reason().is_some() { exit::INTERRUPTED } else { exit::OK })
}

/// The text of a level as a part of a file of several: KAtomic's have one head, and the others an
/// empty line between.
fn part(text: &str, number: usize, count: usize, format: Format) -> String {
    const SECTION: &str = "[Level1]";
    match text.split_once(SECTION) {
        Some((_, level)) if format == Format::KAtomic => {
            let head = format!("[LevelSet]\nName=Generated\nLevelCount={count}\n");
            let head = if number == 1 { head.as_str() } else { "" };
            format!("{head}\n[Level{number}]{level}")
        }
        _ if number > 1 => format!("\n{text}"),
        _ => text.to_owned(),
    }
}

/// What files of a format are called.
fn extension(format: Format) -> &'static str {
    match format {
        Format::KAtomic => ".dat",
        Format::Gnome => ".atomix.xml",
        Format::Kp => ".json",
        Format::GlieschRitt => ".in",
        Format::Drawing => ".txt",
    }
}
