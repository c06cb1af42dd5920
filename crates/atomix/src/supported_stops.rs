//! The price of unsupported stops: a test that refutes many states which the distances admit.

use crate::cell_set::CellSet;
use crate::near::Near;
use crate::overspending::Test;
use crate::packing::Piece;
use crate::routes::{Lines, Stops};
use crate::{Board, Cell, Distances};
use arrayvec::ArrayVec;
use fewest_search::Direction;

/// Shows that some states need more moves than their distances say, since a slide ends only at a
/// wall or at another atom.
///
/// # Sound because
/// [`Test`] refutes every way to share out what a plan within the budget may spend, and the rounds
/// in which it does so keep, for every atom, all cells where it rests in such a plan;
/// `docs/atomix-heuristics.md` has the proof.
///
/// Monotone: what is refuted with a slack is refuted with every smaller one.
#[derive(Debug, Clone)]
pub struct SupportedStops<const W: usize> {
    pub(crate) lines: Lines<W>,
    near: Near<W>,
    direction: Direction,
}

/// The test in as few words as the cells of the board need.
#[derive(Debug)]
pub enum SomeStops {
    /// Up to 64 cells.
    One(SupportedStops<1>),
    /// Up to 128.
    Two(SupportedStops<2>),
    /// All boards.
    Four(SupportedStops<4>),
}

impl SomeStops {
    /// The test for a board; states are searched in `direction`.
    pub fn new(board: &Board, distances: &Distances, direction: Direction) -> Self {
        match board.len() {
            ..=64 => Self::One(SupportedStops::new(board, distances, direction)),
            65..=128 => Self::Two(SupportedStops::new(board, distances, direction)),
            _ => Self::Four(SupportedStops::new(board, distances, direction)),
        }
    }

    /// Whether no plan exceeds what is counted by `slack` or less.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`](crate::overspending::LEVELS) or more.
    pub fn refutes(&self, counted: &Counted<'_>, slack: usize) -> bool {
        match self {
            Self::One(stops) => Test::refutes(stops, counted, slack),
            Self::Two(stops) => Test::refutes(stops, counted, slack),
            Self::Four(stops) => Test::refutes(stops, counted, slack),
        }
    }
}

/// What the bound counts for one state and target.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'a> {
    /// How many atoms there are.
    pub atoms: usize,
    /// Those of each atom together, in order of atoms, all whose reduced distance is within
    /// reach. The bound has the sum of what they count for any assignment.
    pub ways: &'a [Way],
    /// Sets of atoms. The bound has their weights, too.
    pub packed: &'a [Piece],
}

/// One atom of a state and one place of the target that it may belong to.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The number of the atom.
    pub atom: u8,
    /// Where it is.
    pub at: Cell,
    /// The place.
    pub place: Cell,
    /// What the bound counts for the two: the sum of their potentials in the assignment.
    pub counted: i32,
    /// How much their distance is above that.
    pub reduced: u32,
}

/// Ways looked at in one state; where equal atoms have more, nothing is shown.
pub const WAYS: usize = 256;

/// The ways of all atoms, those of each atom together, in order of atoms.
pub type Ways = ArrayVec<Way, WAYS>;

impl<const W: usize> SupportedStops<W> {
    /// The test for a board; states are searched in `direction`.
    pub fn new(board: &Board, distances: &Distances, direction: Direction) -> Self {
        Self { lines: Lines::new(board, distances), near: Near::new(board), direction }
    }

    /// The ends of the routes of a way, from the first to the last slide.
    #[inline]
    pub(crate) fn ends(&self, way: &Way) -> [Cell; 2] {
        match self.direction {
            Direction::Forward => [way.at, way.place],
            Direction::Backward => [way.place, way.at],
        }
    }

    /// Where the atom of a way may rest if it makes at most `limit` generalized moves, `more` than
    /// the least, and where it stops others then.
    #[inline]
    pub(crate) fn near(&self, way: &Way, limit: usize, more: usize) -> (CellSet<W>, Stops<W>) {
        self.near.between(&self.lines, way.at, way.place, limit, more)
    }
}
