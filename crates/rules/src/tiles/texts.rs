//! Splits a text into positions.

use super::parse::{MOST_WORDS, Options, Read, Result, position};
use super::rows::rows;
use super::words::{Kind, Token};
use super::{Instance, ParseError, Size};
use crate::text::TextPosition;
use std::ops::Range;

/// The most lines of one board: one for each word, and one for the `/` after it.
const MOST_LINES: usize = 2 * MOST_WORDS;

/// Returns all positions of a text, or what is wrong with each; at least one.
pub(super) fn positions(tokens: &[Token<'_>], options: Options) -> Vec<Result<Instance>> {
    let blocks = parts(tokens, &|kind| kind == Kind::Board);
    let blocks = blocks.into_iter().map(|range| Block { tokens: &tokens[range], options });
    let read: Vec<_> = blocks.map(|block| block.positions()).collect();
    // There may also be empty lines between the rows of one board.
    if read.iter().flatten().any(Result::is_err)
        && let Ok(whole) = position(tokens, options)
    {
        return vec![whole];
    }
    let read: Vec<_> = read.into_iter().flatten().map(Result::flatten).collect();
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
    fn position(&self, range: &Range<usize>) -> Read {
        position(&self.tokens[range.clone()], self.options)
    }

    fn positions(&self) -> Vec<Read> {
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
        if others.iter().all(|(_, read)| read.is_ok()) {
            return others.into_iter().map(|(_, read)| read).collect();
        }
        // No reading is right throughout.
        if self.are_rows(&lines) || self.are_rows(&lists) {
            return whole;
        }
        if matches!(others.first(), Some((2.., Ok(_)))) {
            return others.into_iter().map(|(_, read)| read).collect();
        }
        if lines.len() > 1 {
            if self.are_boards(&lines) {
                return each(&lines);
            }
            if self.tokens.iter().filter(|token| token.is_word()).count() > MOST_WORDS {
                return each(&lines[..1]);
            }
        }
        if self.are_boards(&lists) { each(&lists) } else { whole }
    }

    /// Whether some parts are the rows of one board, right or wrong: equally long, or one of three
    /// or more is not; as many as a board can have; and few cells are repeated.
    fn are_rows(&self, parts: &[Range<usize>]) -> bool {
        let mut read = vec![];
        for part in parts {
            match rows(&self.tokens[part.clone()]) {
                Ok(row) if row.rows.len() == 1 => read.push(row.cells()),
                _ => return false,
            }
        }
        let width = read.first().map_or(0, Vec::len);
        let odd = read.iter().filter(|row| row.len() != width).count();
        let mut cells: Vec<_> = read.iter().flatten().map(|cell| cell.text).collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        Size::new(width, parts.len()).is_some()
            && odd <= usize::from(parts.len() > 2)
            && cells.len() * 4 > count * 3
    }

    /// Whether some parts are boards, right or wrong: the first is right, or most of them are, or
    /// one is larger than 2x2. A row of a larger board may be a board of 2x2.
    fn are_boards(&self, parts: &[Range<usize>]) -> bool {
        let read: Vec<_> = parts.iter().map(|part| self.position(part).ok()).collect();
        let right = read.iter().flatten().count();
        read.first().is_some_and(Option::is_some)
            || right * 2 > read.len()
            || read.iter().flatten().flatten().any(|board| board.start.size().cells() > 4)
    }

    /// Reads boards of several lines each, joining as many lines as make one. Returns the number of
    /// lines with each.
    fn one_after_the_other(&self, lines: &[Range<usize>]) -> Vec<(usize, Read)> {
        let mut read = vec![];
        let mut rest = lines;
        while let [first, ..] = rest {
            let mut longest = None;
            let (mut different, mut repeated) = (vec![], 0);
            for (count, last) in rest.iter().enumerate().take(MOST_LINES) {
                let words = self.tokens[last.clone()].iter().filter(|token| token.is_word());
                for word in words.take(MOST_WORDS + 1) {
                    if different.contains(&word.text) {
                        repeated += 1;
                    } else {
                        different.push(word.text);
                    }
                }
                // The cells of a board are all different, but not from what is in front or behind.
                if different.len() > MOST_WORDS || repeated > MOST_WORDS - Size::MAX_CELLS {
                    break;
                }
                if let Ok(instance) = self.position(&(first.start..last.end)) {
                    longest = Some((count + 1, instance));
                }
            }
            let Some((count, instance)) = longest else {
                read.push((rest.len(), self.position(&(first.start..self.tokens.len()))));
                break;
            };
            read.push((count, Ok(instance)));
            rest = &rest[count..];
        }
        read
    }
}
