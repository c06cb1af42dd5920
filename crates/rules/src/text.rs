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
        let bytes = &text.as_bytes()[..offset.min(text.len())];
        let line_start = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let is_character_start = |b: &&u8| **b & 0xC0 != 0x80;
        Self {
            line: 1 + bytes.iter().filter(|&&b| b == b'\n').count(),
            column: 1 + bytes[line_start..].iter().filter(is_character_start).count(),
        }
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
