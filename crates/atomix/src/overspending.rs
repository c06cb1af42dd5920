//! The test for unsupported stops: how can what a plan overspends be shared out?
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::Cell;
use crate::cell_set::CellSet;
use crate::packing::Piece;
use crate::rounds::{Given, Rounds, Shown, Supports};
use crate::routes::{HORIZON, Lines, Stops};
use crate::supported_stops::{Counted, SupportedStops, WAYS, Way};
use arrayvec::ArrayVec;
use std::ops::Range;

/// How many amounts of overspending are told apart: 0 to 5.
pub const LEVELS: usize = 6;

/// What is known of the plans within a budget that may lead from one state to a target.
///
/// It is large, so it is never moved.
pub struct Test<'a, const W: usize> {
    stops: &'a SupportedStops<W>,
    pub atoms: ArrayVec<Atom, 64>,
    /// In order of atoms.
    pub candidates: ArrayVec<Candidate, WAYS>,
    /// Each weighs as much as in the bound: the moves above what is counted that it needs.
    pub structures: ArrayVec<Piece, 64>,
    /// By what structures overspend at the most; empty above the slack.
    reach: [Reach<W>; LEVELS],
}

/// An atom of the state.
pub struct Atom {
    pub structure: usize,
    pub candidates: Range<usize>,
}

/// A way of an atom that may be part of a plan.
pub struct Candidate {
    way: Way,
    /// From the first to the last slide.
    pub ends: [Cell; 2],
    pub counted: i32,
}

/// Where atoms may rest as far as distances tell.
pub struct Reach<const W: usize> {
    /// By candidate.
    pub cells: ArrayVec<CellSet<W>, WAYS>,
    /// By atom.
    pub places: ArrayVec<Places<W>, 64>,
}

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

impl Candidate {
    /// The slides of the longest routes, given the moves above what is counted; `None` if there
    /// are no routes.
    #[inline]
    pub fn limit(&self, most: u32) -> Option<usize> {
        usize::try_from(self.counted + most as i32).ok()
    }
}

/// Sets of structures as bits.
type Structures = u64;

/// A choice of caps, to be raised.
struct Shares<'a> {
    /// By structure.
    caps: &'a mut [u8],
    /// Structures that are not raised any more.
    closed: Structures,
    /// What is left to be shared out.
    left: u8,
}

impl<'a, const W: usize> Test<'a, W> {
    /// Cases looked at for one state before the test gives in.
    const RUNS: u32 = 2_000;

    /// Whether no plan exceeds the bound by `slack` or less.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`] or more.
    pub fn refutes(stops: &'a SupportedStops<W>, counted: &Counted<'_>, slack: usize) -> bool {
        let Counted { atoms, ways, packed } = *counted;
        // Made here and not elsewhere, since it is too large to be handed over.
        let reach = || Reach { cells: ArrayVec::new(), places: ArrayVec::new() };
        let mut test = Self {
            stops,
            atoms: ArrayVec::new(),
            candidates: ArrayVec::new(),
            structures: packed.iter().copied().collect(),
            reach: std::array::from_fn(|_| reach()),
        };
        for atom in 0..atoms {
            let of = packed.iter().position(|piece| piece.atoms >> atom & 1 == 1);
            let structure = of.unwrap_or(test.structures.len());
            if of.is_none() {
                test.structures.push(Piece { atoms: 1 << atom, weight: 0 });
            }
            test.atoms.push(Atom { structure, candidates: 0..0 });
        }
        for way in ways {
            if !test.admit(way, slack as u32) {
                return false; // so much freedom that nothing would be shown
            }
        }
        let mut caps: ArrayVec<u8, 64> = test.structures.iter().map(|_| 0).collect();
        (0..=slack).for_each(|cap| test.fill(cap));
        let shares = Shares { caps: &mut caps, closed: 0, left: slack as u8 };
        let mut runs = Self::RUNS;
        test.refutes_all(shares, &mut 0, &mut runs)
    }

    /// Takes a way in, after those of atoms before, if it can be part of a plan. Answers `false` if
    /// its routes are too long to be looked at.
    #[inline]
    fn admit(&mut self, way: &Way, slack: u32) -> bool {
        let atom = &mut self.atoms[usize::from(way.atom)];
        if atom.candidates.is_empty() {
            atom.candidates = self.candidates.len()..self.candidates.len();
        }
        let most = self.structures[atom.structure].weight + slack;
        if most < way.reduced {
            return true;
        }
        let ends = self.stops.ends(way);
        let candidate = Candidate { way: *way, ends, counted: way.counted };
        let is_short = candidate.limit(most).is_some_and(|limit| limit <= HORIZON);
        self.candidates.push(candidate);
        atom.candidates.end = self.candidates.len();
        is_short
    }

