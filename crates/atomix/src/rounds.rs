//! The rounds of the test for unsupported stops.
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::Cell;
use crate::cell_set::CellSet;
use crate::routes::{HORIZON, Lines, Stops};
use crate::supported_stops::{Counted, SupportedStops, WAYS, Way};
use arrayvec::ArrayVec;
use std::ops::Range;

/// How many amounts of overspending are told apart: 0 to 5.
///
/// A structure overspends by as much as its atoms move more often than it needs. On most levels a
/// slack of 2 is the most that is worth a test; on some, 5 is, and on none that was tried 6.
pub const LEVELS: usize = 6;

/// What is known of the plans within a budget that may lead from one state to a target.
///
/// It is large, so it is never moved, and levels above the slack are not touched.
pub struct Test<const W: usize> {
    atoms: ArrayVec<Atom, 64>,
    /// In order of atoms.
    candidates: ArrayVec<Candidate, WAYS>,
    /// By what the structure of an atom overspends.
    levels: [Level<W>; LEVELS],
    /// The moves above what is counted that each structure needs.
    structures: ArrayVec<u32, 64>,
    /// What all structures together may overspend.
    slack: usize,
}

struct Atom {
    structure: usize,
    /// Its candidates.
    candidates: Range<usize>,
    /// Moves above what is counted: no plan has fewer.
    least: u32,
    /// No plan has more where its structure does not overspend.
    most: u32,
}

/// A way of an atom that may be part of a plan.
struct Candidate {
    /// From the first to the last slide.
    ends: [Cell; 2],
    counted: i32,
}

/// Plans where the structure of an atom overspends by as much.
struct Level<const W: usize> {
    atoms: ArrayVec<Places<W>, 64>,
    /// By candidate.
    routes: ArrayVec<Known<W>, WAYS>,
}

/// The places of an atom whose structure overspends by as much at the most.
#[derive(Clone, Copy)]
struct Places<const W: usize> {
    /// Where it may rest.
    rests: CellSet<W>,
    /// Where it stops others then.
    beside: Stops<W>,
    /// Where it can be stopped if its structure overspends by as much.
    stops: Stops<W>,
}

/// What is known of the routes of one length.
#[derive(Clone, Copy)]
struct Known<const W: usize> {
    /// Where the atom may rest; no cell if there are none.
    cells: CellSet<W>,
    /// The least number of moves above what is counted.
    least: u32,
    /// What they were found with last.
    found_with: Option<(u32, Stops<W>)>,
}

enum Round {
    Refuted,
    /// Another round would show the same.
    Settled,
    Changed,
}

impl<const W: usize> Test<W> {
    /// Rounds before the test gives in.
    const ROUNDS: usize = 5;

    /// Whether no plan exceeds the bound by `slack` or less.
    ///
    /// # Panics
    /// If the slack is [`LEVELS`] or more.
    pub fn refutes(stops: &SupportedStops<W>, counted: &Counted<'_>, slack: usize) -> bool {
        let Counted { atoms, ways, packed } = *counted;
        // Made here and not elsewhere, since it is too large to be handed over.
        let level = || Level { atoms: ArrayVec::new(), routes: ArrayVec::new() };
        let mut test = Self {
            atoms: ArrayVec::new(),
            candidates: ArrayVec::new(),
            levels: std::array::from_fn(|_| level()),
            structures: packed.iter().map(|piece| piece.weight).collect(),
            slack,
        };
        for atom in 0..atoms {
            let of = packed.iter().position(|piece| piece.atoms >> atom & 1 == 1);
            let structure = of.unwrap_or(test.structures.len());
            if of.is_none() {
                test.structures.push(0);
            }
            let most = test.structures[structure];
            test.atoms.push(Atom { structure, candidates: 0..0, least: 0, most });
            let [rests, none] = [CellSet::EMPTY; 2];
            for level in &mut test.levels[..=slack] {
                level.atoms.push(Places { rests, beside: [none; 4], stops: [none; 4] });
            }
        }
        for way in ways {
            if !test.admit(stops, way) {
                return false; // so much freedom that nothing would be shown
            }
        }
        for _ in 0..Self::ROUNDS {
            match test.round(&stops.lines) {
                Round::Refuted => return true,
                Round::Settled => return false,
                Round::Changed => {}
            }
        }
        false
    }

    /// Takes a way in, after those of atoms before. Answers `false` if the routes are too long to be looked at.
    #[inline]
    fn admit(&mut self, stops: &SupportedStops<W>, way: &Way) -> bool {
        let number = usize::from(way.atom);
        let atom = &mut self.atoms[number];
        if atom.candidates.is_empty() {
            atom.candidates = self.candidates.len()..self.candidates.len();
        }
        if atom.most + (self.slack as u32) < way.reduced {
            return true;
        }
        for (most, level) in (atom.most..).zip(&mut self.levels[..=self.slack]) {
            let mut known = Known { cells: CellSet::EMPTY, least: 0, found_with: None };
            if let Some(more) = most.checked_sub(way.reduced) {
                let limit = (way.counted + most as i32) as usize; // at least the distance
                if limit > HORIZON {
                    return false;
                }
                let (cells, beside) = stops.near(way, limit, more as usize);
                known.cells = cells;
                let places = &mut level.atoms[number];
                places.rests |= cells;
                for (all, beside) in places.beside.iter_mut().zip(beside) {
                    *all |= beside;
                }
            }
            level.routes.push(known);
        }
        self.candidates.push(Candidate { ends: stops.ends(way), counted: way.counted });
        atom.candidates.end = self.candidates.len();
        true
    }

