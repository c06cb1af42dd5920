//! Random instances; the same seed gives the same instances.

mod board;
mod candidate;
mod levels;
mod likeness;
mod molecule;
mod molecules;
mod panex;
mod tiles;

pub use board::Style;
pub use levels::{Generated, GeneratedLevels, levels};
pub use panex::panex;
pub use tiles::tiles;

use fewest_rules::atomix::Level;
use molecules::FORMULAS;
use std::ops::RangeInclusive;

/// The properties that a level of Atomix must have.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The number of atoms of the molecule.
    pub atoms: RangeInclusive<usize>,
    /// The number of moves of a shortest plan.
    pub optimum: RangeInclusive<u16>,
    /// The number of rows, and of columns, of the board, walls included.
    pub side: RangeInclusive<usize>,
    /// The style of the board; any style if `None`.
    pub style: Option<Style>,
    /// A level whose board is used instead of random boards.
    pub board: Option<Level>,
    /// The number of states that may be expanded to prove the optimum of a candidate.
    pub nodes: u64,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            atoms: 3..=5,
            optimum: 8..=20,
            side: 8..=12,
            style: None,
            board: None,
            nodes: 20_000,
        }
    }
}

/// The reason why there can be no such level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// There is no molecule of such a size.
    #[error(
        "there is no molecule of {} atoms: molecules have {LEAST_ATOMS} to {MOST_ATOMS}",
        range(.0)
    )]
    Atoms(RangeInclusive<usize>),
    /// There are no boards of such a size.
    #[error("boards have {LEAST_SIDE} to {MOST_SIDE} rows and columns, not {}", range(.0))]
    Side(RangeInclusive<usize>),
    /// The range of the optimum begins at 0, but a level takes at least one move.
    #[error("a level takes at least one move")]
    Optimum,
}

/// The least rows or columns that have room for anything.
const LEAST_SIDE: usize = 5;
/// The most rows and columns: no game shows larger boards.
const MOST_SIDE: usize = 15;
/// Atoms of the smallest and of the largest molecule.
const LEAST_ATOMS: usize = 2;
const MOST_ATOMS: usize = 12;

impl Wanted {
    /// Checks that such a level can exist.
    ///
    /// # Errors
    /// The first requirement that cannot be met.
    pub fn check(&self) -> Result<(), Impossible> {
        let fits = |atoms: usize| self.atoms.contains(&atoms);
        if !FORMULAS.iter().any(|formula| fits(formula.molecule().atoms())) {
            return Err(Impossible::Atoms(self.atoms.clone()));
        }
        if *self.side.start() < LEAST_SIDE || *self.side.end() > MOST_SIDE || self.side.is_empty() {
            return Err(Impossible::Side(self.side.clone()));
        }
        if *self.optimum.start() == 0 { Err(Impossible::Optimum) } else { Ok(()) }
    }
}

/// A range as users type it.
fn range(range: &RangeInclusive<usize>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first}..{last}") }
}