    /// Finds where atoms may rest if their structures overspend by `cap` at the most.
    fn fill(&mut self, cap: usize) {
        let Reach { cells, places } = &mut self.reach[cap];
        for atom in &self.atoms {
            let most = self.structures[atom.structure].weight + cap as u32;
            let [rests, none] = [CellSet::EMPTY; 2];
            let mut all = Places { rests, beside: [none; 4] };
            for Candidate { way, .. } in &self.candidates[atom.candidates.clone()] {
                let near = most.checked_sub(way.reduced).map(|more| {
                    let limit = (way.counted + most as i32) as usize; // at least the distance
                    self.stops.near(way, limit, more as usize)
                });
                let (near, beside) = near.unwrap_or((none, [none; 4]));
                cells.push(near);
                all.rests |= near;
                for (all, beside) in all.beside.iter_mut().zip(beside) {
                    *all |= beside;
                }
            }
            places.push(all);
        }
    }

    /// Whether no plan gives each structure its cap or more, together `left` more at the most.
    /// Looks first at the atom `first`: the last one that had no route.
    fn refutes_all(&self, shares: Shares<'_>, first: &mut usize, runs: &mut u32) -> bool {
        let Shares { caps, mut closed, left } = shares;
        let Some(less) = runs.checked_sub(1) else { return false };
        *runs = less;
        let shown = Rounds::run(self, caps, *first);
        if let Shown::NoRoute(atom) = shown {
            *first = atom;
        }
        let conflict = match shown {
            Shown::Nothing => return false,
            _ if left == 0 => return true,
            Shown::Refuted => Structures::MAX,
            Shown::NoRoute(atom) => self.conflict(atom, caps, closed, left),
        };
        // The structure of the atom itself is the one that helps most often.
        let own = self.atoms[*first].structure;
        for structure in std::iter::once(own).chain((0..caps.len()).filter(|&other| other != own)) {
            if (conflict & !closed) >> structure & 1 == 1 {
                caps[structure] += 1;
                let shares = Shares { caps: &mut *caps, closed, left: left - 1 };
                let is_refuted = self.refutes_all(shares, first, runs);
                caps[structure] -= 1;
                if !is_refuted {
                    return false;
                }
                closed |= 1 << structure;
            }
        }
        true
    }

    /// Structures of which one must overspend by more than its cap: an atom that has no route has
    /// none either if all others overspend by `left` more.
    fn conflict(&self, atom: usize, caps: &[u8], closed: Structures, left: u8) -> Structures {
        let own = self.atoms[atom].structure;
        let rests = self.reach(caps[own]).places[atom].rests;
        let mut given = self.given(atom, caps, &Supports::of(self.lines(), self.places(caps)));
        given.stops = given.stops.map(|stops| stops & rests);
        let mut conflict = 1 << own;
        for structure in (0..caps.len()).filter(|&other| other != own && closed >> other & 1 == 0) {
            let [now, more] = [0, left].map(|left| &self.reach(caps[structure] + left).places);
            let mut raised = given;
            let mut atoms = self.structures[structure].atoms;
            while atoms != 0 {
                let other = atoms.trailing_zeros() as usize;
                atoms &= atoms - 1;
                for (all, &beside) in raised.stops.iter_mut().zip(&more[other].beside) {
                    *all |= beside & rests;
                }
                if more[other].fixed().is_empty() {
                    raised.obstacles = raised.obstacles - now[other].fixed();
                }
            }
            if raised == given || !self.has_route(atom, caps, &raised) {
                given = raised;
            } else {
                conflict |= 1 << structure;
            }
        }
        conflict
    }

    /// Whether an atom can get to a place of the target, resting where distances allow it.
    #[inline]
    pub fn has_route(&self, atom: usize, caps: &[u8], given: &Given<W>) -> bool {
        let Atom { structure, candidates } = &self.atoms[atom];
        let cells = &self.reach(caps[*structure]).cells[candidates.clone()];
        self.candidates[candidates.clone()].iter().zip(cells).any(|(candidate, &cells)| {
            let (lines, ends) = (self.lines(), candidate.ends);
            !cells.is_empty()
                && lines.can_end(ends, cells, &given.stops)
                && candidate.limit(given.most).is_some_and(|limit| {
                    lines.has_route(ends, limit, cells, &given.stops, given.obstacles)
                })
        })
    }

    /// Where atoms may rest if structures overspend by `cap` at the most.
    #[inline]
    pub fn reach(&self, cap: u8) -> &Reach<W> {
        &self.reach[usize::from(cap)]
    }

    /// The same for all atoms, with the caps of their structures.
    #[inline]
    pub fn places(&self, caps: &[u8]) -> impl Iterator<Item = &Places<W>> {
        let places =
            |(number, atom): (usize, &Atom)| &self.reach(caps[atom.structure]).places[number];
        self.atoms.iter().enumerate().map(places)
    }

    /// What the routes of an atom depend on, given the supports that these places have.
    #[inline]
    pub fn given(&self, atom: usize, caps: &[u8], supports: &Supports<W>) -> Given<W> {
        let structure = self.atoms[atom].structure;
        let most = self.structures[structure].weight + u32::from(caps[structure]);
        supports.given(&self.reach(caps[structure]).places[atom], most)
    }

    #[inline]
    pub fn lines(&self) -> &'a Lines<W> {
        &self.stops.lines
    }
}
