//! The price of unsupported stops: a test that refutes many states which the distances admit.

use crate::packing::Piece;
use crate::near::Near;
use crate::routes::Lines;
use crate::{Board, Cell, Distances};
use crate::rounds::{LEVELS, Test};
use arrayvec::ArrayVec;
use fewest_search::Direction;

/// Shows that some states need more moves than their distances say, since a slide ends only at a
/// wall or at another atom.
///
/// # Sound because
/// the rounds of [`SupportedStops::refutes`] keep, for every atom, all cells where it rests in
/// any plan within the budget; `docs/atomix-heuristics.md` has the proof.
#[derive(Debug, Clone)]
pub struct SupportedStops<const W: usize> {
    lines: Lines<W>,
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

    /// As [`SupportedStops::refutes`].
    pub fn refutes(&self, atoms: usize, ways: &[Way], packed: &[Piece], slack: u32) -> bool {
        match self {
            Self::One(stops) => stops.refutes(atoms, ways, packed, slack),
            Self::Two(stops) => stops.refutes(atoms, ways, packed, slack),
            Self::Four(stops) => stops.refutes(atoms, ways, packed, slack),
        }
    }
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

    /// Whether no plan exceeds the bound by `slack` or less.
    ///
    /// The bound is the sum of what `ways` count for any assignment, plus the weights of the
    /// `packed` sets of atoms. `ways` has those of each atom together, in order of atoms, all
    /// whose reduced distance is within reach.
    ///
    /// # Sound because
    /// see [`SupportedStops`]. Monotone: what is refuted with a slack is refuted with every
    /// smaller one.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`] or more.
    pub fn refutes(&self, atoms: usize, ways: &[Way], packed: &[Piece], slack: u32) -> bool {
        assert!((slack as usize) < LEVELS, "more slack than the test has levels");
        let Self { lines, near, direction } = self;
        let near = |way: &Way, limit, more| near.between(lines, way.at, way.place, limit, more);
        Test::refutes(lines, near, *direction, [atoms, slack as usize], ways, packed)
    }
}