    fn round(&mut self, lines: &Lines<W>) -> Round {
        self.find_stops(lines);
        let Self { atoms, candidates, levels, structures, slack } = self;
        let levels = &mut levels[..=*slack];
        for (number, atom) in atoms.iter().enumerate() {
            let mut any = false;
            for Level { atoms, routes } in levels.iter_mut() {
                let own = atom.candidates.clone();
                for (candidate, known) in candidates[own.clone()].iter().zip(&mut routes[own]) {
                    if !lines.can_end(candidate.ends, known.cells, &atoms[number].stops) {
                        known.cells = CellSet::EMPTY;
                    }
                    any |= !known.cells.is_empty();
                }
            }
            if !any {
                return Round::Refuted;
            }
        }
        let mut round = Round::Settled;
        let mut sums: ArrayVec<u32, 64> = structures.iter().map(|_| 0).collect();
        for (number, atom) in atoms.iter_mut().enumerate() {
            let (mut rests, mut least) = (CellSet::EMPTY, u32::MAX);
            for (most, Level { atoms, routes }) in (atom.most..).zip(levels.iter_mut()) {
                let places = &mut atoms[number];
                let own = atom.candidates.clone();
                for (candidate, known) in candidates[own.clone()].iter().zip(&mut routes[own]) {
                    if !known.cells.is_empty() {
                        known.find(lines, candidate, most, &places.stops);
                    }
                    if !known.cells.is_empty() {
                        rests |= known.cells;
                        least = least.min(known.least);
                    }
                }
                if rests != places.rests {
                    round = Round::Changed;
                    places.rests = rests;
                    places.beside = lines.beside(rests);
                }
            }
            if rests.is_empty() {
                return Round::Refuted;
            }
            atom.least = least;
            sums[atom.structure] += least;
        }
        match self.account(&sums) {
            Round::Settled => round,
            changed => changed,
        }
    }

    /// Finds where the atoms can be stopped.
    #[inline]
    fn find_stops(&mut self, lines: &Lines<W>) {
        let Self { atoms, levels, structures, slack, .. } = self;
        let at_wall = lines.at_wall();
        for level in 0..=*slack {
            let (mut once, mut twice) = (at_wall, at_wall);
            for places in &levels[level].atoms {
                for (direction, &stops) in places.beside.iter().enumerate() {
                    twice[direction] |= once[direction] & stops;
                    once[direction] |= stops;
                }
            }
            for number in 0..atoms.len() {
                let own = levels[level].atoms[number].beside;
                levels[*slack - level].atoms[number].stops =
                    std::array::from_fn(|x| twice[x] | (once[x] - own[x]));
            }
        }
        // Atoms of one structure overspend together.
        for (number, atom) in atoms.iter().enumerate() {
            if structures[atom.structure] == 0 {
                continue;
            }
            for (partner, other) in atoms.iter().enumerate() {
                if partner != number && other.structure == atom.structure {
                    for Level { atoms, .. } in &mut levels[..=*slack] {
                        let beside = atoms[partner].beside;
                        for (all, beside) in atoms[number].stops.iter_mut().zip(beside) {
                            *all |= beside;
                        }
                    }
                }
            }
        }
    }

    /// Takes into account what the atoms need at the least, by structures.
    fn account(&mut self, sums: &[u32]) -> Round {
        let Self { atoms, levels, structures, slack, .. } = self;
        let mut more: ArrayVec<usize, 64> = ArrayVec::new();
        for (needed, &sum) in structures.iter_mut().zip(sums) {
            more.push(sum.saturating_sub(*needed) as usize);
            *needed = sum.max(*needed);
        }
        let all: usize = more.iter().sum();
        if all > *slack {
            return Round::Refuted;
        }
        *slack -= all;
        let mut round = if all > 0 { Round::Changed } else { Round::Settled };
        for (number, atom) in atoms.iter_mut().enumerate() {
            let more = more[atom.structure];
            if more > 0 {
                // What was to overspend by so much does not overspend any longer.
                for level in 0..=*slack {
                    let (to, from) = levels.split_at_mut(level + more);
                    let (to, from) = (&mut to[level], &from[0]);
                    to.atoms[number] = from.atoms[number];
                    let own = atom.candidates.clone();
                    to.routes[own.clone()].copy_from_slice(&from.routes[own]);
                }
            }
            let most = structures[atom.structure] - (sums[atom.structure] - atom.least);
            if most != atom.most + more as u32 {
                round = Round::Changed;
            }
            atom.most = most;
        }
        round
    }
}

impl<const W: usize> Known<W> {
    /// Finds the routes anew, given where the atom can be stopped and how many moves above what
    /// is counted it may make.
    #[inline]
    fn find(&mut self, lines: &Lines<W>, candidate: &Candidate, most: u32, stops: &Stops<W>) {
        let stops = stops.map(|stops| stops & self.cells);
        if self.found_with == Some((most, stops)) {
            return;
        }
        let Candidate { ends, counted } = *candidate;
        let limit = usize::try_from(counted + most as i32);
        let routes = limit.ok().and_then(|limit| lines.routes(ends, limit, self.cells, &stops));
        self.cells = CellSet::EMPTY;
        if let Some(routes) = routes {
            self.cells = routes.cells;
            self.least = (routes.least as i32 - counted) as u32;
            self.found_with = Some((most, stops.map(|stops| stops & routes.cells)));
        }
    }
}
