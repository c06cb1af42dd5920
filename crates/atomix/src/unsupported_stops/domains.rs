//! The initial domains of the atoms of a state: the cells where they may rest according to the
//! distances.

use super::board_tables::BoardTables;
use super::cost_shares::{ASSIGNMENTS, Assignment, CostShares};
use super::pair_routes::PairLimits;
use super::supports::{Conditions, Domain, Supports};
use super::{RouteScope, SLACKS};
use crate::board::{Cell, CellSet, Lines};
use crate::distances::HORIZON;
use crate::excess::Piece;
use arrayvec::ArrayVec;
use std::ops::Range;

/// The atoms of a state with their possible assignments and, for every cap on overruns, their
/// initial domains.
///
/// It is large, so it is never moved.
pub struct Domains<'a, const W: usize> {
    tables: &'a BoardTables<W>,
    pub atoms: ArrayVec<Atom, 64>,
    /// In order of atoms.
    pub candidates: ArrayVec<Candidate, ASSIGNMENTS>,
    /// The packing, and every other atom as a piece of weight 0. The atoms of a piece together make
    /// at least its weight in moves beyond their cost shares.
    pub pieces: ArrayVec<Piece, 64>,
    /// By the cap on the overrun of the piece; empty above the slack.
    by_cap: [CapDomains<W>; SLACKS],
}

/// An atom of the state.
pub struct Atom {
    /// The number of its piece.
    pub piece: usize,
    /// Its candidates.
    pub candidates: Range<usize>,
}

/// An assignment that may be part of a plan within the budget.
pub struct Candidate {
    assignment: Assignment,
    /// From the first to the last slide.
    pub ends: [Cell; 2],
    /// See [`Assignment::share`].
    pub share: i32,
}

/// Where atoms may rest if their piece overruns by at most a cap.
pub struct CapDomains<const W: usize> {
    /// By candidate.
    pub cells: ArrayVec<CellSet<W>, ASSIGNMENTS>,
    /// By atom: the union over its candidates.
    pub domains: ArrayVec<Domain<W>, 64>,
}

/// One or two atoms, whose routes are searched together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// One atom.
    One(usize),
    /// Two atoms.
    Two([usize; 2]),
}

impl Group {
    /// Whether it has an atom.
    #[inline]
    pub fn contains(self, atom: usize) -> bool {
        self.atoms().contains(&atom)
    }

    /// Its atoms.
    #[inline]
    pub fn atoms(&self) -> &[usize] {
        match self {
            Self::One(atom) => std::slice::from_ref(atom),
            Self::Two(pair) => pair,
        }
    }
}

impl Candidate {
    /// The slides of the longest routes with some moves beyond the share; `None` if there are no
    /// routes.
    #[inline]
    pub fn limit(&self, extra: u32) -> Option<usize> {
        usize::try_from(self.share + extra as i32).ok()
    }
}

impl<'a, const W: usize> Domains<'a, W> {
    /// Passes the initial domains for plans that exceed the bound by `slack` or less to `use_them`;
    /// `None` if a route may be longer than [`HORIZON`], since nothing would be shown then.
    ///
    /// # Panics
    /// If the slack is [`SLACKS`] or more.
    pub fn with<T>(
        tables: &'a BoardTables<W>,
        shares: &CostShares<'_>,
        slack: usize,
        use_them: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let CostShares { atoms, assignments, packing } = *shares;
        // Built in place, since it is too large to be moved.
        let empty = || CapDomains { cells: ArrayVec::new(), domains: ArrayVec::new() };
        let mut domains = Self {
            tables,
            atoms: ArrayVec::new(),
            candidates: ArrayVec::new(),
            pieces: ArrayVec::new(),
            by_cap: std::array::from_fn(|_| empty()),
        };
        domains.pieces.extend(packing.iter().copied());
        for atom in 0..atoms {
            let packed = packing.iter().position(|piece| piece.atoms >> atom & 1 == 1);
            let piece = packed.unwrap_or(domains.pieces.len());
            if packed.is_none() {
                domains.pieces.push(Piece { atoms: 1 << atom, weight: 0 });
            }
            domains.atoms.push(Atom { piece, candidates: 0..0 });
        }
        for assignment in assignments {
            if !domains.admit(assignment, slack as u32) {
                return None;
            }
        }
        (0..=slack).for_each(|cap| domains.fill(cap));
        Some(use_them(&domains))
    }

    /// Adds an assignment as a candidate if it can be part of a plan; `false` if its routes may be
    /// longer than [`HORIZON`].
    #[inline]
    fn admit(&mut self, assignment: &Assignment, slack: u32) -> bool {
        let atom = &mut self.atoms[usize::from(assignment.atom)];
        if atom.candidates.is_empty() {
            atom.candidates = self.candidates.len()..self.candidates.len();
        }
        let extra = self.pieces[atom.piece].weight + slack;
        if extra < assignment.reduced {
            return true;
        }
        let ends = self.tables.ends(assignment);
        let candidate = Candidate { assignment: *assignment, ends, share: assignment.share };
        let is_short = candidate.limit(extra).is_some_and(|limit| limit <= HORIZON);
        self.candidates.push(candidate);
        atom.candidates.end = self.candidates.len();
        is_short
    }

