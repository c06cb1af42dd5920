//! `fewest show`: an instance as a picture, or in another format.

use crate::arguments::{Inputs, names};
use crate::exit::Usage;
use crate::output::printable;
use crate::{json, pictures};
use clap::Args;
use fewest::atomix::from_tiles;
use fewest::rules::Puzzle;
use fewest::rules::atomix::Format;
use fewest::{AnyPuzzle, Instance, for_any_puzzle};
use fewest_view::{Staged, svg};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

/// Draw an instance, or write an Atomix level in another format
///
/// A tile puzzle is written as the Atomix level that takes as many moves.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the level in this format, or svg for a picture
    #[arg(long = "as", value_name = "FORMAT", value_parser = names::<As>(As::names()))]
    written_as: Option<As>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

/// A format of levels, or a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum As {
    Level(Format),
    Svg,
}

impl As {
    fn names() -> impl Iterator<Item = &'static str> {
        Format::ALL.map(Format::name).into_iter().chain(["svg"])
    }
}

impl FromStr for As {
    type Err = <Format as FromStr>::Err;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "svg" { Ok(Self::Svg) } else { name.parse().map(Self::Level) }
    }
}

/// An instance as it is drawn, or as it is written in a format.
#[derive(Serialize)]
struct Data<'a> {
    puzzle: &'static str,
    instance: &'a str,
    title: Option<&'a str>,
    board: Option<Vec<&'a str>>,
    text: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    pictures::written(arguments.output.as_deref(), false, |out| show(arguments, &instances, out))?;
    Ok(exit_code)
}

fn show(
    arguments: &Arguments,
    instances: &[Instance],
    mut out: &mut dyn Write,
) -> anyhow::Result<()> {
    for (i, instance) in instances.iter().enumerate() {
        if arguments.json {
            let text = arguments.written_as.map(|format| written(instance, format)).transpose()?;
            let drawing = instance.draw();
            let Instance { name, title, puzzle } = instance;
            let (puzzle, title, board) = (puzzle.name(), title.as_deref(), json::board(&drawing));
            json::write(
                &mut out,
                "instance",
                &Data { puzzle, instance: name, title, board, text },
            )?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        match arguments.written_as {
            Some(format) => writeln!(out, "{}", written(instance, format)?.trim_end())?,
            None => {
                let title = instance.title.as_ref().map(|title| format!(" \"{title}\""));
                let title = title.unwrap_or_default();
                writeln!(out, "{}", printable(&format!("{}{title}", instance.name)))?;
                writeln!(out, "{}", instance.draw())?;
            }
        }
    }
    Ok(())
}

fn written(instance: &Instance, written_as: As) -> Result<String, Usage> {
    let name = &instance.name;
    let format = match written_as {
        As::Level(format) => format,
        As::Svg => {
            let title = instance.title.as_deref().unwrap_or(name);
            return Ok(for_any_puzzle!(&instance.puzzle, puzzle => {
                svg::picture(&puzzle.scene(&puzzle.start()), title)
            }));
        }
    };
    let level = match &instance.puzzle {
        AnyPuzzle::Atomix(level) => Some(Cow::Borrowed(level)),
        AnyPuzzle::Tiles(tiles) => from_tiles(tiles).map(Cow::Owned),
        AnyPuzzle::Panex(_) => None,
    };
    let Some(level) = level else {
        let message =
            format!("{name}: only levels of Atomix and tile puzzles are written as levels");
        return Err(Usage(message));
    };
    let (rows, columns) = format.moves_squares(&level);
    let text = format.write(&level).map_err(|error| Usage(format!("{name}: {error}")))?;
    if (rows, columns) != (0, 0) {
        eprintln!(
            "{}: in this format {rows:+} is added to the numbers of rows, {columns:+} to those of \
             columns",
            printable(name)
        );
    }
    Ok(text)
}
