//! Whether all stops of a plan can have supports, given what its structures overspend.
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::cell_set::CellSet;
use crate::counted::WAYS;
use crate::reach::{Candidate, Party, Reaches};
use crate::routes::Lines;
use crate::supports::{Given, PairSupports, Places, Supports};
use arrayvec::ArrayVec;

/// What is known of the plans in which no structure overspends by more than its cap.
///
/// It is large, so it is never moved.
pub struct Rounds<'a, const W: usize> {
    reaches: &'a Reaches<'a, W>,
    caps: &'a [u8],
    /// By atom, the moves above what is counted that it may make.
    most: ArrayVec<u32, 64>,
    /// By atom.
    places: ArrayVec<Places<W>, 64>,
    /// By candidate.
    routes: ArrayVec<Known<W>, WAYS>,
}

/// What is known of the routes of a candidate.
struct Known<const W: usize> {
    /// Where the atom may rest; no cell if there are none.
    cells: CellSet<W>,
    /// The least number of moves above what is counted.
    least: u32,
    found_with: Given<W>,
}

/// What the rounds have shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Nothing,
    /// There is no such plan.
    Refuted,
    /// There is none: these atoms have no routes. If it is one atom, or one of the [`Hints`], with
    /// all the supports of the first round already, unless no conflict will be asked for.
    NoRoutes(Party),
}

/// Atoms that had no routes in other cases, to be looked at first.
#[derive(Debug)]
pub struct Hints {
    pub atom: usize,
    /// The last first.
    pub pairs: ArrayVec<[usize; 2], 3>,
}

impl Hints {
    /// Remembers atoms that have no routes.
    pub fn add(&mut self, party: Party) {
        match party {
            Party::One(atom) => self.atom = atom,
            Party::Two(pair) => {
                self.pairs.retain(|known| *known != pair);
                self.pairs.truncate(self.pairs.capacity() - 1);
                self.pairs.insert(0, pair);
            }
        }
    }
}

enum Round {
    NoRoute(usize),
    /// The routes of a structure are too long.
    TooLong,
    /// Another round would show the same.
    Settled,
    Changed,
}

impl<'a, const W: usize> Rounds<'a, W> {
    /// Rounds before the test gives in.
    const MOST: usize = 5;

    /// Looks for a contradiction, in the cheapest places first. Pairs of the hints are among them if
    /// no conflict will be asked for, since those of pairs are larger than those of atoms: `is_last`.
    pub fn run(reaches: &'a Reaches<'a, W>, caps: &'a [u8], hints: &Hints, is_last: bool) -> Shown {
        let has_no_routes =
            |&party: &Party| !reaches.has_routes(party, caps, &reaches.given(party, caps));
        let first = Party::One(hints.atom);
        if has_no_routes(&first) {
            return Shown::NoRoutes(first);
        }
        if is_last {
            let mut pairs = hints.pairs.iter().copied().map(Party::Two);
            if let Some(pair) = pairs.find(has_no_routes) {
                return Shown::NoRoutes(pair);
            }
        }
        // Made here and not elsewhere, since it is too large to be handed over.
        let (most, places, routes) = (ArrayVec::new(), ArrayVec::new(), ArrayVec::new());
        let mut rounds = Self { reaches, caps, most, places, routes };
        rounds.places.extend(reaches.places(caps).copied());
        for atom in &reaches.atoms {
            let cap = caps[atom.structure];
            rounds.most.push(reaches.structures[atom.structure].weight + u32::from(cap));
            let reach = &reaches.reach(cap).cells[atom.candidates.clone()];
            let known = |&cells| Known { cells, least: 0, found_with: Given::NEVER };
            rounds.routes.extend(reach.iter().map(known));
        }
        for round in 0..Self::MOST {
            match rounds.next() {
                Round::NoRoute(atom) if is_last => return Shown::NoRoutes(Party::One(atom)),
                Round::NoRoute(atom) if round == 0 => {
                    // Atoms before had routes with fewer supports.
                    let mut parties = (atom..reaches.atoms.len()).map(Party::One);
                    return parties.find(has_no_routes).map_or(Shown::Refuted, Shown::NoRoutes);
                }
                Round::NoRoute(_) | Round::TooLong => return Shown::Refuted,
                Round::Settled => break,
                Round::Changed => {}
            }
        }
        if !reaches.with_pairs() {
            return Shown::Nothing;
        }
        let pair = rounds.pair_without_routes(hints);
        pair.map_or(Shown::Nothing, |pair| Shown::NoRoutes(Party::Two(pair)))
    }

