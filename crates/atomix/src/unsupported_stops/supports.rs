//! What stops atoms and what they cannot pass.
//!
//! `docs/atomix-heuristics.md` has the terms.

use crate::cell_set::CellSet;
use crate::routes::{Lines, Stops};

/// The places of an atom.
#[derive(Clone, Copy)]
pub struct Places<const W: usize> {
    /// Where it may rest.
    pub rests: CellSet<W>,
    /// Where it stops others then.
    pub beside: Stops<W>,
}

impl<const W: usize> Places<W> {
    /// The cell of an atom that never moves.
    #[inline]
    pub fn fixed(&self) -> CellSet<W> {
        self.rests.if_one()
    }
}

/// What walls and some atoms give: where others can be stopped, and what these cannot pass.
#[derive(Clone, Copy)]
pub struct Supports<const W: usize> {
    pub stops: Stops<W>,
    /// The cells of atoms that never move.
    pub obstacles: CellSet<W>,
}

impl<const W: usize> Supports<W> {
    /// What walls alone give.
    #[inline]
    pub fn walls(lines: &Lines<W>) -> Self {
        Self { stops: lines.at_wall(), obstacles: CellSet::EMPTY }
    }

    /// With what an atom gives at these places.
    #[inline]
    pub fn with(mut self, places: &Places<W>) -> Self {
        self.stops.iter_mut().zip(places.beside).for_each(|(all, beside)| *all |= beside);
        self.obstacles |= places.fixed();
        self
    }

    /// What all of both give.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Self {
            stops: std::array::from_fn(|x| self.stops[x] | other.stops[x]),
            obstacles: self.obstacles | other.obstacles,
        }
    }
}

/// The same for all atoms but two.
pub struct PairSupports<const W: usize> {
    /// By a wall or an atom.
    once: Stops<W>,
    /// By a wall or by several atoms.
    twice: Stops<W>,
    /// By a wall or by more than two.
    thrice: Stops<W>,
    /// The cells of atoms that never move.
    fixed: CellSet<W>,
}

impl<const W: usize> PairSupports<W> {
    /// What walls and the atoms at these places give.
    pub fn of<'p>(lines: &Lines<W>, places: impl Iterator<Item = &'p Places<W>>) -> Self {
        let [mut once, mut twice, mut thrice] = [lines.at_wall(); 3];
        let mut fixed = CellSet::EMPTY;
        for places in places {
            for (direction, &stops) in places.beside.iter().enumerate() {
                thrice[direction] |= twice[direction] & stops;
                twice[direction] |= once[direction] & stops;
                once[direction] |= stops;
            }
            fixed |= places.fixed();
        }
        Self { once, twice, thrice, fixed }
    }

    /// What the routes of two atoms depend on beside each other; together they may make `most`
    /// moves above what is counted.
    #[inline]
    pub fn given(&self, [first, second]: [&Places<W>; 2], most: u32) -> Given<W> {
        let stops = std::array::from_fn(|x| {
            let (first, second) = (first.beside[x], second.beside[x]);
            self.thrice[x] | (self.twice[x] - (first & second)) | (self.once[x] - first - second)
        });
        Given { most, stops, obstacles: self.fixed - first.fixed() - second.fixed() }
    }
}

/// What the routes of an atom, or of two, depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Given<const W: usize> {
    /// The moves above what is counted that may be made.
    pub most: u32,
    /// Where slides can be stopped.
    pub stops: Stops<W>,
    /// Cells that cannot be passed: of atoms that never move.
    pub obstacles: CellSet<W>,
}

impl<const W: usize> Given<W> {
    /// Equal to nothing that is found, since no atom may make so many moves. Copied faster than an
    /// [`Option`] without a value.
    pub const NEVER: Self =
        Self { most: u32::MAX, stops: [CellSet::EMPTY; 4], obstacles: CellSet::EMPTY };
}