    /// Fills in the domains for one cap.
    fn fill(&mut self, cap: usize) {
        let CapDomains { cells, domains } = &mut self.by_cap[cap];
        for atom in &self.atoms {
            let extra = self.pieces[atom.piece].weight + cap as u32;
            let mut domain = Domain::EMPTY;
            for Candidate { assignment, .. } in &self.candidates[atom.candidates.clone()] {
                let near = extra.checked_sub(assignment.reduced).map(|detour| {
                    let limit = (assignment.share + extra as i32) as usize; // at least the distance
                    self.tables.detours(assignment, limit, detour as usize)
                });
                let (near, beside) = near.unwrap_or((CellSet::EMPTY, [CellSet::EMPTY; 4]));
                cells.push(near);
                domain.rests |= near;
                for (all, beside) in domain.beside.iter_mut().zip(beside) {
                    *all |= beside;
                }
            }
            domains.push(domain);
        }
    }

    /// Whether some candidates of the atoms have routes within the initial domains.
    #[inline]
    pub fn has_routes(&self, group: Group, caps: &[u8], conditions: &Conditions<W>) -> bool {
        match group {
            Group::One(atom) => {
                let Atom { piece, candidates } = &self.atoms[atom];
                let cells = &self.with_cap(caps[*piece]).cells[candidates.clone()];
                self.candidates[candidates.clone()].iter().zip(cells).any(|(candidate, &cells)| {
                    let (lines, ends) = (self.lines(), candidate.ends);
                    let Conditions { extra, stops, obstacles } = conditions;
                    !cells.is_empty()
                        && lines.can_end(ends, cells, stops)
                        && candidate.limit(*extra).is_some_and(|limit| {
                            lines.fewest_slides(ends, limit, cells, stops, *obstacles).is_some()
                        })
                })
            }
            Group::Two(pair) => {
                let [first, second] = pair.map(|atom| self.with_cap(caps[self.atoms[atom].piece]));
                self.has_pair_routes(
                    pair,
                    conditions,
                    [&first.cells, &second.cells].map(|cells| |candidate: usize| cells[candidate]),
                )
            }
        }
    }

    /// Whether two atoms have joint routes to different cells of the target; `cells` says where
    /// each may rest, by candidate.
    #[inline]
    pub fn has_pair_routes(
        &self,
        pair: [usize; 2],
        conditions: &Conditions<W>,
        cells: [impl Fn(usize) -> CellSet<W>; 2],
    ) -> bool {
        let [mut firsts, seconds] = pair.map(|atom| self.atoms[atom].candidates.clone());
        firsts.any(|first| {
            let first_within = cells[0](first);
            !first_within.is_empty()
                && seconds.clone().any(|second| {
                    let within = [first_within, cells[1](second)];
                    let [first, second] = [first, second].map(|number| &self.candidates[number]);
                    let ends = [first.ends, second.ends];
                    let are_apart = (0..2).all(|end| ends[0][end] != ends[1][end]);
                    let limit = first.share + second.share + conditions.extra as i32;
                    let Ok(limit) = usize::try_from(limit) else { return false };
                    let (stops, obstacles) = (&conditions.stops, conditions.obstacles);
                    let limits = PairLimits { ends, within, limit, stops, obstacles };
                    are_apart && !within[1].is_empty() && self.tables.has_pair_routes(&limits)
                })
        })
    }

    /// Where atoms may rest if their piece overruns by at most `cap`.
    #[inline]
    pub fn with_cap(&self, cap: u8) -> &CapDomains<W> {
        &self.by_cap[usize::from(cap)]
    }

    /// The initial domains of all atoms, given the caps of the pieces.
    #[inline]
    pub fn initial(&self, caps: &[u8]) -> impl Iterator<Item = &Domain<W>> {
        let domain =
            |(number, atom): (usize, &Atom)| &self.with_cap(caps[atom.piece]).domains[number];
        self.atoms.iter().enumerate().map(domain)
    }

    /// The conditions for the routes of a group, given the initial domains of all other atoms.
    pub fn conditions(&self, group: Group, caps: &[u8]) -> Conditions<W> {
        let others = self.initial(caps).enumerate().filter(|&(atom, _)| !group.contains(atom));
        let walls = Supports::walls(self.lines());
        let all = others.fold(walls, |all, (_, domain)| all.with(domain));
        let Supports { stops, obstacles } = all;
        Conditions { extra: self.extra(group, caps), stops, obstacles }
    }

    /// The moves beyond their cost shares that the atoms of a group may make together.
    #[inline]
    pub fn extra(&self, group: Group, caps: &[u8]) -> u32 {
        let extra = |piece: usize| self.pieces[piece].weight + u32::from(caps[piece]);
        match group {
            Group::One(atom) => extra(self.atoms[atom].piece),
            Group::Two(pair) => match pair.map(|atom| self.atoms[atom].piece) {
                [first, second] if first == second => extra(first),
                [first, second] => extra(first) + extra(second),
            },
        }
    }

    /// Whose routes are searched.
    pub fn scope(&self) -> RouteScope {
        self.tables.scope
    }

    /// The lines of the board.
    #[inline]
    pub fn lines(&self) -> &'a Lines<W> {
        &self.tables.lines
    }
}
