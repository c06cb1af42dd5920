//! Reads a position from its words.

use super::cells::{self, Style, shortened};
use super::rows::{Rows, rows};
use super::size::number;
use super::words::{Kind, Token, tokens};
use super::{Goal, Instance, ParseError, Size, texts};
use crate::text::{Located, TextPosition};

pub(super) type Result<T> = std::result::Result<T, Located<ParseError>>;

/// Options for what the text itself does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The size of the board, if it is not square and the rows do not show it.
    pub size: Option<Size>,
    /// The goal.
    pub goal: Goal,
}

/// Reads one position.
///
/// Accepted are:
/// - one hexadecimal digit per cell without separators, `159d26ae37bf48c0` (up to 16 cells), or
///   letters, `abc/d.f/geh`;
/// - decimal numbers separated by spaces, commas, bars or line ends, in brackets or not;
/// - either of them in rows: split by `/` or `;`, one list or line per row, which fixes the size:
///   `123/450`, `[[1,2,3],[4,5,0]]`;
/// - either of them after the size: `3`, `3 2` (width and height) or `3x2:`;
/// - a line of an instance list: an identifier, the numbers, the length of a shortest solution.
///
/// The blank is `0`, `_`, `.`, `x`, `*`, `-`, or nothing between two commas; among numbers also `b`
/// and `-1`. With such a mark the numbers may count from 0. If the numbers count from 1 and all of
/// them are there, the largest is the blank.
///
/// Without rows and a size the board is square. If 18 numbers could be a width and height with a
/// board, or a line of a list, they are read as the former. `#` begins a comment that ends with the
/// line.
///
/// # Errors
/// The first error, at its line and column; also if the lines may be rows or not, and both readings
/// give a board. A position that no moves can solve is not an error: see [`Instance::is_solvable`].
pub fn parse(text: &str, options: Options) -> Result<Instance> {
    position(&tokens(text), options)
}

/// Reads all positions of a text: separated by empty lines, one per line, or as lists in a list.
/// Returns at least one position or error.
///
/// # Errors
/// The error in each position, as for [`parse`].
pub fn parse_each(text: &str, options: Options) -> Vec<Result<Instance>> {
    texts::positions(&tokens(text), options)
}

/// Reads all positions of a text.
///
/// # Errors
/// The first error of [`parse_each`].
pub fn parse_list(text: &str, options: Options) -> Result<Vec<Instance>> {
    parse_each(text, options).into_iter().collect()
}

/// One way to read a text.
struct Reading<'a> {
    /// The size in front, and its place.
    header: Option<(Size, TextPosition)>,
    rows: Rows<'a>,
    /// Identifier and length of a shortest solution.
    stated: Option<(Token<'a>, Token<'a>)>,
}

/// The most words: a board with a size in front, or in a list.
pub(super) const MOST_WORDS: usize = Size::MAX_CELLS + 2;

/// Returns the position that some tokens make.
pub(super) fn position(tokens: &[Token<'_>], options: Options) -> Result<Instance> {
    let is_word = |token: &&Token<'_>| token.is_word();
    let Some(first) = tokens.iter().find(is_word) else {
        let slash = tokens.iter().find(|token| token.kind == Kind::Slash);
        return Err(match slash {
            Some(slash) => slash.at.error(ParseError::EmptyRow),
            None => TextPosition::START.error(ParseError::Empty),
        });
    };
    let end = tokens.iter().rfind(is_word).map_or(first.end(), Token::end);
    if let Some(beyond) = tokens.iter().filter(is_word).nth(MOST_WORDS) {
        return Err(beyond.at.error(ParseError::TooLong));
    }
    let mut errors = vec![];
    for reading in readings(tokens, options)? {
        match reading.instance(end, options) {
            Ok(instance) => return Ok(instance),
            Err(error) => errors.push(error),
        }
    }
    // Numbers that make one or two whole boards of unknown size say more than any other reading.
    let is_whole = |error: &Located<_>| {
        matches!(error.error, ParseError::NotSquare(_) | ParseError::TwoSizes { .. })
    };
    let telling = errors.iter().position(is_whole).unwrap_or(0);
    Err(errors.swap_remove(telling))
}

/// Returns the ways to read a text, the likelier first; at least one.
fn readings<'a>(tokens: &[Token<'a>], options: Options) -> Result<Vec<Reading<'a>>> {
    let plain =
        |tokens: &[Token<'a>], header| Ok(Reading { header, rows: rows(tokens)?, stated: None });
    let first = tokens.iter().position(Token::is_word).unwrap_or(0);
    let (before, rest) = tokens.split_at(first);
    let before = before.iter().any(|token| token.kind == Kind::Slash);
    if let Some(written) = size(&rest[0]).filter(|_| !before) {
        return Ok(vec![plain(&rest[1..], Some((written, rest[0].at)))?]);
    }
    // A separate line with a size.
    let line = rest.split(|token| token.kind == Kind::Line).next().unwrap_or_default();
    let others = &rest[line.len()..];
    let alone = header(line).filter(|_| !before);
    let words = |tokens: &[Token<'_>]| tokens.iter().filter(|token| token.is_word()).count();
    let mut readings = vec![];
    if let Some(written) = alone
        && let Ok(below) = rows(others)
    {
        let is_drawn = |size: Size| {
            below.rows.len() == usize::from(size.height())
                && below.width() == usize::from(size.width())
        };
        if words(others) == written.cells()
            || below.characters() == written.cells()
            // A cell may be missing, or be too many.
            || is_drawn(written)
            || is_drawn(written.transposed())
        {
            let drawn = below.shape().ok().flatten();
            // Height and width, if the rows are drawn that way.
            let drawn = drawn.filter(|drawn| *drawn == written.transposed());
            let header = Some((drawn.unwrap_or(written), line[0].at));
            readings.push(Reading { header, rows: below, stated: None });
        }
    }
    let whole = plain(tokens, None)?;
    let [row] = &whole.rows.rows[..] else {
        let is_marked = whole.rows.is_marked;
        readings.push(whole);
        readings.extend((!is_marked).then(|| flat(tokens, options)).into_iter().flatten());
        return Ok(readings);
    };
    // As many numbers as a board has cells are most likely a board.
    let whole_first = fits(row.len(), options);
    let flat = flat(tokens, options);
    let at = if whole_first { readings.len() } else { readings.len() + flat.len() };
    readings.extend(flat);
    readings.insert(at, whole);
    Ok(readings)
}

/// Returns the ways to read numbers without rows that are more than a board.
fn flat<'a>(tokens: &[Token<'a>], options: Options) -> Vec<Reading<'a>> {
    let words: Vec<_> = tokens.iter().filter(|token| token.is_word()).copied().collect();
    let of = |words: &[Token<'a>], header, stated| Reading {
        header,
        rows: Rows { rows: vec![words.to_vec()], is_marked: false },
        stated,
    };
    let mut readings = vec![];
    if let [first, second, rest @ ..] = &words[..] {
        let sides = number(first.text).zip(number(second.text));
        let written = sides.and_then(|(width, height)| Size::new(width, height));
        if let Some(written) = written.filter(|size| size.cells() == rest.len()) {
            readings.push(of(rest, Some((written, first.at)), None));
        }
    }
    if let [side, rest @ ..] = &words[..] {
        let written = number(side.text).and_then(|side| Size::new(side, side));
        if let Some(written) = written.filter(|size| size.cells() == rest.len()) {
            readings.push(of(rest, Some((written, side.at)), None));
        }
    }
    if let [id, middle @ .., length] = &words[..]
        // If there are more lines, a number in front is rather a size or a tile.
        && (id.at.line == length.at.line || number::<usize>(id.text).is_none())
        && fits(middle.len(), options)
    {
        readings.push(of(middle, None, Some((*id, *length))));
    }
    readings
}

