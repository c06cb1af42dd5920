//! Reads a certificate: one statement per line, words separated by single spaces.
//!
//! `book/src/reference/panex-certificate.md` describes the format.

use super::certificate::*;
use super::partial::Pattern;
use super::sequence::Sequence;
use super::table::Table;
use crate::Reason;
use dashu_int::IBig;
use fewest_rules::{Located, TextPosition};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

/// The first line of a certificate.
pub const HEADER: &str = "fewest panex certificate 1";

/// Longer numbers are not read.
const MOST_DIGITS: usize = 30;
/// The most functions that can be named for each parity, ten times what is needed: their values at
/// small sizes are kept in memory.
const MOST_FUNCTIONS: usize = 1000;

type Result<T> = std::result::Result<T, Located<Reason>>;

/// Reads a certificate in terms of a table, which is asked for with the first name from it.
pub(super) fn parse<'t>(text: &str, table: impl Fn() -> &'t Table) -> Result<Certificate> {
    let mut lines = text.split('\n').enumerate();
    if lines.next().is_none_or(|(_, line)| line != HEADER) {
        return Err(TextPosition::START.error(Reason::FirstLine(HEADER)));
    }
    if !text.ends_with('\n') {
        let end = TextPosition::of_offset(text, text.len());
        return Err(end.error(Reason::Expected("the end of the last line, a line feed")));
    }
    let mut certificate = Certificate::default();
    // The functions and rules that were named, with their places: they may be defined later.
    let mut references = References::default();
    for (i, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let words = Words { number: i + 1, text: line, at: 0 };
        statement(words, &table, &mut certificate, &mut references)?;
    }
    check(&references, &certificate, text)?;
    Ok(certificate)
}

/// A line, and a byte in it. Columns are for errors only, as they take time linear in the line.
type Place = (usize, usize);

fn position((line, byte): Place, text: &str) -> TextPosition {
    TextPosition { line, column: TextPosition::of_offset(text, byte).column }
}

/// A function or a rule that is defined somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Named {
    Function(FunctionId),
    Rule(Parity, usize),
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(id) => write!(f, "function {id}"),
            Self::Rule(parity, index) => write!(f, "{parity} rule {}", index + 1),
        }
    }
}

/// Where functions and rules are first named.
type References = HashMap<Named, Place>;

/// Checks that all that is named is there.
fn check(references: &References, certificate: &Certificate, text: &str) -> Result<()> {
    let is_unknown = |(named, _): &(&Named, &Place)| match **named {
        Named::Function(FunctionId { parity, index }) => {
            index >= certificate.functions[parity as usize].len()
        }
        Named::Rule(parity, index) => index >= certificate.rules[parity as usize].len(),
    };
    let unknown = references.iter().filter(is_unknown).min_by_key(|(_, place)| **place);
    let Some((named, &place)) = unknown else { return Ok(()) };
    let line = text.split('\n').nth(place.0 - 1).unwrap_or_default();
    Err(position(place, line).error(Reason::Unknown(named.to_string())))
}

