//! Positions from text, in the notations met in the wild.

use super::{Board, Goal, Instance, ParseError, Size, Tile};
use super::{
    error::WrittenTile,
    notation,
    words::{Token, tokens},
};
use crate::text::{Located, TextPosition};

type Result<T> = std::result::Result<T, Located<ParseError>>;

/// What the text itself does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The size of the board, where it is not square and rows are not split by `/`.
    pub size: Option<Size>,
    /// Which board is the solved one.
    pub goal: Goal,
}

/// Reads one position.
///
/// Accepted are, with `0` or `_` for the blank:
/// - one hexadecimal digit a cell without separators, `159d26ae37bf48c0` (up to 16 cells);
/// - decimal numbers separated by commas, spaces or both;
/// - either of them with `/` between the rows, which fixes the size: `123/450`;
/// - numbers with width and height first: `3 2 1 2 3 4 5 0`;
/// - a line of an instance list: an identifier, the numbers, the length of a shortest solution.
///
/// A text where every row is a single word is in digits. Without `/`, a size in `options` or in
/// the text the board is square. Where 18 numbers could be a width and height with a board or a
/// line of a list, they are the former. `#` begins a comment that ends with the line.
///
/// # Errors
/// The first thing that is wrong, at its line and column. A position that no moves can solve is
/// not an error: ask [`Instance::is_solvable`].
pub fn parse(text: &str, options: Options) -> Result<Instance> {
    read(text, TextPosition::START, options)
}

/// Reads one position from every line that holds more than a comment.
///
/// # Errors
/// As [`parse`], at the line and column in the whole text.
pub fn parse_list(text: &str, options: Options) -> Result<Vec<Instance>> {
    let numbered = text.lines().enumerate();
    let starts = numbered.map(|(i, line)| (line, TextPosition { line: i + 1, column: 1 }));
    let has_content = |line: &str| !line.split('#').next().unwrap_or_default().trim().is_empty();
    starts
        .filter(|(line, _)| has_content(line))
        .map(|(line, start)| read(line, start, options))
        .collect()
}

fn read(text: &str, start: TextPosition, options: Options) -> Result<Instance> {
    let tokens = tokens(text, start)?;
    let rows: Vec<_> = tokens.split(Token::is_slash).collect();
    let end = tokens.last().ok_or_else(|| start.error(ParseError::Empty))?.end();
    if let Some(empty) = rows.iter().position(|row| row.is_empty()) {
        let mut slashes = tokens.iter().filter(|token| token.is_slash());
        let closing = slashes.nth(empty).map_or(end, |slash| slash.at);
        return Err(closing.error(ParseError::EmptyRow));
    }
    if rows.iter().all(|row| row.len() == 1) {
        let mut cells = Cells::default();
        let mut lengths = vec![];
        for row in rows {
            lengths.push((row[0].text.chars().count(), row[0].at));
            cells.add_digits(&row[0])?;
        }
        let size = size_of_rows(&lengths, options)?;
        if let Some(large) = size.filter(|size| size.cells() > notation::MAX_DIGITS) {
            return Err(tokens[0].at.error(ParseError::TooLargeForDigits(large)));
        }
        return Ok(Instance::new(cells.board(size, end, WrittenTile::Digit)?, options.goal));
    }
    let [words] = rows[..] else {
        let mut cells = Cells::default();
        let lengths: Vec<_> = rows.iter().map(|row| (row.len(), row[0].at)).collect();
        rows.into_iter().try_for_each(|row| cells.add_numbers(row))?;
        let size = size_of_rows(&lengths, options)?;
        return Ok(Instance::new(cells.board(size, end, WrittenTile::Number)?, options.goal));
    };
    let mut errors = vec![];
    for reading in readings(words, options)? {
        match reading.instance(end, options.goal) {
            Ok(instance) => return Ok(instance),
            Err(error) => errors.push(error),
        }
    }
    // Numbers that make a whole board of unknown size tell more than any other reading.
    let is_whole = |error: &Located<_>| matches!(error.error, ParseError::NotSquare(_));
    let telling = errors.iter().position(is_whole).unwrap_or(0);
    Err(errors.swap_remove(telling))
}

/// The size that rows of these lengths have, if there is more than one row or a size was asked
/// for.
fn size_of_rows(rows: &[(usize, TextPosition)], options: Options) -> Result<Option<Size>> {
    let [(expected, start), rest @ ..] = rows else { return Ok(options.size) };
    if rest.is_empty() {
        return Ok(options.size);
    }
    if let Some(&(found, at)) = rest.iter().find(|(found, _)| found != expected) {
        return Err(at.error(ParseError::Ragged { found, expected: *expected }));
    }
    let sides = ParseError::Sides { width: *expected, height: rows.len() };
    let written = Size::new(*expected, rows.len()).ok_or_else(|| start.error(sides))?;
    match options.size {
        Some(asked) if asked != written => {
            Err(start.error(ParseError::OtherSize { written, asked }))
        }
        _ => Ok(Some(written)),
    }
}

