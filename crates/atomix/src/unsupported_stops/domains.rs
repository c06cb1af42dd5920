//! Where the atoms of a state may rest as far as distances tell.
//!
//! `docs/atomix-heuristics.md` has the terms.

use crate::Cell;
use crate::cell_set::CellSet;
use crate::counted::{Counted, WAYS, Way};
use crate::packing::Piece;
use crate::pair_routes::PairLimits;
use crate::routes::{HORIZON, Lines};
use crate::supported_stops::SupportedStops;
use crate::supports::{Given, Places, Supports};
use arrayvec::ArrayVec;
use std::ops::Range;

/// How many amounts of overspending are told apart: 0 to 5.
pub const LEVELS: usize = 6;

/// What is known of the plans within a budget that may lead from one state to a target.
///
/// It is large, so it is never moved.
pub struct Reaches<'a, const W: usize> {
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

/// Atoms whose routes are looked at together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    /// One.
    One(usize),
    /// Two of them.
    Two([usize; 2]),
}

impl Party {
    /// Whether it has an atom.
    #[inline]
    pub fn contains(self, atom: usize) -> bool {
        self.atoms().contains(&atom)
    }

    /// The numbers of its atoms.
    #[inline]
    pub fn atoms(&self) -> &[usize] {
        match self {
            Self::One(atom) => std::slice::from_ref(atom),
            Self::Two(pair) => pair,
        }
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

impl<'a, const W: usize> Reaches<'a, W> {
    /// What `ask` answers, given what is known of the plans that exceed the bound by `slack` or
    /// less; `None` if atoms have so much freedom that nothing would be shown.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`] or more.
    pub fn found<T>(
        stops: &'a SupportedStops<W>,
        counted: &Counted<'_>,
        slack: usize,
        ask: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let Counted { atoms, ways, packed } = *counted;
        // Made here and not elsewhere, since it is too large to be handed over.
        let reach = || Reach { cells: ArrayVec::new(), places: ArrayVec::new() };
        let mut reaches = Self {
            stops,
            atoms: ArrayVec::new(),
            candidates: ArrayVec::new(),
            structures: ArrayVec::new(),
            reach: std::array::from_fn(|_| reach()),
        };
        reaches.structures.extend(packed.iter().copied());
        for atom in 0..atoms {
            let of = packed.iter().position(|piece| piece.atoms >> atom & 1 == 1);
            let structure = of.unwrap_or(reaches.structures.len());
            if of.is_none() {
                reaches.structures.push(Piece { atoms: 1 << atom, weight: 0 });
            }
            reaches.atoms.push(Atom { structure, candidates: 0..0 });
        }
        for way in ways {
            if !reaches.admit(way, slack as u32) {
                return None;
            }
        }
        (0..=slack).for_each(|cap| reaches.fill(cap));
        Some(ask(&reaches))
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

    /// Whether atoms can get to places of the target, resting where distances allow it.
    #[inline]
    pub fn has_routes(&self, party: Party, caps: &[u8], given: &Given<W>) -> bool {
        match party {
            Party::One(atom) => {
                let Atom { structure, candidates } = &self.atoms[atom];
                let cells = &self.reach(caps[*structure]).cells[candidates.clone()];
                self.candidates[candidates.clone()].iter().zip(cells).any(|(candidate, &cells)| {
                    let (lines, ends) = (self.lines(), candidate.ends);
                    let Given { most, stops, obstacles } = given;
                    !cells.is_empty()
                        && lines.can_end(ends, cells, stops)
                        && candidate.limit(*most).is_some_and(|limit| {
                            lines.fewest_slides(ends, limit, cells, stops, *obstacles).is_some()
                        })
                })
            }
            Party::Two(pair) => {
                let [first, second] = pair.map(|atom| self.reach(caps[self.atoms[atom].structure]));
                self.has_pair_routes(
                    pair,
                    given,
                    [&first.cells, &second.cells].map(|cells| |candidate: usize| cells[candidate]),
                )
            }
        }
    }

    /// Whether two atoms can get to different places of the target, given where each may rest, by
    /// candidate.
    #[inline]
    pub fn has_pair_routes(
        &self,
        pair: [usize; 2],
        given: &Given<W>,
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
                    let limit = first.counted + second.counted + given.most as i32;
                    let Ok(limit) = usize::try_from(limit) else { return false };
                    let (stops, obstacles) = (&given.stops, given.obstacles);
                    let limits = PairLimits { ends, within, limit, stops, obstacles };
                    are_apart && !within[1].is_empty() && self.lines().has_pair_routes(&limits)
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

    /// What the routes of atoms depend on, given where distances let all others rest.
    pub fn given(&self, party: Party, caps: &[u8]) -> Given<W> {
        let others = self.places(caps).enumerate().filter(|&(atom, _)| !party.contains(atom));
        let walls = Supports::walls(self.lines());
        let all = others.fold(walls, |all, (_, places)| all.with(places));
        let Supports { stops, obstacles } = all;
        Given { most: self.most(party, caps), stops, obstacles }
    }

    /// The moves above what is counted that atoms may make.
    #[inline]
    pub fn most(&self, party: Party, caps: &[u8]) -> u32 {
        let most =
            |structure: usize| self.structures[structure].weight + u32::from(caps[structure]);
        match party {
            Party::One(atom) => most(self.atoms[atom].structure),
            Party::Two(pair) => match pair.map(|atom| self.atoms[atom].structure) {
                [first, second] if first == second => most(first),
                [first, second] => most(first) + most(second),
            },
        }
    }

    /// Whether atoms are looked at two by two, too.
    pub fn with_pairs(&self) -> bool {
        self.stops.with_pairs
    }

    #[inline]
    pub fn lines(&self) -> &'a Lines<W> {
        &self.stops.lines
    }
}