fn statement<'t>(
    mut words: Words,
    table: &impl Fn() -> &'t Table,
    certificate: &mut Certificate,
    references: &mut References,
) -> Result<()> {
    let (line, at) = (words.number, position(words.place(), words.text));
    match words.next() {
        "function" => {
            let id = words.function()?;
            let functions = &mut certificate.functions[id.parity as usize];
            if functions.len() >= MOST_FUNCTIONS {
                return Err(at.error(Reason::Expected("no more than 1000 functions")));
            }
            if id.index != functions.len() {
                return Err(at.error(Reason::Expected("functions in the order of their names")));
            }
            let branches = [words.branch(id, references)?, words.branch(id, references)?];
            functions.push(Said { line, said: branches });
        }
        "values" => {
            let id = words.reference(Some(Parity::Odd), references)?;
            let values = (0..32).map(|_| words.value()).collect::<Result<_>>()?;
            once(&mut certificate.values, id.index, Said { line, said: values }, at)?;
        }
        kind @ ("way" | "partial" | "distance") => {
            let parity = words.parity()?;
            let pattern = words.pattern()?;
            let key = match kind {
                "way" => Key::Way(pattern, words.name(&table().ending_ids, "an ending")?),
                "partial" => {
                    Key::Partial(pattern, words.name(&table().partial_ids, "a partial state")?)
                }
                _ => Key::Distance(pattern),
            };
            let offset = words.offset(parity, references)?;
            once(&mut certificate.costs, (parity, key), Said { line, said: offset }, at)?;
        }
        "least" => {
            let first = match words.peek() {
                "same" => {
                    words.next();
                    None
                }
                _ => Some(words.reference(None, references)?),
            };
            let second = words.reference(first.map(|id| id.parity), references)?;
            let third = words.reference(Some(second.parity), references)?;
            let said = words.sequence()?;
            once(&mut certificate.least, (first, second, third), Said { line, said }, at)?;
        }
        "ends" => {
            let is_swapped = words.swap()?;
            let id = words.reference(None, references)?;
            let said = words.sequence()?;
            once(&mut certificate.ends, (id, is_swapped), Said { line, said }, at)?;
        }
        "rule" => {
            let parity = words.parity()?;
            let rules = &mut certificate.rules[parity as usize];
            if words.index()? != rules.len() {
                return Err(at.error(Reason::Expected("rules in the order of their numbers")));
            }
            let from = words.pattern()?;
            let ending = words.name(&table().ending_ids, "an ending")?;
            let (swaps, cost) = (words.swaps()?, words.sequence()?);
            let parts = words.rules(parity.other(), references)?;
            rules.push(Said { line, said: Rule { from, ending, swaps, cost, parts } });
        }
        kind @ ("exchange" | "transfer") => {
            let parity = words.parity()?;
            let goal = if kind == "exchange" { Goal::Exchange } else { Goal::Transfer };
            let moves = words.sequence()?;
            let said = Length { moves, rules: words.rules(parity, references)? };
            once(&mut certificate.lengths, (parity, goal), Said { line, said }, at)?;
        }
        _ => {
            let statements =
                "function, values, way, partial, distance, least, ends, rule, exchange or transfer";
            return Err(at.error(Reason::Expected(statements)));
        }
    }
    words.end()
}

fn once<K: std::hash::Hash + Eq, T>(
    map: &mut Statements<K, T>,
    key: K,
    said: Said<T>,
    at: TextPosition,
) -> Result<()> {
    match map.entry(key) {
        Entry::Occupied(before) => Err(at.error(Reason::SaidBefore(before.get().line))),
        Entry::Vacant(place) => {
            place.insert(said);
            Ok(())
        }
    }
}

/// The words of a line that are still unread.
struct Words<'a> {
    number: usize,
    text: &'a str,
    /// The byte at which the next word begins.
    at: usize,
}

impl<'a> Words<'a> {
    fn place(&self) -> Place {
        (self.number, self.at)
    }

    fn expected(&self, place: Place, expected: &'static str) -> Located<Reason> {
        position(place, self.text).error(Reason::Expected(expected))
    }

