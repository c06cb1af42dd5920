//! Reads texts as words and lists in parentheses, each with its place.

use super::error::{PddlError, Result};
use crate::text::without_byte_order_mark;
use crate::{Located, TextPosition};

/// A word or a list.
#[derive(Debug, Clone)]
pub(super) enum Expression<'a> {
    Word(Word<'a>),
    List(List<'a>),
}

/// A word and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub at: TextPosition,
    pub text: &'a str,
}

/// The contents of a pair of parentheses; the place is that of the first one.
#[derive(Debug, Clone)]
pub(super) struct List<'a> {
    pub at: TextPosition,
    pub items: Vec<Expression<'a>>,
}

/// The largest depth of nested parentheses.
const DEPTH: usize = 64;
/// Longer texts are rejected before they take memory.
const MOST_MIB: usize = 4;

/// Reads the lists of a text in small letters.
///
/// # Errors
/// Parentheses that do not match, or characters that cannot be part of a name.
pub(super) fn read(text: &str) -> Result<Vec<Expression<'_>>> {
    if text.len() > MOST_MIB << 20 {
        return Err(TextPosition::START.error(PddlError::TooLong(MOST_MIB)));
    }
    let mut open = vec![List { at: TextPosition::START, items: vec![] }];
    for (i, line) in without_byte_order_mark(text).lines().enumerate() {
        let content = line.split(';').next().unwrap_or_default();
        let mut rest = content;
        while let Some(first) = rest.chars().next() {
            // What was read of this line is ASCII.
            let column = content.len() - rest.len() + 1;
            let at = TextPosition { line: i + 1, column };
            let innermost = open.len() - 1;
            let length = match first {
                '(' if open.len() > DEPTH => return Err(at.error(PddlError::TooDeep(DEPTH))),
                '(' => {
                    open.push(List { at, items: vec![] });
                    1
                }
                ')' if innermost == 0 => return Err(at.error(PddlError::Unopened)),
                ')' => {
                    let list = Expression::List(open.remove(innermost));
                    open[innermost - 1].items.push(list);
                    1
                }
                _ if first.is_ascii_whitespace() => 1,
                _ if !first.is_ascii_graphic() => {
                    return Err(at.error(PddlError::Character(first)));
                }
                _ => {
                    // A variable may follow a name without a space.
                    let is_end = |c: char| !c.is_ascii_graphic() || "()?".contains(c);
                    let length = rest[1..].find(is_end).map_or(rest.len(), |end| end + 1);
                    let word = Word { at, text: &rest[..length] };
                    open[innermost].items.push(Expression::Word(word));
                    length
                }
            };
            rest = &rest[length..];
        }
    }
    match &open[..] {
        [_, .., unclosed] => Err(unclosed.at.error(PddlError::Unclosed)),
        _ => Ok(open.swap_remove(0).items),
    }
}

impl<'a> Expression<'a> {
    pub fn at(&self) -> TextPosition {
        match self {
            Self::Word(word) => word.at,
            Self::List(list) => list.at,
        }
    }

    /// Returns the word, if it is one.
    pub fn word(&self, expected: &'static str) -> Result<Word<'a>> {
        match self {
            Self::Word(word) => Ok(*word),
            Self::List(_) => Err(self.unexpected(expected)),
        }
    }

    /// Returns the list, if it is one.
    pub fn list(&self, expected: &'static str) -> Result<&List<'a>> {
        match self {
            Self::List(list) => Ok(list),
            Self::Word(_) => Err(self.unexpected(expected)),
        }
    }

    pub fn unexpected(&self, expected: &'static str) -> Located<PddlError> {
        let found = match self {
            Self::Word(word) => format!("\"{}\"", word.text),
            Self::List(_) => "a list".to_owned(),
        };
        self.at().error(PddlError::Expected { expected, found })
    }
}

impl<'a> Word<'a> {
    /// Returns the text, if it can be the name of something.
    pub fn name(self, expected: &'static str) -> Result<&'a str> {
        if self.text.starts_with([':', '?']) || ["-", "="].contains(&self.text) {
            return Err(Expression::Word(self).unexpected(expected));
        }
        Ok(self.text)
    }

    /// Returns the error that it is declared twice.
    pub fn twice(self, what: &'static str) -> Located<PddlError> {
        self.at.error(PddlError::Twice { what, name: self.text.to_owned() })
    }

    /// Checks that there may be one more of something.
    pub fn check_room(self, what: &'static str, count: usize, most: usize) -> Result<()> {
        let error = || self.at.error(PddlError::TooMany { what, most });
        (count < most).then_some(()).ok_or_else(error)
    }
}

impl<'a> List<'a> {
    /// Returns the first word, and what follows it.
    pub fn split(&self, expected: &'static str) -> Result<(Word<'a>, &[Expression<'a>])> {
        match self.items.split_first() {
            Some((first, rest)) => Ok((first.word(expected)?, rest)),
            None => {
                let found = "nothing".to_owned();
                Err(self.at.error(PddlError::Expected { expected, found }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn lists_are_read_with_their_places() {
        let read = read("; a comment (\n(define (a ?b)) ; )").unwrap();
        let [Expression::List(define)] = &read[..] else { panic!("{read:?}") };
        assert_eq!(define.at.to_string(), "2:1");
        let [first, Expression::List(inner)] = &define.items[..] else { panic!("{define:?}") };
        assert_eq!((first.word("").unwrap().text, inner.at.to_string()), ("define", "2:9".into()));
        assert_eq!(inner.items[1].at().to_string(), "2:12");
    }

    #[test]
    fn what_does_not_match_is_told_where_it_is() {
        assert_eq!(error("(a\n (b)"), "1:1: this parenthesis is never closed");
        assert_eq!(error("(a)\n )"), "2:2: this parenthesis closes nothing");
        assert_eq!(error("(ab ü)"), "1:5: the character \"ü\" cannot appear in a PDDL name");
        assert_eq!(error(&"(".repeat(1000)), "1:65: parentheses nested more than 64 deep");
        assert_eq!(error("\u{feff} )"), "1:2: this parenthesis closes nothing");
        assert_eq!(error(&" ".repeat((4 << 20) + 1)), "1:1: a text of more than 4 MiB");
    }
}
