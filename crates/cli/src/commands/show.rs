//! `fewest show`: an instance as a picture, or in another format.

use crate::arguments::{Inputs, names};
use crate::output::exit::Usage;
use crate::output::json::InstanceData;
use crate::output::{human, json, level_files, pictures, printable, shown, tell};
use clap::Args;
use fewest::atomix::from_tiles;
use fewest::rules::Puzzle as _;
use fewest::rules::atomix::{Format, Level};
use fewest::{AnyPuzzle, Instance};
use fewest_view::{scene, svg};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Draw an instance, or write an Atomix level in another format
///
/// A tile puzzle is written as the Atomix level that takes as many moves.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write the level in this format, or svg for a picture
    #[arg(long = "as", value_name = "FORMAT", value_parser = names(As::all(), As::name))]
    written_as: Option<As>,
    /// Write to this file instead of standard output; levels also to a folder, one file per level:
    /// a folder that exists, or FOLDER/
    #[arg(long, value_name = "PATH", conflicts_with = "json")]
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
    fn all() -> impl Iterator<Item = Self> {
        Format::ALL.into_iter().map(Self::Level).chain([Self::Svg])
    }

    fn name(self) -> &'static str {
        match self {
            Self::Level(format) => format.name(),
            Self::Svg => "svg",
        }
    }
}

/// What an instance is in a format.
#[derive(Serialize)]
struct Written {
    text: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    let output = arguments.output.as_deref();
    if arguments.written_as == Some(As::Svg) {
        pictures::check_boards(&instances)?;
    }
    match arguments.written_as {
        _ if arguments.json => records(arguments, &instances)?,
        Some(As::Level(format)) => levels(format, &instances, output)?,
        Some(As::Svg) => separated(output, &instances, picture)?,
        None => separated(output, &instances, drawing)?,
    }
    Ok(exit_code)
}

fn records(arguments: &Arguments, instances: &[Instance]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for instance in instances {
        let text = match arguments.written_as {
            None => None,
            Some(As::Svg) => Some(picture(instance)),
            Some(As::Level(format)) => {
                let level = level(instance, format)?;
                let failed = |error| Usage(format!("{}: {error}", instance.name));
                Some(format.write(&level).map_err(failed)?)
            }
        };
        let drawing = instance.draw();
        let data = InstanceData::new(instance, &drawing, Written { text });
        json::write(&mut out, "instance", &data)?;
    }
    Ok(())
}

/// Writes texts with an empty line between them.
fn separated(
    output: Option<&Path>,
    instances: &[Instance],
    text: fn(&Instance) -> String,
) -> anyhow::Result<()> {
    pictures::written(output, false, |out| {
        for (i, instance) in instances.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}", text(instance).trim_end())?;
        }
        Ok(())
    })
}

fn drawing(instance: &Instance) -> String {
    format!("{}\n{}", printable(&human::titled(instance)), instance.draw())
}

fn picture(instance: &Instance) -> String {
    let title = instance.title.as_deref().unwrap_or(&instance.name);
    svg::picture(&scene(&instance.puzzle, &instance.puzzle.start()), title)
}

/// Writes levels in a format, as a set if there are several.
fn levels(format: Format, instances: &[Instance], output: Option<&Path>) -> anyhow::Result<()> {
    let levels: Vec<_> =
        instances.iter().map(|instance| level(instance, format)).collect::<Result<_, _>>()?;
    let names = instances.iter().map(|instance| instance.name.as_str());
    let levels: Vec<_> = names.zip(levels.iter().map(|level| &**level)).collect();
    let first = instances.first().map_or("", |instance| &instance.name);
    let set = first.rsplit_once('_').map_or(first, |(set, _)| set);
    for file in level_files::write(output, format, set, &levels)? {
        writeln!(io::stdout(), "{}", shown(&file))?;
    }
    Ok(())
}

/// The level of an instance; reports where its squares move in a format.
fn level(instance: &Instance, format: Format) -> Result<Cow<'_, Level>, Usage> {
    let name = &instance.name;
    let level = match &instance.puzzle {
        AnyPuzzle::Atomix(level) => Some(Cow::Borrowed(level)),
        AnyPuzzle::Tiles(tiles) => from_tiles(tiles).map(Cow::Owned),
        AnyPuzzle::Panex(_) | AnyPuzzle::Pddl(_) => None,
    };
    let level = level.ok_or_else(|| {
        Usage(format!("{name}: only levels of Atomix and tile puzzles are written as levels"))
    })?;
    let (rows, columns) = format.moves_squares(&level);
    if (rows, columns) != (0, 0) {
        tell(&format!(
            "{}: in this format {rows:+} is added to the numbers of rows, {columns:+} to those of \
             columns",
            name
        ));
    }
    Ok(level)
}
