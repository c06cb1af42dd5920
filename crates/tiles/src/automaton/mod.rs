//! Move pruning by automata.
//!
//! A [`Rule`] forbids a path of the blank in favour of another that leads to the same position. An
//! [`Automaton`] recognises all forbidden paths at once, at the cost of reading one table entry per
//! move.

mod by_length;
mod find;
mod path;
mod published;
mod store;
mod strings;

pub use by_length::ByLength;
pub use find::find;
pub use path::Path;
pub use published::published_strings;
pub use store::{Described, RuleStore};
pub use strings::{StringError, rules_for_strings, strings_from_text, strings_to_text};

use fewest_rules::tiles::{Cell, Direction, Size};
use fewest_search::Stop;
use fewest_search::outcome::{Halt, unlimited};
use fewest_search::platform::huge_pages;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// A forbidden path and its replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The forbidden path.
    pub forbidden: Path,
    /// The replacement, which leads to the same position and fits wherever the forbidden path does.
    pub instead: Path,
}

/// All rules whose forbidden paths have up to some number of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// The length of the longest paths that were compared.
    pub longest: usize,
    /// Sorted by forbidden path.
    pub rules: Vec<Rule>,
}

/// Prunes moves of the blank, given the moves before.
///
/// # Sound because
/// of all paths to a position that fit on the board, the first one by length, and then by
/// alphabet, is never pruned: see [`Automaton::new`].
///
/// # Not sound with
/// duplicate detection: a position that is dropped as a duplicate may have been met before in a
/// state that forbids more (Burch and Holte, *Automatic move pruning revisited*, 2012).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The next state, by the number of the state and the direction.
    next: Vec<[u32; 4]>,
}

/// The low bits of a state: one for each direction, set where it is forbidden. The number of the
/// state is above them.
const FLAGS: u32 = 4;

/// Checks now and then whether the search has to stop.
fn check(halt: &Halt<'_>, number: usize) -> Result<(), Stop> {
    const EVERY: usize = 1 << 16;
    if number.is_multiple_of(EVERY) { halt.check().map(|_| ()) } else { Ok(()) }
}

impl Rules {
    /// Keeps only the rules that forbid paths of up to `longest` moves.
    #[must_use]
    pub fn up_to(mut self, longest: usize) -> Self {
        // Shorter rules come first.
        self.rules.truncate(self.rules.partition_point(|rule| rule.forbidden.len() <= longest));
        self.longest = self.longest.min(longest);
        self
    }
}

impl Automaton {
    /// The state before any move.
    pub const START: u32 = 0;
    /// Instead of a state: the move is forbidden.
    pub const FORBIDDEN: u32 = u32::MAX;

    /// Creates the automaton that forbids the paths of some rules wherever they occur in a longer
    /// path.
    ///
    /// Its states are the proper prefixes of forbidden paths: the state of a path is the longest of
    /// them with which the path ends.
    ///
    /// # Sound because
    /// a replacement comes before the forbidden path in the order by length and then by alphabet,
    /// and this does not depend on the moves before and after it. So the first of all paths
    /// between two positions contains no forbidden path: with the replacement, which fits on the
    /// board wherever the forbidden path does, it would come earlier.
    ///
    /// # Panics
    /// If a rule forbids a single move, which no rule that holds does, or there are 2^28 states or
    /// more.
    ///
    /// # Source
    /// Aho and Corasick, *Efficient string matching* (1975). The order: Burch and Holte,
    /// *Automatic move pruning in general single-player games* (2011).
    pub fn new(rules: &[Rule]) -> Self {
        Self::of_strings(rules.iter().map(|rule| rule.forbidden))
    }

    /// Creates the automaton that forbids some strings, regardless of replacements.
    ///
    /// # Not sound with
    /// A search, unless they are those of rules: see [`Automaton::new`].
    ///
    /// # Panics
    /// As [`Automaton::new`].
    pub fn of_strings(strings: impl IntoIterator<Item = Path>) -> Self {
        let built = unlimited(|monitor| Self::watched(strings, &monitor.halt()));
        built.expect("nothing halts it")
    }