    /// Two atoms that cannot both get to places of the target where the rounds let them rest.
    fn pair_without_routes(&self, hints: &Hints) -> Option<[usize; 2]> {
        let supports = PairSupports::of(self.reaches.lines(), self.places.iter());
        let is_moving = |&atom: &usize| self.places[atom].fixed().is_empty();
        let moving: ArrayVec<usize, 64> = (0..self.places.len()).filter(is_moving).collect();
        let known = hints.pairs.iter().copied().filter(|pair| pair.iter().all(is_moving));
        let all = moving.iter().enumerate();
        let all =
            all.flat_map(|(number, &one)| moving[..number].iter().map(move |&two| [one, two]));
        known.chain(all).find(|&pair| !self.has_pair_routes(pair, &supports))
    }

    /// Whether two atoms can both get to places of the target.
    #[inline]
    fn has_pair_routes(&self, pair: [usize; 2], supports: &PairSupports<W>) -> bool {
        let Self { reaches, caps, most, places, routes } = self;
        // Those of a structure share what it may spend.
        let shared = reaches.most(Party::Two(pair), caps);
        let most = shared.min(pair.iter().map(|&atom| most[atom]).sum());
        let given = supports.given(pair.map(|atom| &places[atom]), most);
        let cells = |candidate: usize| routes[candidate].cells;
        reaches.has_pair_routes(pair, &given, [&cells, &cells])
    }

    /// Finds the routes anew, atom by atom, given what those before were left with.
    #[inline]
    fn next(&mut self) -> Round {
        let Self { reaches, caps, most, places, routes } = self;
        let lines = reaches.lines();
        let walls = Supports::walls(lines);
        // By atom, of those after it; the last first.
        let mut after: ArrayVec<Supports<W>, 64> = ArrayVec::new();
        let mut all = walls;
        for places in places.iter().rev() {
            after.push(all);
            all = all.with(places);
        }
        let mut before = walls;
        for (number, atom) in reaches.atoms.iter().enumerate() {
            let stops = before.or(&after[places.len() - 1 - number]).stops;
            before = before.with(&places[number]);
            let mut any = false;
            let own = atom.candidates.clone();
            for (candidate, known) in reaches.candidates[own.clone()].iter().zip(&mut routes[own]) {
                if !lines.can_end(candidate.ends, known.cells, &stops) {
                    known.cells = CellSet::EMPTY;
                }
                any |= !known.cells.is_empty();
            }
            if !any {
                return Round::NoRoute(number);
            }
        }
        let mut round = Round::Settled;
        let mut least: ArrayVec<u32, 64> = ArrayVec::new();
        let mut sums: ArrayVec<u32, 64> = ArrayVec::new();
        sums.extend(reaches.structures.iter().map(|_| 0));
        let mut before = walls;
        for (number, atom) in reaches.atoms.iter().enumerate() {
            let Supports { stops, obstacles } = before.or(&after[places.len() - 1 - number]);
            let given = Given { most: most[number], stops, obstacles };
            let (mut rests, mut fewest) = (CellSet::EMPTY, u32::MAX);
            let own = atom.candidates.clone();
            for (candidate, known) in reaches.candidates[own.clone()].iter().zip(&mut routes[own]) {
                if !known.cells.is_empty() {
                    known.find(lines, candidate, &given);
                }
                if !known.cells.is_empty() {
                    rests |= known.cells;
                    fewest = fewest.min(known.least);
                }
            }
            if rests.is_empty() {
                return Round::NoRoute(number);
            }
            if rests != places[number].rests {
                round = Round::Changed;
                places[number] = Places { rests, beside: lines.beside(rests) };
            }
            before = before.with(&places[number]);
            least.push(fewest);
            sums[atom.structure] += fewest;
        }
        // What an atom may spend depends on what its partners need.
        for ((atom, most), least) in reaches.atoms.iter().zip(most).zip(least) {
            let all = reaches.structures[atom.structure].weight + u32::from(caps[atom.structure]);
            let Some(left) = all.checked_sub(sums[atom.structure]) else { return Round::TooLong };
            if *most != left + least {
                *most = left + least;
                round = Round::Changed;
            }
        }
        round
    }
}

impl<const W: usize> Known<W> {
    /// Finds the routes anew.
    #[inline]
    fn find(&mut self, lines: &Lines<W>, candidate: &Candidate, given: &Given<W>) {
        let given = Given { stops: given.stops.map(|stops| stops & self.cells), ..*given };
        if self.found_with == given {
            return;
        }
        let Given { most, stops, obstacles } = given;
        let routes = candidate
            .limit(most)
            .and_then(|limit| lines.routes(candidate.ends, limit, self.cells, &stops, obstacles));
        self.cells = CellSet::EMPTY;
        if let Some(routes) = routes {
            self.cells = routes.cells;
            self.least = (routes.least as i32 - candidate.counted) as u32;
            let stops = stops.map(|stops| stops & routes.cells);
            self.found_with = Given { stops, ..given };
        }
    }
}
