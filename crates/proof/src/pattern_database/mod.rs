//! Pattern databases of the (n²−1)-puzzle: the distance of every placement of some tiles.
//!
//! # What is shown
//! The checker computes all distances again, by moves of a naive model and breadth-first search,
//! and compares every bit of the table. It would not be enough to compare each entry with its
//! neighbours: entries are known only modulo 4, and an entry that is wrong by two can agree with
//! all of them.
//!
//! A table whose bits are the distances gives an admissible heuristic: a move of the puzzle is a
//! move of the pattern or none, and changes the distance by at most one. Sums of tables are
//! admissible if no two have a tile in common, since each counts only the moves of its own tiles.
//!
//! # Source
//! Felner, Korf and Hanan, *Additive pattern database heuristics*, JAIR 22 (2004); the bits: Breyer
//! and Korf, *1.6-bit pattern databases* (2010). `reference/certificates.md` of the book describes
//! the format.

mod pattern;
mod states;

pub use pattern::Pattern;

use crate::artifact::{Broken, Format};
use crate::{Checking, OnProgress};
use rayon::prelude::*;
use states::{State, States};
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const FORMAT: Format =
    Format { begin: "fewest pattern database 1\n", fields: &["pattern", "states", "built-by"] };

/// Whether a file that begins with these bytes is a pattern database, in any version.
pub fn begins(file: &[u8]) -> bool {
    FORMAT.begins(file)
}

/// What a checked table has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The tiles of its pattern.
    pub pattern: Pattern,
    /// The number of states that can be reached; the table has their distances.
    pub states: u64,
    /// The largest distance.
    pub farthest: u16,
}

/// The reason why a table is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The check takes more memory than there is.
    #[error("checking it takes {0} bytes of memory")]
    Memory(u64),
    /// The check was stopped early.
    #[error("the check was stopped")]
    Stopped,
    /// Something in the table does not hold.
    #[error("{0}")]
    Rejected(Wrong),
}

/// The error in a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A line of the header is wrong.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What was expected there.
        expected: &'static str,
    },
    /// The table does not have the size that follows from its pattern.
    #[error("the table is too long or too short for its pattern")]
    Length,
    /// The digest of the file does not match.
    #[error("the digest does not match")]
    Digest,
    /// The number of states differs from that in the header.
    #[error("the pattern has {0} states, but the header gives another number")]
    States(u64),
    /// The bit of a state is not that of its distance.
    #[error("the entry of {state} is wrong: its distance is {distance}")]
    Distance {
        /// The cells of the tiles, and one where the blank is.
        state: String,
        /// Its distance.
        distance: u16,
    },
    /// A bit that belongs to no reachable state is not 0.
    #[error("a bit that belongs to no state that can be reached is set")]
    Padding,
}

/// Roughly the memory for each set of cells.
const BYTES_OF_SET: u64 = 64;
/// The number of states expanded at once.
const CHUNK: usize = 1 << 10;

/// Checks a pattern database, and reports after each layer how many states were compared.
///
/// # Errors
/// The first thing that does not hold.
///
/// # Complexity
/// Linear in the states. Takes memory for the table, the same amount again, and two layers of
/// twelve bytes per state; the limit is checked before the table is read. Uses all cores.
pub fn check(
    file: impl BufRead,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, TableError> {
    let mut file = FORMAT.open(file)?;
    let pattern: Option<Pattern> = file.values[0].parse().ok();
    let wrong_line = |line, expected| Wrong::Line { line, expected };
    let pattern = pattern.ok_or(wrong_line(2, "a pattern"))?;
    // No table has fewer words than if the blank could go everywhere.
    let least = pattern.sets() * (BYTES_OF_SET + 2 * 8 * pattern.words_a_block() as u64);
    let fits = |bytes: u64| memory.is_none_or(|memory| bytes <= memory);
    if !fits(least) {
        return Err(TableError::Memory(least));
    }
    let states = States::new(&pattern);
    let bytes = pattern.sets() * BYTES_OF_SET + 2 * 8 * states.words() as u64;
    if !fits(bytes) {
        return Err(TableError::Memory(bytes));
    }
    if file.values[1] != states.count().to_string() {
        return Err(Wrong::States(states.count()).into());
    }
    let table = file.words(states.words())?.ok_or(Wrong::Length)?;
    if !file.is_whole() {
        return Err(Wrong::Digest.into());
    }
    let (reached, farthest) = compare(&states, &table, on_progress)?;
    Ok(Checked { states: reached, farthest, pattern })
}

/// Compares every bit with the distance of its state, layer by layer. Returns how many were
/// compared, and the largest distance.
fn compare(
    states: &States<'_>,
    table: &[u64],
    on_progress: &mut OnProgress<'_>,
) -> Result<(u64, u16), TableError> {
    let mut seen: Vec<AtomicU64> = vec![];
    seen.resize_with(table.len(), AtomicU64::default);
    let is_new = |state: &State| {
        let bit = states.bit(state);
        let (word, bit) = (&seen[bit / 64], 1 << (bit % 64));
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    };
    let mut layer = vec![states.home()];
    is_new(&layer[0]);
    let (mut compared, mut distance) = (0, 0_u16);
    loop {
        let is_wrong = |state: &&State| {
            let bit = states.bit(state);
            table[bit / 64] >> (bit % 64) & 1 != u64::from(distance >> 1 & 1)
        };
        if let Some(state) = layer.par_iter().find_first(is_wrong) {
            return Err(Wrong::Distance { state: states.shown(state), distance }.into());
        }
        compared += layer.len() as u64;
        if on_progress(Checking { done: compared, of: Some(states.count()) }).is_break() {
            return Err(TableError::Stopped);
        }
        let next: Vec<State> = layer
            .par_chunks(CHUNK)
            .flat_map_iter(|some| {
                let mut next = vec![];
                let mut visit = |moved| {
                    if is_new(&moved) {
                        next.push(moved);
                    }
                };
                some.iter().for_each(|state| states.moves(state, &mut visit));
                next
            })
            .collect();
        if next.is_empty() {
            break;
        }
        layer = next;
        distance += 1;
    }
    let beyond = |(bits, seen): (&u64, &AtomicU64)| bits & !seen.load(Relaxed) != 0;
    let is_padded = table.iter().zip(&seen).any(beyond);
    if is_padded { Err(Wrong::Padding.into()) } else { Ok((compared, distance)) }
}

impl From<Wrong> for TableError {
    fn from(wrong: Wrong) -> Self {
        Self::Rejected(wrong)
    }
}

impl From<Broken> for TableError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Unreadable(error) => Self::Unreadable(error),
            Broken::Line { line, expected } => Wrong::Line { line, expected }.into(),
        }
    }
}

#[cfg(test)]
mod tests;
