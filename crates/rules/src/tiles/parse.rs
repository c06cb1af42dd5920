//! Reads a position from its words.

use super::cells::{self, Style, shortened};
use super::rows::{Rows, rows};
use super::words::{Kind, Token, tokens};
use super::{Goal, Instance, ParseError, Size, texts};
use crate::text::{Located, TextPosition, number};

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
/// - either of them after the size: `3`, `3x2:`, or `3 2`: width and height, or rows and columns,
///   whichever the rows show;
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
/// The first error, at its line and column; also if the text gives a board, but may mean another:
/// if its two sides may be in either order, or its lines are not rows. A position that no moves can
/// solve is not an error: see [`Instance::is_solvable`].
pub fn parse(text: &str, options: Options) -> Result<Instance> {
    position(&tokens(text), options)?
}

/// Whether a text gives a board, even if it may mean another.
pub fn is_board(text: &str, options: Options) -> bool {
    position(&tokens(text), options).is_ok()
}

/// Reads all positions of a text: separated by empty lines, one per line, or as lists in a list.
/// Returns at least one position or error.
///
/// # Errors
/// The error in each position, as for [`parse`].
pub fn parse_each(text: &str, options: Options) -> Vec<Result<Instance>> {
    texts::positions(&tokens(text), options)
}

/// A board, or the reason why it may be another one; an error if there is no board.
pub(super) type Read = Result<Result<Instance>>;

/// A size in front.
#[derive(Clone, Copy)]
struct Header {
    size: Size,
    at: TextPosition,
    /// Whether these are two numbers, which may be width and height or rows and columns.
    is_in_any_order: bool,
}

/// One way to read a text.
struct Reading<'a> {
    header: Option<Header>,
    rows: Rows<'a>,
    /// Identifier and length of a shortest solution.
    stated: Option<(Token<'a>, Token<'a>)>,
}

/// The most words: a board with a size in front, or in a list.
pub(super) const MOST_WORDS: usize = Size::MAX_CELLS + 2;

