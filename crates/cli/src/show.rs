//! `fewest show`: an instance as a picture, or in another format.

use crate::arguments::{Inputs, names};
use crate::exit::Usage;
use crate::json;
use crate::output::printable;
use clap::Args;
use fewest::atomix::from_tiles;
use fewest::rules::atomix::Format;
use fewest::{AnyPuzzle, Instance};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

/// Draw an instance, or write an Atomix level in another format
///
/// A tile puzzle is written as the Atomix level that takes as many moves.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the level in this format
    #[arg(long = "as", value_name = "FORMAT", value_parser = names::<Format>(Format::ALL.map(Format::name)))]
    written_as: Option<Format>,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
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
    let out = &mut io::stdout().lock();
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    for (i, instance) in instances.iter().enumerate() {
        if arguments.json {
            let text = arguments.written_as.map(|format| written(instance, format)).transpose()?;
            let drawing = instance.draw();
            let Instance { name, title, puzzle } = instance;
            let (puzzle, title, board) = (puzzle.name(), title.as_deref(), json::board(&drawing));
            json::write(out, "instance", &Data { puzzle, instance: name, title, board, text })?;
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
    Ok(exit_code)
}

fn written(instance: &Instance, format: Format) -> Result<String, Usage> {
    let name = &instance.name;
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
