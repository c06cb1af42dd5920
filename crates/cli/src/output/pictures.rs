//! Pictures of instances and plans.

use super::exit::Usage;
use anyhow::Context;
use fewest::instance::draw;
use fewest::rules::Puzzle as _;
use fewest::search::artifact::AtomicFile;
use fewest::{Instance, Move};
use fewest_view::gif::{self, GifError};
use fewest_view::html::{self, Frame};
use fewest_view::{Film, svg};
use std::io::{self, BufWriter, IntoInnerError, IsTerminal, Write};
use std::path::Path;

/// The form in which a plan is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Medium {
    /// The board after each move as text
    Text,
    /// A page that plays the plan and needs no other file
    Html,
    /// A picture that plays the plan
    Svg,
    /// An animation
    Gif,
}

/// Writes to a file, which is replaced once it is complete, or to standard output; binary pictures
/// are not written to a terminal.
pub(crate) fn written(
    output: Option<&Path>,
    is_binary: bool,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Some(path) = output else {
        if is_binary && io::stdout().is_terminal() {
            let message = "a GIF cannot be shown in a terminal: write it to a file with --output \
                           FILE";
            return Err(Usage(message.to_owned()).into());
        }
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        return Ok(out.flush()?);
    };
    let name = || path.display().to_string();
    let mut file = BufWriter::new(AtomicFile::new(path).with_context(name)?);
    write(&mut file)?;
    finish(file).with_context(name)
}

/// Begins the file of the option `--certificate`.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn certificate(file: &Path) -> Result<AtomicFile, Usage> {
    AtomicFile::new(file).map_err(|error| {
        Usage(format!("--certificate: {} cannot be written: {error}", file.display()))
    })
}

/// Puts a complete file in its place.
pub(crate) fn finish(file: BufWriter<AtomicFile>) -> io::Result<()> {
    file.into_inner().map_err(IntoInnerError::into_error).and_then(AtomicFile::finish)
}

/// Checks that all instances have boards.
pub(crate) fn check_boards(instances: &[Instance]) -> Result<(), Usage> {
    match instances.iter().find(|instance| !instance.puzzle.has_board()) {
        None => Ok(()),
        Some(Instance { name, .. }) => {
            Err(Usage(format!("{name}: a task in PDDL has no board to draw")))
        }
    }
}

/// Writes a plan in a medium other than text; `remark` says what is known of it.
pub(crate) fn film(
    out: &mut dyn Write,
    medium: Medium,
    instance: &Instance,
    moves: Box<dyn Iterator<Item = Move> + '_>,
    remark: &str,
) -> anyhow::Result<()> {
    let title = instance.heading();
    if medium == Medium::Html && !instance.puzzle.has_board() {
        let (start, frames) = drawings(instance, moves);
        return Ok(html::write_frames(out, &start, &frames, &title, remark)?);
    }
    let film = Film::new(&instance.puzzle, moves);
    match medium {
        Medium::Text => {}
        Medium::Html => html::write(out, film, &title, remark)?,
        Medium::Svg => {
            let picture = svg::animation(film, &title).map_err(|error| Usage(error.to_string()))?;
            out.write_all(picture.as_bytes())?;
        }
        Medium::Gif => gif::write(out, film).map_err(|error| match error {
            GifError::Unwritable(error) => anyhow::Error::from(error),
            error => Usage(error.to_string()).into(),
        })?,
    }
    Ok(())
}

/// The start as text, and the board after each move, as far as the moves are legal.
fn drawings(instance: &Instance, moves: impl Iterator<Item = Move>) -> (String, Vec<Frame>) {
    let puzzle = &instance.puzzle;
    let mut position = puzzle.start();
    let frames = moves.map_while(|step| {
        let next = puzzle.play(&position, &step)?;
        let words = step.to_string();
        position = next;
        Some(Frame { words, drawing: draw(puzzle, &position) })
    });
    (instance.draw(), frames.collect())
}
