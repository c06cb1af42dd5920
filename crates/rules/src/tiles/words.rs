//! A text as words and row separators, each with its place.

use super::ParseError;
use crate::text::{Located, TextPosition};

/// A word, or the `/` between two rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub at: TextPosition,
}

impl Token<'_> {
    pub fn is_slash(&self) -> bool {
        self.text == "/"
    }

    /// The place right after it.
    pub fn end(&self) -> TextPosition {
        self.at.right(self.text.chars().count())
    }
}

/// More tokens than any notation of the largest board needs.
const TOO_MANY: usize = 64;

/// Splits a text that begins at `start`. Spaces, line ends and commas separate words.
pub(super) fn tokens(
    text: &str,
    start: TextPosition,
) -> Result<Vec<Token<'_>>, Located<ParseError>> {
    let mut tokens = vec![];
    for (i, line) in text.lines().enumerate() {
        let mut at = if i == 0 { start } else { TextPosition { line: start.line + i, column: 1 } };
        let mut rest = line.split('#').next().unwrap_or_default();
        while let Some(first) = rest.chars().next() {
            let is_separator = |c: char| c == ',' || c.is_whitespace();
            let length = match first {
                '/' => 1,
                c if is_separator(c) => c.len_utf8(),
                _ => rest.find(|c| c == '/' || is_separator(c)).unwrap_or(rest.len()),
            };
            let token = Token { text: &rest[..length], at };
            if !is_separator(first) {
                if tokens.len() == TOO_MANY {
                    return Err(at.error(ParseError::TooLong));
                }
                tokens.push(token);
            }
            at = token.end();
            rest = &rest[length..];
        }
    }
    Ok(tokens)
}
