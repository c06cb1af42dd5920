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

use crate::artifact::Format;
use crate::checking::{fit, tell};
use crate::{NotVerified, OnProgress, Reason};
use rayon::prelude::*;
use states::{State, States};
use std::io::BufRead;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) const FORMAT: Format =
    Format { begin: "fewest pattern database 1\n", fields: &["pattern", "states", "built-by"] };

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
) -> Result<Checked, NotVerified> {
    let mut file = FORMAT.open(file)?;
    let pattern = Pattern::read(&file.values[0]);
    let pattern = pattern.ok_or(Reason::Expected("a pattern").in_line(2))?;
    // No table has fewer words than if the blank could go everywhere.
    let least = pattern.sets() * (BYTES_OF_SET + 2 * 8 * pattern.words_a_block() as u64);
    fit(least, memory)?;
    let states = States::new(&pattern);
    fit(pattern.sets() * BYTES_OF_SET + 2 * 8 * states.words() as u64, memory)?;
    if file.values[1] != states.count().to_string() {
        return Err(Reason::States(states.count()).into());
    }
    let table = file.words(states.words())?.ok_or(Reason::Length)?;
    if !file.is_whole() {
        return Err(Reason::Digest.into());
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
) -> Result<(u64, u16), NotVerified> {
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
            return Err(Reason::Distance { state: states.shown(state), distance }.into());
        }
        compared += layer.len() as u64;
        tell(on_progress, compared, Some(states.count()))?;
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
    if is_padded { Err(Reason::Padding.into()) } else { Ok((compared, distance)) }
}

#[cfg(test)]
mod tests;
