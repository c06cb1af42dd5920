//! The rows of a board in a text.

use super::cells::Style;
use super::parse::Result;
use super::words::{Kind, Token};
use super::{ParseError, Size};
use crate::text::{Located, TextPosition};

/// The rows of a board, as written.
pub(super) struct Rows<'a> {
    pub rows: Vec<Vec<Token<'a>>>,
    /// Whether they are separated by more than line ends.
    pub is_marked: bool,
}

/// Returns the rows that are marked, or else the lines.
///
/// # Errors
/// If a row between slashes is empty.
pub(super) fn rows<'a>(tokens: &[Token<'a>]) -> Result<Rows<'a>> {
    let split = |is_end: &dyn Fn(Kind) -> bool| -> Vec<Vec<Token<'a>>> {
        let rows = tokens.split(|token| is_end(token.kind));
        rows.map(|row| row.iter().filter(|token| token.is_word()).copied().collect()).collect()
    };
    if tokens.iter().any(|token| token.kind == Kind::Slash) {
        let rows = split(&|kind| kind == Kind::Slash);
        if let Some(empty) = rows.iter().position(Vec::is_empty) {
            let mut slashes = tokens.iter().filter(|token| token.kind == Kind::Slash);
            let last = slashes.clone().next_back().map_or(TextPosition::START, Token::end);
            let closing = slashes.nth(empty).map_or(last, |slash| slash.at);
            return Err(closing.error(ParseError::EmptyRow));
        }
        return Ok(Rows { rows, is_marked: true });
    }
    let without_empty = |mut rows: Vec<Vec<_>>| {
        rows.retain(|row| !row.is_empty());
        rows
    };
    let marked = without_empty(split(&|kind| matches!(kind, Kind::Row | Kind::Board)));
    if marked.len() > 1 {
        return Ok(Rows { rows: marked, is_marked: true });
    }
    let lines = without_empty(split(&|kind| kind == Kind::Line));
    Ok(Rows { rows: lines, is_marked: false })
}

impl<'a> Rows<'a> {
    /// The lines of some words.
    pub fn of_words(words: &[Token<'a>]) -> Self {
        let lines = words.chunk_by(|one, next| one.at.line == next.at.line);
        Self { rows: lines.map(<[_]>::to_vec).collect(), is_marked: false }
    }

    /// Whether each row is one word with one character per cell.
    fn are_digits(&self) -> bool {
        let mut lengths = self.rows.iter().map(|row| match &row[..] {
            [word] => Some(word.text.chars().count()),
            _ => None,
        });
        // Numbers with one per line begin or end with 0.
        let is_digits = |length: Option<usize>| {
            length.is_some_and(|length| self.is_marked || self.rows.len() == 1 || length > 1)
        };
        lengths.all(is_digits)
    }

    /// Returns the number of cells of a board in digits.
    pub fn characters(&self) -> usize {
        let words = self.rows.iter().flatten();
        if self.are_digits() { words.map(|word| word.text.chars().count()).sum() } else { 0 }
    }

    pub fn style(&self) -> Style {
        if self.are_digits() { Style::Digits } else { Style::Numbers }
    }

    pub fn cells(&self) -> Vec<Token<'a>> {
        let words = self.rows.iter().flatten().copied();
        match self.style() {
            // One cell too many is enough to show that there are too many.
            Style::Digits => words.flat_map(Token::characters).take(Size::MAX_CELLS + 1).collect(),
            Style::Numbers => words.map(Token::cell).collect(),
        }
    }

    /// Returns the number of cells in the first row.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| length(row, self.style()))
    }

    /// Returns the error in rows that are not equally long.
    pub fn ragged(&self) -> Option<Located<ParseError>> {
        self.shape().err().filter(|error| matches!(error.error, ParseError::Ragged { .. }))
    }

    /// Returns the size that the rows draw, if there is more than one.
    ///
    /// # Errors
    /// If they are not equally long, or too many.
    pub fn shape(&self) -> Result<Option<Size>> {
        let [first, rest @ ..] = &self.rows[..] else { return Ok(None) };
        if rest.is_empty() {
            return Ok(None);
        }
        let (style, expected) = (self.style(), self.width());
        for row in rest {
            let found = length(row, style);
            if found != expected {
                return Err(row[0].at.error(ParseError::Ragged { found, expected }));
            }
        }
        let sides = ParseError::Sides { width: expected, height: self.rows.len() };
        Size::new(expected, self.rows.len()).map(Some).ok_or_else(|| first[0].at.error(sides))
    }
}

/// Returns the number of cells in a row.
fn length(row: &[Token<'_>], style: Style) -> usize {
    match style {
        Style::Digits => row.iter().map(|word| word.text.chars().count()).sum(),
        Style::Numbers => row.len(),
    }
}
