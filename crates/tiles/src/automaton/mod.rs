//! Move pruning by automata.
//!
//! A [`Rule`] forbids a path of the blank in favour of another that leads to the same position;
//! an [`Automaton`] recognises all forbidden paths at once, at the cost of one look at a table a
//! move.

mod find;
mod path;
mod store;

pub use find::find;
pub use path::Path;
pub use store::RuleStore;

use fewest_rules::tiles::{Cell, Direction, Size};
use fewest_search::platform::huge_pages;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// A path that is not worth taking, and one to take instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The path.
    pub forbidden: Path,
    /// One that leads to the same position and fits wherever the forbidden one does.
    pub instead: Path,
}

/// All rules of up to some number of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// The longest paths that were compared.
    pub longest: usize,
    /// In order of the forbidden paths.
    pub rules: Vec<Rule>,
}

/// Says which moves of the blank are not worth making after those before.
///
/// # Sound because
/// of each set of paths to a position the first by length, and among equals by alphabet, that
/// there is room for is never forbidden: see the documentation of [`Automaton::new`].
///
/// # Not sound with
/// duplicate detection: a position that is dropped because it was met before may have been met
/// in a state that forbids more (Burch and Holte, *Automatic move pruning revisited*, 2012).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// By the number of a state and direction, the state after.
    next: Vec<[u32; 4]>,
}

/// Bits of a state below its number: a one for each direction that is forbidden there.
const WAYS: u32 = 4;

impl Automaton {
    /// The state before any move.
    pub const START: u32 = 0;
    /// No state: the move is not worth making.
    pub const FORBIDDEN: u32 = u32::MAX;

