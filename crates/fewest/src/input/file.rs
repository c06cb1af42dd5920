//! Texts of many formats, from files and from standard input.

use super::bytes::contents;
use super::entry::Entry;
use super::error::InputError;
use super::options::{Format, InputOptions};
use crate::AnyPuzzle;
use fewest_rules::{Located, atomix, tiles};
use std::path::Path;

/// Reads a file.
pub(super) fn read(path: &Path, options: InputOptions) -> Result<Vec<Entry>, InputError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // GNOME's files are called water.atomix.xml.
    let stem = name.strip_suffix(".atomix.xml");
    let stem = stem.or_else(|| Some(name.rsplit_once('.')?.0).filter(|stem| !stem.is_empty()));
    parse(stem.unwrap_or(&name), &path.display().to_string(), &contents(path)?, options)
}

/// Reads the text of a file. Instances are called `stem`, errors are in `file`.
pub(crate) fn parse(
    stem: &str,
    file: &str,
    text: &[u8],
    options: InputOptions,
) -> Result<Vec<Entry>, InputError> {
    let tile_text =
        || std::str::from_utf8(text).ok().filter(|text| is_tile_text(text, options.tiles));
    match options.format {
        Some(Format::Atomix(format)) => levels(stem, file, text, Some(format)),
        Some(Format::Tiles) => boards(stem, file, &String::from_utf8_lossy(text), options.tiles),
        None => match tile_text() {
            Some(text) => boards(stem, file, text, options.tiles),
            None => levels(stem, file, text, None),
        },
    }
}

fn levels(
    stem: &str,
    file: &str,
    text: &[u8],
    format: Option<atomix::Format>,
) -> Result<Vec<Entry>, InputError> {
    let invalid =
        |error: Located<atomix::FormatError>| InputError::invalid(file, error.at, error.error);
    let set = atomix::parse(text, format).map_err(invalid)?;
    let count = set.levels().len();
    let entry = |level: atomix::NumberedLevel| Entry {
        number: level.number,
        name: numbered(stem, level.number, count),
        title: level.level.as_ref().ok().and_then(|level| level.name()).map(str::to_owned),
        puzzle: level.level.map(AnyPuzzle::Atomix).map_err(invalid),
    };
    Ok(set.into_levels().map(entry).collect())
}

/// `katomic_05`: the names of levels in the literature.
fn numbered(stem: &str, number: u32, count: usize) -> String {
    if count == 1 { stem.to_owned() } else { format!("{stem}_{number:02}") }
}

fn boards(
    stem: &str,
    file: &str,
    text: &str,
    options: tiles::Options,
) -> Result<Vec<Entry>, InputError> {
    let invalid = |error: Located<_>| InputError::invalid(file, error.at, error.error);
    let mut read = tiles::parse_each(text, options);
    if let (Some(Err(_)), false) = (read.first(), read.iter().any(Result::is_ok)) {
        read.truncate(1);
    }
    let count = read.len();
    let entry = |(i, board): (usize, Result<tiles::Instance, _>)| {
        let number = u32::try_from(i + 1).unwrap_or(u32::MAX);
        Entry {
            number,
            name: numbered(stem, number, count),
            title: board.as_ref().ok().and_then(|board| board.name.clone()),
            puzzle: board.map(AnyPuzzle::Tiles).map_err(invalid),
        }
    };
    let entries: Vec<_> = read.into_iter().enumerate().map(entry).collect();
    match &entries[..] {
        [Entry { puzzle: Err(error), .. }] => Err(error.clone()),
        _ => Ok(entries),
    }
}

/// The lines that hold more than a comment.
fn content(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty())
}

/// Whether a file has tile puzzles, or looks like it: its first lines do, of which some may be
/// widths and heights alone.
fn is_tile_text(text: &str, options: tiles::Options) -> bool {
    let begins_right = tiles::parse_each(text, options).iter().all(Result::is_ok);
    begins_right || looks_like_tiles(&content(text).take(2).collect::<Vec<_>>().join(" "))
}

/// Whether a text is a tile puzzle, or looks like one.
pub(super) fn is_tile_string(text: &str, options: tiles::Options) -> bool {
    looks_like_tiles(text) || tiles::parse(text, options).is_ok()
}

/// Whether a text looks like a tile puzzle, right or wrong: at least four cells, made of digits
/// and separators, and most of its letters are hexadecimal.
fn looks_like_tiles(text: &str) -> bool {
    // What follows the size in 3x3:1,2,...
    let sized = text.split_once(':').filter(|(size, _)| size.parse::<tiles::Size>().is_ok());
    let text = sized.map_or(text, |(_, tiles)| tiles);
    let is_cell = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    // Names of files have letters and dots.
    let others = if text.chars().any(|c| c.is_ascii_alphabetic()) { "" } else { ".-*" };
    let is_separator = |c: char| c.is_whitespace() || ",/;[]()".contains(c) || others.contains(c);
    let cells = text.chars().filter(is_cell).count();
    let digits = text.chars().filter(|c| c.is_ascii_hexdigit() || *c == '_').count();
    text.chars().all(|c| is_cell(&c) || is_separator(c))
        && text.chars().any(|c| c.is_ascii_digit())
        && cells >= 4
        && digits * 2 > cells
}

/// What a board that was typed is called: its tiles.
pub(super) fn tiles_name(instance: &tiles::Instance) -> String {
    let board = &instance.start;
    board.digits().map_or_else(|| board.to_string(), |digits| digits.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tile_strings_are_recognised_even_when_wrong() {
        for text in
            ["159d26ae37bf48c0", "159d26ae37bf48g0", "1 2 3 0", "1,2,3,0", "12/3_", "3 2 1 0"]
        {
            assert!(is_tile_string(text, tiles::Options::default()), "{text}");
        }
        let sized =
            ["3x3:1,2,3,4,0,6,7,5", "[[1,2,3],[4,0,6],[7,5]]", "2 3 4 1 5 x 7 6", "abc/d.f/geh"];
        for text in sized {
            assert!(is_tile_string(text, tiles::Options::default()), "{text}");
        }
        for text in [
            "level5",
            "water",
            "a.dat",
            "12",
            "katomic_01",
            "",
            "beef",
            "###1###",
            "abc_1234.dat",
            "abc:1-10",
        ] {
            assert!(!is_tile_string(text, tiles::Options::default()), "{text}");
        }
    }
}
