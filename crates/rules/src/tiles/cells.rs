//! Reads the cells of a board from a text.

use super::notation::{self, MAX_DIGITS};
use super::parse::Result;
use super::words::Token;
use super::{Board, ParseError, Size, Tile};
use crate::text::{TextPosition, number};

/// How cells are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// One character per cell.
    Digits,
    /// One word per cell.
    Numbers,
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    /// A mark that can only be the blank.
    Blank,
    /// A number, including the blank's 0.
    Number(u8),
}

/// Creates the board from these cells, square if no size is known; `end` is the end of the text.
///
/// The blank is 0 or a mark. If both occur, the numbers count from 0; if neither does, and the
/// numbers from 1 are all there, the largest is the blank. Letters count from a.
pub(super) fn board(
    cells: &[Token<'_>],
    style: Style,
    size: Option<Size>,
    end: TextPosition,
) -> Result<Board> {
    if let Some(beyond) = cells.get(Size::MAX_CELLS) {
        return Err(beyond.at.error(ParseError::TooLong));
    }
    if style == Style::Digits
        && let (Some(large), Some(first)) =
            (size.filter(|size| size.cells() > MAX_DIGITS), cells.first())
        && letters(cells).is_none()
    {
        return Err(first.at.error(ParseError::TooLargeForDigits(large)));
    }
    let contents = match letters(cells) {
        Some(contents) => contents,
        None => cells.iter().map(|cell| content(cell, style)).collect::<Result<_>>()?,
    };
    // A tile in the form in which the text writes tiles.
    let written = |tile| match (style, notation::digit(tile)) {
        (Style::Digits, Some(digit)) => format!("digit {digit}"),
        (Style::Numbers, _) if tile == Tile::BLANK => "the blank (0)".to_owned(),
        _ => format!("tile {tile}"),
    };
    let size = size.or_else(|| Size::square(contents.len()));
    let is_full = size.is_some_and(|size| size.cells() == contents.len());
    let tiles = counted_from_one(&contents, style, is_full);
    for (i, tile) in tiles.iter().enumerate() {
        if tiles[..i].contains(tile) {
            return Err(cells[i].at.error(ParseError::Twice(written(*tile))));
        }
    }
    let count = tiles.len();
    if let (Some(asked), Some(written)) = (size, Size::square(count))
        && asked.cells() != count
        && Board::new(written, tiles.clone()).is_ok()
    {
        return Err(cells[0].at.error(ParseError::OtherSize { written, asked }));
    }
    let missing = || {
        let absent = (0..).map(Tile).find(|tile| !tiles.contains(tile));
        end.error(ParseError::Missing(written(absent.unwrap_or(Tile::BLANK))))
    };
    let Some(size) = size else {
        // The largest may be the blank, unless these are all tiles of a square board.
        let is_largest = !tiles.contains(&Tile::BLANK) && Size::square(count + 1).is_none();
        let is_whole = tiles.iter().all(|tile| tile.index() < count + usize::from(is_largest));
        let not_square = cells.first().map(|cell| cell.at.error(ParseError::NotSquare(count)));
        return Err(not_square.filter(|_| is_whole).unwrap_or_else(missing));
    };
    if let Some(i) = tiles.iter().position(|tile| tile.index() >= size.cells()) {
        return Err(cells[i].at.error(ParseError::TooLarge { tile: written(tiles[i]), size }));
    }
    if count < size.cells() {
        return Err(missing());
    }
    // If as many different tiles as there are cells are all below that number, none is missing.
    let whole = cells.first().map_or(end, |cell| cell.at);
    Board::new(size, tiles).map_err(|_| whole.error(ParseError::NotSquare(count)))
}

/// Returns the tiles, with the blank as 0. `is_full` if there are as many cells as on the board.
fn counted_from_one(contents: &[Content], style: Style, is_full: bool) -> Vec<Tile> {
    let numbers = || {
        contents.iter().filter_map(|content| match content {
            Content::Blank => None,
            Content::Number(number) => Some(usize::from(*number)),
        })
    };
    let count = contents.len();
    let marks = count - numbers().count();
    let are_all = |from: usize| {
        let mut sorted: Vec<_> = numbers().collect();
        sorted.sort_unstable();
        sorted.into_iter().eq(from..count + from - marks)
    };
    let from_zero = u8::from(style == Style::Numbers && marks == 1 && are_all(0));
    let largest = if is_full && marks == 0 && are_all(1) { count } else { usize::MAX };
    let tile = |content: &Content| match *content {
        Content::Blank => Tile::BLANK,
        Content::Number(number) if usize::from(number) == largest => Tile::BLANK,
        Content::Number(number) => Tile(number + from_zero),
    };
    contents.iter().map(tile).collect()
}

/// Reads the content of a cell that is not a letter.
fn content(cell: &Token<'_>, style: Style) -> Result<Content> {
    let error = |error| Err(cell.at.error(error));
    if is_blank(cell.text, style) {
        return Ok(Content::Blank);
    }
    match (style, cell.text.chars().next()) {
        (Style::Digits, Some(digit)) => match notation::tile_of_digit(digit) {
            Some(Tile(number)) => Ok(Content::Number(number)),
            None => error(ParseError::NotADigit(digit)),
        },
        _ => match number(cell.text) {
            Some(number) if usize::from(number) <= Size::MAX_CELLS => Ok(Content::Number(number)),
            _ => error(ParseError::NotATile(shortened(cell.text))),
        },
    }
}

/// Whether something can only be the blank.
fn is_blank(text: &str, style: Style) -> bool {
    let is_word = style == Style::Numbers
        && ["-1", "b", "blank", "empty", "none", "null", "nan"]
            .contains(&text.to_ascii_lowercase().as_str());
    is_word || ["_", ".", "x", "X", "*", "-"].contains(&text)
}

/// Returns the contents of cells that have the letters from a on, each once, and the blank.
fn letters(cells: &[Token<'_>]) -> Option<Vec<Content>> {
    let number = |cell: &Token<'_>| match cell.text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a' + 1),
        _ => None,
    };
    let last = cells.len().checked_sub(1)?;
    let content = |cell: &Token<'_>| match number(cell).filter(|n| usize::from(*n) <= last) {
        Some(number) => Some(Content::Number(number)),
        None if cell.text == "0" || is_blank(cell.text, Style::Digits) => Some(Content::Blank),
        None => None,
    };
    let contents = cells.iter().map(content).collect::<Option<Vec<_>>>()?;
    let is_there = |number| contents.contains(&Content::Number(number));
    (1..=u8::try_from(last).ok()?).all(is_there).then_some(contents)
}

/// Returns the beginning of a long word.
pub(super) fn shortened(word: &str) -> String {
    const SHOWN: usize = 20;
    let shown: String = word.chars().take(SHOWN).collect();
    if shown.len() < word.len() { shown + "..." } else { shown }
}