    /// The automaton that forbids every path of some rules, wherever on a way it occurs.
    ///
    /// Its states are the beginnings of forbidden paths: the longest of them that the way ends
    /// in. Forbidden paths themselves take none.
    ///
    /// # Sound because
    /// a path that replaces a forbidden one comes before it in an order, by length and then by
    /// alphabet, that what stands before and after the two on a way does not change. So the first
    /// of all shortest ways between two positions contains no forbidden path: with its
    /// replacement the way would come earlier, and there is room for it on the board.
    ///
    /// # Panics
    /// If a rule forbids a single move, which no rule that holds does, or there are 2^28 states.
    ///
    /// # Source
    /// Aho and Corasick, *Efficient string matching* (1975). The order: Burch and Holte,
    /// *Automatic move pruning in general single-player games* (2011).
    pub fn new(rules: &[Rule]) -> Self {
        const NONE: u32 = u32::MAX - 1;
        let mut next = vec![[NONE; 4]];
        for rule in rules {
            let mut state = Self::START;
            let mut moves = rule.forbidden.moves().peekable();
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
        // Shorter ones first; the longest end of each that is a beginning, too.
        let mut end = vec![Self::START; next.len()];
        let mut open = std::collections::VecDeque::from([Self::START]);
        while let Some(state) = open.pop_front() {
            for step in Direction::ALL.map(Direction::index) {
                let after = next[state as usize][step];
                let shorter = match state {
                    Self::START => Self::START,
                    _ => next[end[state as usize] as usize][step],
                };
                match after {
                    Self::FORBIDDEN => {}
                    // A shorter rule applies.
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
        let forbidden = |row: &[u32; 4]| {
            let ways = row.iter().rev().map(|&after| u32::from(after == Self::FORBIDDEN));
            ways.fold(0, |ways, way| ways << 1 | way)
        };
        let ways: Vec<u32> = next.iter().map(forbidden).collect();
        assert_eq!(ways[Self::START as usize], 0, "no other path leads where one move does");
        assert!(ways.len() < 1 << (u32::BITS - WAYS), "states are numbered above their ways");
        for after in next.iter_mut().flatten().filter(|after| **after != Self::FORBIDDEN) {
            *after = *after << WAYS | ways[*after as usize];
        }
        Self { next }
    }

    /// Forbids to take back the last move, and nothing else.
    pub fn no_way_back() -> Self {
        let back = |step: Direction| Rule {
            forbidden: Path::default().then(step).then(step.opposite()),
            instead: Path::default(),
        };
        Self::new(&Direction::ALL.map(back))
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.next.len() * size_of::<[u32; 4]>()
    }

    /// A digest of all transitions.
    pub fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for after in self.next.iter().flatten() {
            hasher.update(&after.to_le_bytes());
        }
        hasher.finalize()
    }

    /// The directions that are forbidden in a state, a one for each.
    #[inline(always)]
    pub fn forbidden(state: u32) -> u32 {
        state & ((1 << WAYS) - 1)
    }

    /// The states after the moves of the blank, by direction, or [`Automaton::FORBIDDEN`].
    #[inline(always)]
    pub fn row(&self, state: u32) -> [u32; 4] {
        self.next[(state >> WAYS) as usize]
    }

    /// The row of a state is looked at soon.
    #[inline(always)]
    pub fn prefetch(&self, state: u32) {
        huge_pages::prefetch(&self.next, (state >> WAYS) as usize);
    }

    /// The state after a move of the blank, or [`Automaton::FORBIDDEN`].
    #[inline(always)]
    pub fn next(&self, state: u32, direction: usize) -> u32 {
        self.row(state)[direction & 3]
    }

    /// How many times as many ways there are for each further move on a board: for each of the
    /// last two of `length` moves.
    ///
    /// # Source
    /// As Taylor and Korf (1993) measure branching: from lengths of both parities.
    pub fn growth(&self, size: Size, start: Cell, length: usize) -> [f64; 2] {
        let ways: Vec<f64> =
            self.ways(size, start, length).iter().map(|by_cell| by_cell.iter().sum()).collect();
        [1, 0].map(|back| ways[length - back] / ways[length - back - 1])
    }

    /// The number of ways from a cell that the automaton allows, by the number of moves and the
    /// cell where they end: exact up to 2^53.
    pub fn ways(&self, size: Size, start: Cell, length: usize) -> Vec<Vec<f64>> {
        let mut ways = vec![vec![0.0; size.cells()]; length + 1];
        // Ways that nothing distinguishes from now on are counted together.
        let mut layer: Layer = [((start, Self::START), 1.0)].into_iter().collect();
        let merged = length.saturating_sub(FOLLOWED);
        for ways in &mut ways[..merged] {
            let mut after = Layer::default();
            for (&(cell, state), &count) in &layer {
                ways[cell.index()] += count;
                for next in self.moves(size, cell, state) {
                    *after.entry(next).or_default() += count;
                }
            }
            layer = after;
        }
        for ((cell, state), count) in layer {
            self.follow(size, cell, state, count, &mut ways[merged..]);
        }
        ways
    }

    /// Adds some ways that are in one state, and all that continue them.
    fn follow(&self, size: Size, cell: Cell, state: u32, count: f64, ways: &mut [Vec<f64>]) {
        let Some((ways, further)) = ways.split_first_mut() else { return };
        ways[cell.index()] += count;
        for (cell, state) in self.moves(size, cell, state) {
            self.follow(size, cell, state, count, further);
        }
    }

    /// The cells beside one where the blank may go, with the states after.
    fn moves(&self, size: Size, cell: Cell, state: u32) -> impl Iterator<Item = (Cell, u32)> {
        let row = self.row(state);
        Direction::ALL.into_iter().filter_map(move |step| {
            let next = row[step.index()];
            let beside = size.neighbour(cell, step).filter(|_| next != Self::FORBIDDEN);
            Some((beside?, next))
        })
    }
}

/// Ways by the cell and state that they lead to.
type Layer = HashMap<(Cell, u32), f64, FixedState>;

/// The last moves of ways are followed one by one: a large automaton distinguishes nearly all
/// ways, and there is no memory for a list of them.
const FOLLOWED: usize = 5;
