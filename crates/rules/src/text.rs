//! Positions in a text, and errors with their positions.

use std::fmt;

/// A place in a text.
///
/// # Units
/// Lines and columns count from 1; a column is counted in characters, not in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl TextPosition {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Returns the position of the byte at `offset` of `text`, or the end of the text if `offset`
    /// is beyond it.
    ///
    /// # Complexity
    /// Linear in `offset`: meant for error paths.
    pub fn of_offset(text: &str, offset: usize) -> Self {
        Self::START.after(&text.as_bytes()[..offset.min(text.len())])
    }

    /// Returns the position of a part of a text.
    pub(crate) fn of_part(text: &str, part: &str) -> Self {
        Self::of_offset(text, offset(text, part))
    }

    /// Returns the position after some bytes that begin at this one.
    fn after(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |at, byte| match byte {
            b'\n' => Self { line: at.line + 1, column: 1 },
            // Bytes that continue a character.
            0x80..=0xBF => at,
            _ => at.right(1),
        })
    }

    /// Returns the position `columns` characters further right on the same line.
    #[must_use]
    pub fn right(self, columns: usize) -> Self {
        Self { line: self.line, column: self.column + columns }
    }

    /// Attaches this position to an error.
    pub fn error<E>(self, error: E) -> Located<E> {
        Located { at: self, error }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error and its place in the text.
///
/// Shown as `line:column: message`; a caller that knows the file's name puts it and a colon in
/// front.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {error}")]
pub struct Located<E> {
    /// The place.
    pub at: TextPosition,
    /// The error.
    pub error: E,
}

impl<E> Located<E> {
    /// Converts the error to a wider type, at the same place.
    pub fn widen<F: From<E>>(self) -> Located<F> {
        Located { at: self.at, error: self.error.into() }
    }
}

/// Finds positions in a text, in any order.
pub(crate) struct Positions<'a> {
    text: &'a [u8],
    /// The position of every `STEP`th byte.
    marks: Vec<TextPosition>,
}

impl<'a> Positions<'a> {
    const STEP: usize = 256;

    pub(crate) fn of(text: &'a str) -> Self {
        let text = text.as_bytes();
        let mut marks = vec![TextPosition::START];
        for part in text.chunks_exact(Self::STEP) {
            marks.extend(marks.last().map(|mark| mark.after(part)));
        }
        Self { text, marks }
    }

    pub(crate) fn locate(&self, at: usize) -> TextPosition {
        let at = at.min(self.text.len());
        let mark = at / Self::STEP;
        self.marks[mark].after(&self.text[mark * Self::STEP..at])
    }
}

/// Returns the offset of a part of a text.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// Returns a text without the byte order mark that some editors put in front.
pub(crate) fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a text consists of digits.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a number of digits only: `parse` would also accept a sign.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_digits(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_counted_in_lines_and_characters() {
        let text = "ab\nÄx\n";
        let at = |offset| TextPosition::of_offset(text, offset);
        assert_eq!(at(0), TextPosition::START);
        assert_eq!(at(3), TextPosition { line: 2, column: 1 });
        assert_eq!(at(5), TextPosition { line: 2, column: 2 });
        assert_eq!(at(99), TextPosition { line: 3, column: 1 });
        assert_eq!(at(5).right(3), TextPosition { line: 2, column: 5 });
    }
}
