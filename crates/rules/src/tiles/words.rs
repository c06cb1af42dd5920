//! Splits a text into words and the marks between them, each with its place.

use super::Size;
use crate::text::{TextPosition, without_byte_order_mark};

/// A word, or a mark that ends something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number, digits or a name.
    Word,
    /// Nothing between two commas or bars: the blank.
    Nothing,
    /// A `/`: the end of a row that must not be empty.
    Slash,
    /// A `;` or the end of a list: the end of a row.
    Row,
    /// The end of a line.
    Line,
    /// An empty line, or the end of a list of lists: the end of a board.
    Board,
}

/// A [`Kind`] with its text and place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub at: TextPosition,
}

impl<'a> Token<'a> {
    /// Whether it stands for a cell, or is part of a header.
    pub fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Nothing)
    }

    /// Returns what it says about a cell.
    pub fn cell(self) -> Self {
        Self { text: if self.kind == Kind::Nothing { "_" } else { self.text }, ..self }
    }

    /// Returns a token for each of its characters.
    pub fn characters(self) -> impl Iterator<Item = Self> {
        let characters = self.text.split_inclusive(|_| true).enumerate();
        characters.map(move |(i, text)| Self { text, at: self.at.right(i), ..self })
    }

    /// Returns the place right after it.
    pub fn end(&self) -> TextPosition {
        self.at.right(self.text.chars().count())
    }
}

/// Splits a text. Spaces, commas, bars and quotation marks separate words; `#` begins a comment
/// that ends with the line. Names before a list, lines drawn between rows and a byte order mark are
/// skipped.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let text = without_byte_order_mark(text);
    let mut lexer = Lexer::default();
    // Old Macs end lines with only a carriage return.
    let is_old_mac = !text.contains('\n');
    let lines: &mut dyn Iterator<Item = &str> =
        if is_old_mac { &mut text.split('\r') } else { &mut text.lines() };
    for (number, line) in lines.enumerate() {
        lexer.line(line, TextPosition { line: number + 1, column: 1 });
    }
    lexer.tokens
}

#[derive(Default)]
struct Lexer<'a> {
    tokens: Vec<Token<'a>>,
    /// For each open list, whether it contains lists.
    lists: Vec<bool>,
}

impl<'a> Lexer<'a> {
    fn line(&mut self, line: &'a str, start: TextPosition) {
        let content = line.split('#').next().unwrap_or_default();
        if content.trim().is_empty() {
            // A comment is not an empty line.
            let is_empty = content.len() == line.len() && self.lists.is_empty();
            self.mark(is_empty.then_some(Kind::Board), &line[..0], start);
            return;
        }
        if is_drawn_line(content) {
            return;
        }
        if content.trim().len() > 2 && content.trim().bytes().all(|b| b == b'-' || b == b'=') {
            return self.mark(Some(Kind::Board), &line[..0], start);
        }
        let (mut at, mut rest) = (start, content);
        // Whether there was only a comma or a bar since the last word.
        let mut is_open_field = false;
        while let Some(first) = rest.chars().next() {
            let length = if is_separator(first) {
                first.len_utf8()
            } else {
                rest.find(is_separator).unwrap_or(rest.len())
            };
            let (text, after) = rest.split_at(length);
            match first {
                '/' => self.mark(Some(Kind::Slash), text, at),
                ';' => self.mark(Some(Kind::Row), text, at),
                ',' | '|' | '│' | '┃' | '║' => {
                    self.mark(is_open_field.then_some(Kind::Nothing), &text[..0], at);
                }
                '[' | '{' | '(' => self.open(),
                ']' | '}' | ')' => self.close(text, at),
                c if c.is_whitespace() || is_quotation_mark(c) => {}
                _ => self.word(text, at),
            }
            is_open_field = match first {
                ',' | '|' | '│' | '┃' | '║' => true,
                c if c.is_whitespace() => is_open_field,
                _ => false,
            };
            at = at.right(text.chars().count());
            rest = after;
        }
        self.mark(Some(Kind::Line), &content[content.len()..], at);
    }

    fn mark(&mut self, kind: Option<Kind>, text: &'a str, at: TextPosition) {
        self.tokens.extend(kind.map(|kind| Token { kind, text, at }));
    }

    /// Adds a word; in `3x3:1` the size is a separate word.
    fn word(&mut self, text: &'a str, at: TextPosition) {
        let (size, rest) = match text.split_once(':') {
            Some((size, rest)) if size.parse::<Size>().is_ok() => (size, rest),
            _ => (text, ""),
        };
        self.mark(Some(Kind::Word), size, at);
        if !rest.is_empty() {
            self.mark(Some(Kind::Word), rest, at.right(size.len() + 1));
        }
    }

    /// Begins a list. Its name, as in `board = [` on one line, is skipped.
    fn open(&mut self) {
        let names = |token: &Token<'_>| {
            token.kind == Kind::Word
                && !token.text.bytes().any(|b| b.is_ascii_digit())
                && (token.text.len() > 1 || token.text == "=")
        };
        while self.tokens.last().is_some_and(names) {
            self.tokens.pop();
        }
        self.lists.push(false);
    }

    /// Ends a list.
    fn close(&mut self, text: &'a str, at: TextPosition) {
        let has_lists = self.lists.pop().unwrap_or(false);
        if let Some(outer) = self.lists.last_mut() {
            *outer = true;
        }
        self.mark(Some(if has_lists { Kind::Board } else { Kind::Row }), text, at);
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || is_quotation_mark(c) || "/;,|│┃║[]{}()".contains(c)
}

fn is_quotation_mark(c: char) -> bool {
    c == '"' || c == '\''
}

/// Whether this is a line drawn between rows: dashes with crosses, or box-drawing characters.
fn is_drawn_line(line: &str) -> bool {
    let is_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_drawn = |c: char| c.is_whitespace() || "+-=|".contains(c) || is_box(c);
    let is_cross = |c: char| c == '+' || is_box(c) && !"│┃║".contains(c);
    line.chars().all(is_drawn) && line.chars().any(is_cross)
}