    /// Returns the next word; empty at the end of the line.
    fn peek(&self) -> &'a str {
        self.text[self.at..].split(' ').next().unwrap_or_default()
    }

    fn next(&mut self) -> &'a str {
        let word = self.peek();
        self.at = (self.at + word.len() + 1).min(self.text.len());
        word
    }

    fn end(self) -> Result<()> {
        if self.at == self.text.len() && !self.text.ends_with(' ') {
            return Ok(());
        }
        Err(self.expected(self.place(), "the end of the line"))
    }

    /// Returns the next word as understood by `read`.
    fn read<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T> {
        let place = self.place();
        read(self.next()).ok_or_else(|| self.expected(place, expected))
    }

    /// Returns the one of some that is written like this.
    fn one_of<T: Copy + ToString>(&mut self, expected: &'static str, all: &[T]) -> Result<T> {
        self.read(expected, |word| all.iter().copied().find(|one| one.to_string() == word))
    }

    fn parity(&mut self) -> Result<Parity> {
        self.one_of("odd or even", &Parity::ALL)
    }

    fn pattern(&mut self) -> Result<Pattern> {
        self.one_of("a pattern, U0 to U4", &Pattern::ALL)
    }

    fn name<I: Copy>(&mut self, names: &HashMap<String, I>, expected: &'static str) -> Result<I> {
        self.read(expected, |word| names.get(word).copied())
    }

    /// Reads a number from 1 as an index.
    fn index(&mut self) -> Result<usize> {
        self.read("a number from 1", index)
    }

    fn function(&mut self) -> Result<FunctionId> {
        self.read("a function like o1 or e1", |word| {
            let odd = word.strip_prefix('o').map(|number| (Parity::Odd, number));
            let (parity, number) = odd.or_else(|| Some((Parity::Even, word.strip_prefix('e')?)))?;
            Some(FunctionId { parity, index: index(number)? })
        })
    }

    /// Reads a function that is defined somewhere.
    fn reference(
        &mut self,
        parity: Option<Parity>,
        references: &mut References,
    ) -> Result<FunctionId> {
        let place = self.place();
        let id = self.function()?;
        if parity.is_some_and(|parity| parity != id.parity) {
            return Err(self.expected(place, "a function of the right parity"));
        }
        references.entry(Named::Function(id)).or_insert(place);
        Ok(id)
    }

    fn offset(&mut self, parity: Parity, references: &mut References) -> Result<Offset> {
        let function = self.reference(Some(parity), references)?;
        Ok(Offset { function, offset: self.sequence()? })
    }

    fn branch(&mut self, of: FunctionId, references: &mut References) -> Result<Option<Offset>> {
        if self.peek() == "-" {
            self.next();
            return Ok(None);
        }
        self.offset(of.parity.other(), references).map(Some)
    }

    fn rules(&mut self, parity: Parity, references: &mut References) -> Result<Vec<usize>> {
        let mut rules = Vec::new();
        while self.at < self.text.len() {
            let place = self.place();
            let rule = self.index()?;
            references.entry(Named::Rule(parity, rule)).or_insert(place);
            rules.push(rule);
        }
        Ok(rules)
    }

    /// Reads a value, or `-` for none.
    fn value(&mut self) -> Result<Option<i64>> {
        self.read("a value below a million, or - for none", |word| match word {
            "-" => Some(None),
            // Neither a sign nor a leading zero.
            _ if word.len() <= 6 => word
                .parse()
                .ok()
                .filter(|value: &u32| value.to_string() == word)
                .map(|value| Some(value.into())),
            _ => None,
        })
    }

    fn swap(&mut self) -> Result<bool> {
        self.one_of("0 or 1", &[0, 1]).map(|digit| digit == 1)
    }

    fn swaps(&mut self) -> Result<Swaps> {
        self.read("swaps like 01*0: at most two, beginning with the other, on each side of the repeated one", |word| {
            let (first, last) = word.split_once('*')?;
            let swaps = |text: &str| {
                text.bytes()
                    .map(|byte| matches!(byte, b'0' | b'1').then_some(byte == b'1'))
                    .collect::<Option<Vec<_>>>()
            };
            let (mut before, after) = (swaps(first)?, swaps(last)?);
            let repeated = before.pop()?;
            let is_short = before.len().max(after.len()) <= MOST_SWAPS_AT_AN_END;
            // Otherwise the same swaps could be written in several ways.
            let is_apart = before.last() != Some(&repeated) && after.first() != Some(&repeated);
            (is_short && is_apart).then_some(Swaps { before, repeated, after })
        })
    }

    fn sequence(&mut self) -> Result<Sequence> {
        let mut sequence = Sequence::zero();
        for doubled in &mut sequence.doubled {
            *doubled =
                self.read("a coefficient like -8 or 7/2, of at most 30 digits", coefficient)?;
        }
        Ok(sequence)
    }
}

fn index(word: &str) -> Option<usize> {
    let is_canonical = !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse::<usize>().ok().filter(|_| is_canonical)?.checked_sub(1)
}

/// Returns twice a number that is whole or followed by `/2`, in its only notation.
fn coefficient(word: &str) -> Option<IBig> {
    let (number, is_halves) = match word.strip_suffix("/2") {
        Some(number) => (number, true),
        None => (word, false),
    };
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_canonical = (1..=MOST_DIGITS).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (!digits.starts_with('0') || number == "0");
    if !is_canonical {
        return None;
    }
    let number: IBig = number.parse().ok()?;
    let is_odd = digits.ends_with(['1', '3', '5', '7', '9']);
    match (is_halves, is_odd) {
        (true, true) => Some(number),
        (true, false) => None,
        (false, _) => Some(number * IBig::from(2)),
    }
}

#[cfg(test)]
pub(super) mod tests;