    /// [`Automaton::of_strings`], unless the search has to stop.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn watched(
        strings: impl IntoIterator<Item = Path>,
        halt: &Halt<'_>,
    ) -> Result<Self, Stop> {
        const NONE: u32 = u32::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for (number, forbidden) in strings.into_iter().enumerate() {
            check(halt, number)?;
            let mut state = Self::START;
            let mut moves = forbidden.moves().peekable();
            while let Some(step) = moves.next() {
                let entry = next[state as usize][step.index()];
                let after = match (moves.peek(), entry) {
                    (_, Self::FORBIDDEN) | (None, _) => Self::FORBIDDEN,
                    (Some(_), NONE) => {
                        next.push([NONE; 4]);
                        next.len() as u32 - 1
                    }
                    (Some(_), known) => known,
                };
                next[state as usize][step.index()] = after;
                if after == Self::FORBIDDEN {
                    break;
                }
                state = after;
            }
        }
        // Breadth-first, for each prefix its longest proper suffix that is a prefix as well.
        let mut end = vec![Self::START; next.len()];
        let mut open = std::collections::VecDeque::from([Self::START]);
        while let Some(state) = open.pop_front() {
            check(halt, state as usize)?;
            for step in Direction::ALL.map(Direction::index) {
                let after = next[state as usize][step];
                let shorter = match state {
                    Self::START => Self::START,
                    _ => next[end[state as usize] as usize][step],
                };
                match after {
                    Self::FORBIDDEN => {}
                    // The forbidden path of a shorter rule ends here.
                    _ if shorter == Self::FORBIDDEN => {
                        next[state as usize][step] = Self::FORBIDDEN;
                    }
                    NONE => next[state as usize][step] = shorter,
                    known => {
                        end[known as usize] = shorter;
                        open.push_back(known);
                    }
                }
            }
        }
        drop(end);
        let forbidden = |row: &[u32; 4]| {
            let flags = row.iter().rev().map(|&after| u32::from(after == Self::FORBIDDEN));
            flags.fold(0, |flags, flag| flags << 1 | flag)
        };
        let flags: Vec<u32> = next.iter().map(forbidden).collect();
        assert_eq!(flags[Self::START as usize], 0, "no other path leads where one move does");
        assert!(flags.len() < 1 << (u32::BITS - FLAGS), "states are numbered above their flags");
        for after in next.iter_mut().flatten().filter(|after| **after != Self::FORBIDDEN) {
            *after = *after << FLAGS | flags[*after as usize];
        }
        Ok(Self { next })
    }

    /// Creates the automaton that forbids only undoing the last move.
    pub fn no_way_back() -> Self {
        let back = |step: Direction| Rule {
            forbidden: Path::default().then(step).then(step.opposite()),
            instead: Path::default(),
        };
        Self::new(&Direction::ALL.map(back))
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// Returns its size in memory.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(&self) -> usize {
        self.next.len() * size_of::<[u32; 4]>()
    }

    /// Returns a digest of all transitions.
    pub fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for after in self.next.iter().flatten() {
            hasher.update(&after.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Returns the directions that are forbidden in a state, one bit for each.
    #[inline(always)]
    pub fn forbidden(state: u32) -> u32 {
        state & ((1 << FLAGS) - 1)
    }

    /// Returns the next states by direction, or [`Automaton::FORBIDDEN`].
    #[inline(always)]
    pub fn row(&self, state: u32) -> [u32; 4] {
        self.next[(state >> FLAGS) as usize]
    }

    /// Prefetches the row of a state.
    #[inline(always)]
    pub fn prefetch(&self, state: u32) {
        huge_pages::prefetch(&self.next, (state >> FLAGS) as usize);
    }

    /// Returns the next state, or [`Automaton::FORBIDDEN`].
    #[inline(always)]
    pub fn next(&self, state: u32, direction: usize) -> u32 {
        self.row(state)[direction & 3]
    }

    /// Returns the branching factor on a board: the growth of the number of allowed paths with each
    /// of the last two of `length` moves.
    ///
    /// # Source
    /// Taylor and Korf (1993), who also use lengths of both parities.
    pub fn growth(&self, size: Size, start: Cell, length: usize) -> [f64; 2] {
        let paths = self.paths(size, start, length);
        let paths: Vec<f64> = paths.iter().map(|by_cell| by_cell.iter().sum()).collect();
        [1, 0].map(|back| paths[length - back] / paths[length - back - 1])
    }

    /// Returns the numbers of allowed paths from a cell, by their length and the cell where they
    /// end: exact up to 2^53.
    pub fn paths(&self, size: Size, start: Cell, length: usize) -> Vec<Vec<f64>> {
        let mut paths = vec![vec![0.0; size.cells()]; length + 1];
        // Paths that end in the same cell and state are counted together.
        let mut layer: Layer = [((start, Self::START), 1.0)].into_iter().collect();
        let merged = length.saturating_sub(FOLLOWED);
        for paths in &mut paths[..merged] {
            let mut after = Layer::default();
            for (&(cell, state), &count) in &layer {
                paths[cell.index()] += count;
                for next in self.moves(size, cell, state) {
                    *after.entry(next).or_default() += count;
                }
            }
            layer = after;
        }
        for ((cell, state), count) in layer {
            self.follow(size, cell, state, count, &mut paths[merged..]);
        }
        paths
    }

    /// Counts `count` paths that end in one cell and state, and all that continue them.
    fn follow(&self, size: Size, cell: Cell, state: u32, count: f64, paths: &mut [Vec<f64>]) {
        let Some((paths, longer)) = paths.split_first_mut() else { return };
        paths[cell.index()] += count;
        for (cell, state) in self.moves(size, cell, state) {
            self.follow(size, cell, state, count, longer);
        }
    }

    /// The cells that the blank may go to from a cell, with the next states.
    fn moves(&self, size: Size, cell: Cell, state: u32) -> impl Iterator<Item = (Cell, u32)> {
        let row = self.row(state);
        Direction::ALL.into_iter().filter_map(move |step| {
            let next = row[step.index()];
            let beside = size.neighbour(cell, step).filter(|_| next != Self::FORBIDDEN);
            Some((beside?, next))
        })
    }
}

/// The number of paths by the cell and state that they end in.
type Layer = HashMap<(Cell, u32), f64, FixedState>;

/// The last moves are followed path by path: a large automaton distinguishes nearly all paths, too
/// many for a list.
const FOLLOWED: usize = 5;