/// Whether a board may have this many cells.
fn fits(cells: usize, options: Options) -> bool {
    match options.size {
        Some(size) => size.cells() == cells,
        None => Size::square(cells).is_some(),
    }
}

/// Reads a size as one word, `3x2`.
fn size(word: &Token<'_>) -> Option<Size> {
    word.text.parse().ok()
}

/// Returns the size that a line of one or two numbers gives.
fn header(line: &[Token<'_>]) -> Option<Size> {
    match line {
        [side] => number(side.text).and_then(|side| Size::new(side, side)),
        [width, height] => Size::new(number(width.text)?, number(height.text)?),
        _ => None,
    }
}

impl Reading<'_> {
    fn instance(&self, end: TextPosition, options: Options) -> Result<Instance> {
        let cells = self.rows.cells();
        if cells.is_empty() {
            return Err(end.error(ParseError::Empty));
        }
        let size = self.size(cells.len(), options)?;
        let start = cells::board(&cells, self.rows.style(), size, end)?;
        if let Some(goal) = options.goal.size().filter(|goal| *goal != start.size()) {
            let board = start.size();
            let first = self.rows.rows.first().and_then(|row| row.first());
            let at = first.map_or(end, |word| word.at);
            return Err(at.error(ParseError::GoalOfOtherSize { board, goal }));
        }
        let mut instance = Instance::new(start, options.goal);
        if let Some((id, length)) = &self.stated {
            let not_a_length = || length.at.error(ParseError::NotALength(shortened(length.text)));
            instance.name = Some(id.text.to_owned());
            instance.stated_optimum = Some(number(length.text).ok_or_else(not_a_length)?);
        }
        Ok(instance)
    }

    /// Returns the size of this many cells, if it is known.
    fn size(&self, cells: usize, options: Options) -> Result<Option<Size>> {
        let Rows { rows, is_marked } = &self.rows;
        let first = rows.first().and_then(|row| row.first());
        let at = first.map_or(TextPosition::START, |word| word.at);
        if let (Some((written, at)), Some(asked)) = (self.header, options.size)
            && written != asked
        {
            return Err(at.error(ParseError::OtherSize { written, asked }));
        }
        let known = self.header.map(|(size, _)| size).or(options.size);
        if *is_marked || self.rows.style() == Style::Digits {
            let drawn = self.rows.shape()?;
            return match drawn.zip(known) {
                Some((written, asked)) if written != asked => {
                    Err(at.error(ParseError::OtherSize { written, asked }))
                }
                _ => Ok(drawn.or(known)),
            };
        }
        if known.is_some() {
            return Ok(known);
        }
        // Lines are rows, unless they are only numbers that continue from line to line.
        let drawn = self.rows.shape().ok().flatten();
        match (drawn, Size::square(cells)) {
            (Some(drawn), Some(square)) if drawn != square => {
                Err(at.error(ParseError::TwoSizes { drawn, square }))
            }
            (Some(drawn), _) => Ok(Some(drawn)),
            (None, square) => Ok(square),
        }
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