/// One way to understand a line of numbers.
struct Reading<'a> {
    size: Option<Size>,
    tiles: &'a [Token<'a>],
    /// Identifier and length of a shortest solution.
    stated: Option<(&'a Token<'a>, &'a Token<'a>)>,
}

/// The ways to understand a line of numbers that fit their count, the likelier first; never
/// none.
fn readings<'a>(words: &'a [Token<'a>], options: Options) -> Result<Vec<Reading<'a>>> {
    let plain = Reading { size: options.size, tiles: words, stated: None };
    let fits = |count: usize| match options.size {
        Some(size) => size.cells() == count,
        None => Size::square(count).is_some(),
    };
    let ([first, second, rest @ ..], [id, middle @ .., length]) = (words, words) else {
        return Ok(vec![plain]);
    };
    if fits(words.len()) || rest.is_empty() {
        return Ok(vec![plain]);
    }
    let mut readings = vec![];
    let side = |word: &Token<'_>| word.text.parse().ok();
    let header = side(first).zip(side(second)).and_then(|(width, height)| Size::new(width, height));
    if let Some(written) = header.filter(|size| size.cells() == rest.len()) {
        if let Some(asked) = options.size.filter(|&asked| asked != written) {
            return Err(first.at.error(ParseError::OtherSize { written, asked }));
        }
        readings.push(Reading { size: Some(written), tiles: rest, stated: None });
    }
    if fits(middle.len()) {
        let stated = Some((id, length));
        readings.push(Reading { size: options.size, tiles: middle, stated });
    }
    readings.push(plain);
    Ok(readings)
}

impl Reading<'_> {
    fn instance(&self, end: TextPosition, goal: Goal) -> Result<Instance> {
        let mut cells = Cells::default();
        cells.add_numbers(self.tiles)?;
        let mut instance = Instance::new(cells.board(self.size, end, WrittenTile::Number)?, goal);
        if let Some((id, length)) = self.stated {
            let not_a_length = || length.at.error(ParseError::NotALength(length.text.to_owned()));
            instance.name = Some(id.text.to_owned());
            instance.stated_optimum = Some(length.text.parse().map_err(|_| not_a_length())?);
        }
        Ok(instance)
    }
}

/// The tiles read so far, each once.
#[derive(Default)]
struct Cells(Vec<(Tile, TextPosition)>);

impl Cells {
    fn add(
        &mut self,
        tile: Tile,
        at: TextPosition,
        written: fn(Tile) -> WrittenTile,
    ) -> Result<()> {
        if self.0.iter().any(|(other, _)| *other == tile) {
            return Err(at.error(ParseError::Twice(written(tile))));
        }
        self.0.push((tile, at));
        Ok(())
    }

    fn add_digits(&mut self, word: &Token<'_>) -> Result<()> {
        for (i, digit) in word.text.chars().enumerate() {
            let at = word.at.right(i);
            let tile = notation::tile_of_digit(digit);
            let tile = tile.ok_or_else(|| at.error(ParseError::NotADigit(digit)))?;
            self.add(tile, at, WrittenTile::Digit)?;
        }
        Ok(())
    }

    fn add_numbers(&mut self, words: &[Token<'_>]) -> Result<()> {
        for word in words {
            let number = || word.text.parse().ok().filter(|&n| usize::from(n) < Size::MAX_CELLS);
            let tile = if word.text == "_" { Some(0) } else { number() };
            let not_a_tile = || word.at.error(ParseError::NotATile(word.text.to_owned()));
            self.add(Tile(tile.ok_or_else(not_a_tile)?), word.at, WrittenTile::Number)?;
        }
        Ok(())
    }

    /// The board of these tiles, square if no size is known.
    fn board(
        self,
        size: Option<Size>,
        end: TextPosition,
        written: fn(Tile) -> WrittenTile,
    ) -> Result<Board> {
        let count = self.0.len();
        let (tiles, places): (Vec<_>, Vec<_>) = self.0.into_iter().unzip();
        let missing = || {
            let absent = (0..).map(Tile).find(|tile| !tiles.contains(tile));
            end.error(ParseError::Missing(written(absent.unwrap_or(Tile::BLANK))))
        };
        let Some(size) = size.or_else(|| Size::square(count)) else {
            let is_whole = tiles.iter().all(|tile| tile.index() < count);
            let not_square = places.first().map(|at| at.error(ParseError::NotSquare(count)));
            return Err(not_square.filter(|_| is_whole).unwrap_or_else(missing));
        };
        if let Some(i) = tiles.iter().position(|tile| tile.index() >= size.cells()) {
            return Err(places[i].error(ParseError::TooLarge { tile: written(tiles[i]), size }));
        }
        if count < size.cells() {
            Err(missing())
        } else {
            Ok(Board::new(size, tiles).expect("counted"))
        }
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
