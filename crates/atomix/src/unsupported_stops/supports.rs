//! Domains of atoms, and the supports and obstacles that atoms provide for each other.

use crate::board::{CellSet, Lines, Stops};

/// Where an atom may rest.
#[derive(Clone, Copy)]
pub struct Domain<const W: usize> {
    /// The cells.
    pub rests: CellSet<W>,
    /// The stops that the atom provides for others there.
    pub beside: Stops<W>,
}

impl<const W: usize> Domain<W> {
    /// No cell.
    pub const EMPTY: Self = Self { rests: CellSet::EMPTY, beside: [CellSet::EMPTY; 4] };

    /// The cell of an atom that never moves: an atom that moves rests at two cells at least.
    #[inline]
    pub fn fixed(&self) -> CellSet<W> {
        self.rests.if_one()
    }
}

/// What walls and some atoms provide: stops for other atoms, and obstacles in their way.
#[derive(Clone, Copy)]
pub struct Supports<const W: usize> {
    pub stops: Stops<W>,
    /// The cells of atoms that never move.
    pub obstacles: CellSet<W>,
}

impl<const W: usize> Supports<W> {
    /// What walls alone provide.
    #[inline]
    pub fn walls(lines: &Lines<W>) -> Self {
        Self { stops: lines.at_wall(), obstacles: CellSet::EMPTY }
    }

    /// Adds what an atom with this domain provides.
    #[inline]
    pub fn with(mut self, domain: &Domain<W>) -> Self {
        self.stops.iter_mut().zip(domain.beside).for_each(|(all, beside)| *all |= beside);
        self.obstacles |= domain.fixed();
        self
    }

    /// The union of both.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Self {
            stops: std::array::from_fn(|x| self.stops[x] | other.stops[x]),
            obstacles: self.obstacles | other.obstacles,
        }
    }
}

/// What walls and all atoms but two provide, for every choice of the two.
pub struct PairSupports<const W: usize> {
    /// Stops at a wall or next to an atom.
    once: Stops<W>,
    /// At a wall or next to two atoms or more.
    twice: Stops<W>,
    /// At a wall or next to three atoms or more.
    thrice: Stops<W>,
    /// The cells of atoms that never move.
    fixed: CellSet<W>,
}

impl<const W: usize> PairSupports<W> {
    /// What walls and the atoms with these domains provide.
    pub fn of<'p>(lines: &Lines<W>, domains: impl Iterator<Item = &'p Domain<W>>) -> Self {
        let [mut once, mut twice, mut thrice] = [lines.at_wall(); 3];
        let mut fixed = CellSet::EMPTY;
        for domain in domains {
            for (direction, &stops) in domain.beside.iter().enumerate() {
                thrice[direction] |= twice[direction] & stops;
                twice[direction] |= once[direction] & stops;
                once[direction] |= stops;
            }
            fixed |= domain.fixed();
        }
        Self { once, twice, thrice, fixed }
    }

    /// The conditions for the joint routes of two atoms, which may make `extra` moves together
    /// beyond their shares.
    #[inline]
    pub fn conditions(&self, [first, second]: [&Domain<W>; 2], extra: u32) -> Conditions<W> {
        let stops = std::array::from_fn(|x| {
            let (first, second) = (first.beside[x], second.beside[x]);
            self.thrice[x] | (self.twice[x] - (first & second)) | (self.once[x] - first - second)
        });
        Conditions { extra, stops, obstacles: self.fixed - first.fixed() - second.fixed() }
    }
}

/// What the routes of an atom, or the joint routes of two, depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Conditions<const W: usize> {
    /// The moves beyond the cost shares that may be made.
    pub extra: u32,
    /// Where slides can be stopped.
    pub stops: Stops<W>,
    /// Cells that cannot be passed, since an atom never leaves them.
    pub obstacles: CellSet<W>,
}

impl<const W: usize> Conditions<W> {
    /// Differs from all conditions of a search, which never allow so many moves. Copied faster than
    /// an [`Option`] without a value.
    pub const NEVER: Self =
        Self { extra: u32::MAX, stops: [CellSet::EMPTY; 4], obstacles: CellSet::EMPTY };
}