/// Returns the position that some tokens make.
pub(super) fn position(tokens: &[Token<'_>], options: Options) -> Read {
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
    // Numbers that make a whole board of unknown size say more than any other reading.
    let is_whole = |error: &Located<_>| matches!(error.error, ParseError::NotSquare(_));
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
    if let Some(size) = size(&rest[0]).filter(|_| !before) {
        let header = Header { size, at: rest[0].at, is_in_any_order: false };
        return Ok(vec![plain(&rest[1..], Some(header))?]);
    }
    // A separate line with a size.
    let line = rest.split(|token| token.kind == Kind::Line).next().unwrap_or_default();
    let others = &rest[line.len()..];
    let alone = header(line).filter(|_| !before);
    let words = |tokens: &[Token<'_>]| tokens.iter().filter(|token| token.is_word()).count();
    let mut readings = vec![];
    if let Some(header) = alone
        && let Ok(below) = rows(others)
    {
        let written = header.size;
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
            readings.push(Reading { header: Some(header), rows: below, stated: None });
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
        rows: Rows::of_words(words),
        stated,
    };
    let mut readings = vec![];
    for sides in [2, 1] {
        let Some((sides, rest)) = words.split_at_checked(sides) else { continue };
        if let Some(written) = header(sides).filter(|header| header.size.cells() == rest.len()) {
            readings.push(of(rest, Some(written), None));
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

/// Returns the size that one or two numbers give.
fn header(words: &[Token<'_>]) -> Option<Header> {
    let (first, second) = match words {
        [side] => (side, side),
        [first, second] => (first, second),
        _ => return None,
    };
    let size = Size::new(number(first.text)?, number(second.text)?)?;
    Some(Header { size, at: first.at, is_in_any_order: size != size.transposed() })
}

impl Reading<'_> {
    fn instance(&self, end: TextPosition, options: Options) -> Read {
        let cells = self.rows.cells();
        if cells.is_empty() {
            return Err(end.error(ParseError::Empty));
        }
        let size = self.size(cells.len(), options)?;
        let start = cells::board(&cells, self.rows.style(), size, end).map_err(|error| {
            let is_whole = matches!(error.error, ParseError::NotSquare(_));
            self.rows.ragged().filter(|_| is_whole).unwrap_or(error)
        })?;
        if let Some(doubt) = self.doubt(start.size(), options) {
            return Ok(Err(doubt));
        }
        if let Some(goal) = options.goal.size().filter(|goal| *goal != start.size()) {
            let board = start.size();
            return Err(self.at().error(ParseError::GoalOfOtherSize { board, goal }));
        }
        let mut instance = Instance::new(start, options.goal);
        if let Some((id, length)) = &self.stated {
            let not_a_length = || length.at.error(ParseError::NotALength(shortened(length.text)));
            instance.name = Some(id.text.to_owned());
            instance.stated_optimum = Some(number(length.text).ok_or_else(not_a_length)?);
        }
        Ok(Ok(instance))
    }

    /// Returns the place of the first cell.
    fn at(&self) -> TextPosition {
        let first = self.rows.rows.first().and_then(|row| row.first());
        first.map_or(TextPosition::START, |word| word.at)
    }

    /// Returns the size in front, with the side first that the rows, the caller or else the text
    /// have first.
    fn written(&self, options: Options) -> Option<Header> {
        let header = self.header?;
        let others = [self.rows.shape().ok().flatten(), options.size, options.goal.size()];
        let is_turned = |size: &Size| [*size, size.transposed()].contains(&header.size);
        match others.into_iter().flatten().find(is_turned).filter(|_| header.is_in_any_order) {
            Some(size) => Some(Header { size, is_in_any_order: false, ..header }),
            None => Some(header),
        }
    }

    /// Returns why a board of this size may not be what is meant.
    fn doubt(&self, size: Size, options: Options) -> Option<Located<ParseError>> {
        let written = self.written(options);
        if let Some(header) = written.filter(|header| header.is_in_any_order) {
            return Some(header.at.error(ParseError::AnyOrder(header.size)));
        }
        if self.rows.is_marked || self.rows.style() == Style::Digits {
            return None;
        }
        let is_known = written.is_some() || options.size.is_some();
        match self.rows.shape().ok().flatten() {
            Some(drawn) if drawn != size && !is_known => {
                Some(self.at().error(ParseError::TwoSizes { drawn, square: size }))
            }
            Some(drawn) if drawn != size && drawn == size.transposed() => {
                Some(self.at().error(ParseError::OtherSize { written: drawn, asked: size }))
            }
            _ => {
                // A line may have several rows.
                let is_split = |row: &Vec<_>| row.len() % usize::from(size.width()) != 0;
                self.rows.ragged().filter(|_| self.rows.rows.iter().any(is_split))
            }
        }
    }

    /// Returns the size of this many cells, if it is known.
    fn size(&self, cells: usize, options: Options) -> Result<Option<Size>> {
        let written = self.written(options);
        if let (Some(Header { size, at, .. }), Some(asked)) = (written, options.size)
            && size != asked
        {
            return Err(at.error(ParseError::OtherSize { written: size, asked }));
        }
        let known = written.map(|header| header.size).or(options.size);
        if self.rows.is_marked || self.rows.style() == Style::Digits {
            let drawn = self.rows.shape()?;
            return match drawn.zip(known) {
                Some((written, asked)) if written != asked => {
                    Err(self.at().error(ParseError::OtherSize { written, asked }))
                }
                _ => Ok(drawn.or(known)),
            };
        }
        // Lines are rows, unless they are only numbers that continue from line to line.
        let drawn = || self.rows.shape().ok().flatten();
        Ok(known.or_else(|| Size::square(cells)).or_else(drawn))
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
