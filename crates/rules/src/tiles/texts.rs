//! Splits a text into positions.

use super::parse::{MOST_WORDS, Options, Result, position};
use super::words::{Kind, Token};
use super::{Instance, ParseError};
use crate::text::TextPosition;
use std::ops::Range;

/// Returns all positions of a text, or what is wrong with each; at least one.
pub(super) fn positions(tokens: &[Token<'_>], options: Options) -> Vec<Result<Instance>> {
    let blocks = parts(tokens, &|kind| kind == Kind::Board);
    let blocks = blocks.into_iter().map(|range| Block { tokens: &tokens[range], options });
    let read: Vec<_> = blocks.map(|block| block.positions()).collect();
    // There may also be empty lines between the rows of one board.
    if read.len() > 1
        && read.iter().flatten().any(Result::is_err)
        && let Ok(whole) = position(tokens, options)
    {
        return vec![Ok(whole)];
    }
    let read: Vec<_> = read.into_iter().flatten().collect();
    if read.is_empty() { vec![Err(TextPosition::START.error(ParseError::Empty))] } else { read }
}

/// Splits tokens at ends, and drops parts without a word.
fn parts(tokens: &[Token<'_>], is_end: &dyn Fn(Kind) -> bool) -> Vec<Range<usize>> {
    let ends = tokens.iter().enumerate().filter(|(_, token)| is_end(token.kind));
    let ends = ends.map(|(at, _)| at).chain([tokens.len()]);
    let mut from = 0;
    let parts = ends.map(|end| std::mem::replace(&mut from, end + 1)..end);
    let holds = |token: &Token<'_>| token.is_word() || token.kind == Kind::Slash;
    parts.filter(|part| tokens[part.clone()].iter().any(holds)).collect()
}

/// The text between two empty lines: one position, one per line, one per list, or several in
/// succession, each over several lines.
struct Block<'t, 'a> {
    tokens: &'t [Token<'a>],
    options: Options,
}

impl Block<'_, '_> {
    fn position(&self, range: &Range<usize>) -> Result<Instance> {
        position(&self.tokens[range.clone()], self.options)
    }

    fn words(&self, range: Range<usize>) -> usize {
        self.tokens[range].iter().filter(|token| token.is_word()).count()
    }

    fn positions(&self) -> Vec<Result<Instance>> {
        let lines = parts(self.tokens, &|kind| kind == Kind::Line);
        let lists = parts(self.tokens, &|kind| kind == Kind::Row);
        let each = |parts: &[Range<usize>]| parts.iter().map(|part| self.position(part)).collect();
        // Two lines that are boards cannot be rows of one board.
        let is_list = |parts: &[Range<usize>]| match parts {
            [first, second, ..] => self.position(first).is_ok() && self.position(second).is_ok(),
            _ => false,
        };
        if let Some(list) = [&lines, &lists].into_iter().find(|parts| is_list(parts)) {
            return each(list);
        }
        let whole = match self.position(&(0..self.tokens.len())) {
            Ok(whole) => return vec![Ok(whole)],
            Err(error) => vec![Err(error)],
        };
        let others = self.one_after_the_other(&lines);
        if others.iter().all(Result::is_ok) {
            return others;
        }
        // No reading is right throughout: a correct beginning was intended, and so was more than
        // fits on one board. The lines of a square are one board.
        let words = self.words(0..self.tokens.len());
        let is_square = lines.len() * lines.len() == words;
        let begins_right =
            |part: Option<&Range<usize>>| part.is_some_and(|part| self.position(part).is_ok());
        match &lines[..] {
            [first, second, ..] if !is_square => {
                if begins_right(Some(first)) || words > MOST_WORDS && begins_right(Some(second)) {
                    return each(&lines);
                }
                if words > MOST_WORDS {
                    return vec![self.position(first)];
                }
            }
            _ => {}
        }
        if lists.len() > 1 && begins_right(lists.first()) {
            return each(&lists);
        }
        if others.first().is_some_and(Result::is_ok) { others } else { whole }
    }

    /// Reads boards of several lines each, joining as many lines as make one.
    fn one_after_the_other(&self, lines: &[Range<usize>]) -> Vec<Result<Instance>> {
        let mut read = vec![];
        let mut rest = lines;
        while let [first, ..] = rest {
            let mut longest = None;
            for (count, last) in rest.iter().enumerate() {
                if self.words(first.start..last.end) > MOST_WORDS {
                    break;
                }
                if let Ok(instance) = self.position(&(first.start..last.end)) {
                    longest = Some((count + 1, instance));
                }
            }
            let Some((count, instance)) = longest else {
                read.push(self.position(&(first.start..self.tokens.len())));
                break;
            };
            read.push(Ok(instance));
            rest = &rest[count..];
        }
        read
    }
}
