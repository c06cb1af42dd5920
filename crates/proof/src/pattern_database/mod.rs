//! Pattern databases of the (n²−1)-puzzle: the distance of every placement of some tiles.
//!
//! # What is shown
//! The checker finds all distances again, by moves of a naive model and breadth-first search, and
//! compares every bit of the table. Looking at each entry beside its neighbours would not do: what
//! is stored is known modulo 4 only, and an entry that is wrong by two can agree with all of them.
//!
//! A table whose bits are the distances gives an admissible heuristic: a move of the puzzle is a move
//! of the pattern or none, and it changes the distance by one at most. Sums of tables are admissible
//! if no two have a tile in common, since each counts the moves of its own tiles alone.
//!
//! # Source
//! Felner, Korf and Hanan, *Additive pattern database heuristics*, JAIR 22 (2004); the bits: Breyer
//! and Korf, *1.6-bit pattern databases* (2010). `reference/certificates.md` of the book has the
//! format.

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

/// Whether a file that begins so is a pattern database, of any version.
pub fn begins(file: &[u8]) -> bool {
    FORMAT.begins(file)
}

/// What a table shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The tiles that it is about.
    pub pattern: Pattern,
    /// The states that can be reached: the table has their distances.
    pub states: u64,
    /// The largest distance.
    pub farthest: u16,
}

/// Why a table is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// Checking it takes more memory than there is.
    #[error("checking it takes {0} bytes of memory")]
    Memory(u64),
    /// It was ended before.
    #[error("the check was stopped")]
    Stopped,
    /// Something in it does not hold.
    #[error("{0}")]
    Rejected(Wrong),
}

/// What does not hold in a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A line of the header is not what it must be.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What was expected there.
        expected: &'static str,
    },
    /// The table has not the size that its pattern makes.
    #[error("the table is too long or too short for its pattern")]
    Length,
    /// The digest of the file is another one.
    #[error("the digest is another one")]
    Digest,
    /// The header says that there are more or fewer states.
    #[error("there are {0} states")]
    States(u64),
    /// The bit of a state is not that of its distance.
    #[error("the entry of {state} is wrong: its distance is {distance}")]
    Distance {
        /// The cells of the tiles, and one where the blank is.
        state: String,
        /// Its distance.
        distance: u16,
    },
    /// A bit that belongs to no state that can be reached is not 0.
    #[error("a bit that belongs to no state that can be reached is set")]
    Padding,
}

/// What is kept of each set of cells, about.
const BYTES_OF_SET: u64 = 64;
/// States expanded at once.
const CHUNK: usize = 1 << 10;

/// Checks a pattern database, and tells after each layer how many states were compared.
///
/// # Errors
/// The first thing that does not hold.
///
/// # Complexity
/// Linear in the states. Memory for the table, as much again, and two layers of twelve bytes a state;
/// it is asked for before the table is read. All cores work.
pub fn check(
    file: impl BufRead,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, TableError> {
    let mut file = FORMAT.open(file)?;
    let pattern: Option<Pattern> = file.values[0].parse().ok();
    let wrong_line = |line, expected| Wrong::Line { line, expected };
    let pattern = pattern.ok_or(wrong_line(2, "a pattern"))?;
    // No table has fewer words: as if the blank could go everywhere.
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

/// Compares every bit with the distance of its state, layer by layer. How many were compared, and
/// the largest distance.
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
