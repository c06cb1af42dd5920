//! The effect of the strings up to each length.

use super::{Automaton, Path};
use fewest_rules::tiles::{Cell, Size};

/// The automaton of the strings of up to some number of moves, in figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ByLength {
    /// The largest number of moves.
    pub longest: usize,
    /// The number of strings.
    pub strings: usize,
    /// The number of states of their automaton.
    pub states: usize,
    /// The branching factors of both parities: the growth of the number of paths from a corner with
    /// the 24th and the 25th move.
    pub growth: [f64; 2],
}

/// The move whose growth is published, with the previous one.
const MOVES: usize = 25;

impl ByLength {
    /// Returns a row for each length that strings have; the strings must be sorted.
    ///
    /// # Complexity
    /// An automaton for each row.
    ///
    /// # Source
    /// Taylor and Korf, *Pruning duplicate nodes in depth-first search* (1993).
    pub fn rows(size: Size, strings: &[Path]) -> impl Iterator<Item = Self> {
        let lengths = strings.chunk_by(|a, b| a.len() == b.len());
        let counts = lengths.scan(0, |strings, of_one_length| {
            *strings += of_one_length.len();
            Some((of_one_length[0].len(), *strings))
        });
        counts.map(move |(longest, count)| {
            let automaton = Automaton::of_strings(strings[..count].iter().copied());
            let growth = automaton.growth(size, Cell(0), MOVES);
            Self { longest, strings: count, states: automaton.states(), growth }
        })
    }

    /// Returns the branching factor: the geometric mean of both parities.
    pub fn branching_factor(&self) -> f64 {
        let [even, odd] = self.growth;
        (even * odd).sqrt()
    }
}
