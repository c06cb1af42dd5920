//! Reads texts of many formats, from files and from standard input.

use super::bytes::contents;
use super::entry::Entry;
use super::error::InputError;
use super::installed;
use super::levels::{levels, numbered};
use super::options::{Format, InputOptions};
use crate::{AnyPuzzle, verified};
use fewest_rules::{Located, Puzzle, TextPosition, atomix, panex, pddl, tiles};
use std::path::Path;

/// Reads a file.
pub(super) fn read(path: &Path, options: InputOptions) -> Result<Vec<Entry>, InputError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // GNOME's files have names like water.atomix.xml.
    let stem = name.strip_suffix(".atomix.xml");
    let stem = stem.or_else(|| Some(name.rsplit_once('.')?.0).filter(|stem| !stem.is_empty()));
    let bytes = contents(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_named = path.extension().is_some_and(|extension| extension == "pddl");
    if options.format.is_none() && (is_named || pddl::kind(&text).is_some()) {
        return super::pddl::beside(&text, path);
    }
    parse(stem.unwrap_or(&name), &path.display().to_string(), &bytes, options)
}

/// Reads the text of a file. Instances are named after `stem`, errors report `file`.
pub(super) fn parse(
    stem: &str,
    file: &str,
    text: &[u8],
    options: InputOptions,
) -> Result<Vec<Entry>, InputError> {
    let InputOptions { format, open_edge, tiles } = options;
    let utf8 = std::str::from_utf8(text).ok();
    let levels = |format| levels(stem, file, text, atomix::Options { format, open_edge });
    match format {
        Some(Format::Atomix(format)) => levels(Some(format)),
        Some(Format::Tiles) => boards(stem, file, &String::from_utf8_lossy(text), tiles),
        None => {
            if utf8.is_some_and(|text| pddl::kind(text).is_some()) {
                return Err(super::pddl::alone(file));
            }
            if let Some(it) = no_puzzle(text) {
                return Err(InputError::invalid(file, TextPosition::START, it));
            }
            if let Some(game) = atomix::SavedGame::parse(text) {
                return saved_game(stem, file, game);
            }
            if let Some(text) = utf8.filter(|text| text.trim_start().starts_with(PANEX)) {
                return towers(stem, file, text);
            }
            // A drawn board and its molecule may consist of digits.
            let is_drawing = atomix::Format::detect(text) == Some(atomix::Format::Drawing);
            match utf8.filter(|text| !is_drawing && is_tile_text(text, tiles)) {
                Some(text) => boards(stem, file, text, tiles),
                None => levels(None),
            }
        }
    }
}

/// Describes a file that fewest itself wrote, but that is not a puzzle.
fn no_puzzle(text: &[u8]) -> Option<&'static str> {
    const PAGE: &[u8] = b"<!doctype html";
    let is_page = text.get(..PAGE.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(PAGE));
    if is_page {
        Some("a web page, not a puzzle")
    } else if verified::begins(text) {
        Some("a certificate or a stored table, not a puzzle: \"fewest verify FILE\" checks it")
    } else {
        None
    }
}

/// The level of a saved game of KAtomic at the game's position; its set must be installed.
fn saved_game(
    stem: &str,
    file: &str,
    game: Result<atomix::SavedGame, Located<atomix::SavedGameError>>,
) -> Result<Vec<Entry>, InputError> {
    let game = game.map_err(|error| InputError::invalid(file, error.at, error.error))?;
    let invalid = |message: String| InputError::invalid(file, TextPosition::START, message);
    let set = installed::katomic_set(&game.level_set);
    let (number, name) = (game.level, &game.level_set);
    let set = set.ok_or_else(|| {
        invalid(format!(
            "a saved game of level {number} of the set \"{name}\", which is not installed: give a \
             file with the level, and --after {file}"
        ))
    })?;
    let entry = set.entries()?.into_iter().find(|entry| entry.number == number);
    let entry =
        entry.ok_or_else(|| invalid(format!("the set \"{name}\" has no level {number}")))?;
    let AnyPuzzle::Atomix(level) = entry.puzzle? else { unreachable!("KAtomic has no other") };
    let position = game.position(&level).map_err(|error| invalid(error.to_string()))?;
    let puzzle = AnyPuzzle::Atomix(level.starting_at(position));
    Ok(vec![Entry { title: entry.title, ..Entry::only(stem.to_owned(), puzzle) }])
}

/// The prefix of the notation of a Panex puzzle.
pub(super) const PANEX: &str = "panex:";

/// Panex puzzles, one per line; each may have its drawing below, as it is shown.
fn towers(stem: &str, file: &str, text: &str) -> Result<Vec<Entry>, InputError> {
    let mut puzzles = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or_default();
        let at = TextPosition { line: i + 1, column: 1 };
        if let Some(notation) = content.trim_end().strip_prefix(PANEX) {
            let located = |error: Located<panex::NotationError>| {
                let at = at.right(PANEX.len() + error.at.column - 1);
                InputError::invalid(file, at, error.error)
            };
            puzzles.push(panex::parse(notation).map_err(located)?);
        } else if !content.starts_with([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
            && !content.is_empty()
        {
            return Err(InputError::invalid(file, at, "expected panex: and a puzzle"));
        }
    }
    let count = puzzles.len();
    let entry = |(number, puzzle)| Entry {
        number,
        ..Entry::only(numbered(stem, number, count), AnyPuzzle::Panex(puzzle))
    };
    Ok((1..).zip(puzzles).map(entry).collect())
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
            warnings: Vec::new(),
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

/// Whether a file has tile puzzles, or looks like it: so do its first lines, of which some may be
/// only widths and heights.
fn is_tile_text(text: &str, options: tiles::Options) -> bool {
    let begins_right = tiles::parse_each(text, options).iter().all(Result::is_ok);
    begins_right
        || tiles::is_board(text, options)
        || looks_like_tiles(&content(text).take(2).collect::<Vec<_>>().join(" "))
}

/// Whether a text is a tile puzzle, or looks like one.
pub(super) fn is_tile_string(text: &str, options: tiles::Options) -> bool {
    looks_like_tiles(text) || tiles::is_board(text, options)
}

/// Whether a text looks like a tile puzzle, right or wrong: at least four cells, made of digits
/// and separators, and most of its letters are hexadecimal.
fn looks_like_tiles(text: &str) -> bool {
    // The part after the size in 3x3:1,2,...
    let sized = text.split_once(':').filter(|(size, _)| size.parse::<tiles::Size>().is_ok());
    let text = sized.map_or(text, |(_, tiles)| tiles);
    let is_cell = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    // File names have letters and dots.
    let others = if text.chars().any(|c| c.is_ascii_alphabetic()) { "" } else { ".-*" };
    let is_separator = |c: char| c.is_whitespace() || ",/;[]()".contains(c) || others.contains(c);
    let cells = text.chars().filter(is_cell).count();
    let digits = text.chars().filter(|c| c.is_ascii_hexdigit() || *c == '_').count();
    text.chars().all(|c| is_cell(&c) || is_separator(c))
        && text.chars().any(|c| c.is_ascii_digit())
        && cells >= 4
        && digits * 2 > cells
}

/// The name of a typed board: its tiles.
pub(super) fn tiles_name(instance: &tiles::Instance) -> String {
    let board = &instance.start;
    board.digits().unwrap_or_else(|| board.to_string())
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
