//! Constraint propagation: shrinks the domains until every stop on the routes of each atom has a
//! support in the domains of the others.

use super::RouteScope;
use super::cost_shares::ASSIGNMENTS;
use super::domains::{Candidate, Domains, Group};
use super::supports::{Conditions, Domain, PairSupports, Supports};
use crate::board::{CellSet, Lines};
use arrayvec::ArrayVec;

/// The state of propagation in one case: the plans in which no piece overruns by more than its cap.
///
/// It is large, so it is never moved.
pub struct Propagation<'a, const W: usize> {
    initial: &'a Domains<'a, W>,
    caps: &'a [u8],
    /// By atom, the moves beyond its cost share that it may make.
    extra: ArrayVec<u32, 64>,
    /// By atom.
    domains: ArrayVec<Domain<W>, 64>,
    /// By candidate.
    routes: ArrayVec<CandidateRoutes<W>, ASSIGNMENTS>,
}

/// The routes of a candidate.
struct CandidateRoutes<const W: usize> {
    /// Where the atom may rest; empty if there are no routes.
    cells: CellSet<W>,
    /// The fewest moves beyond the share.
    least: u32,
    /// The conditions under which they were searched.
    found_under: Conditions<W>,
}

/// What propagation has shown of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Propagated {
    /// Nothing: plans may exist.
    Consistent,
    /// There is no plan.
    Refuted,
    /// There is no plan: these atoms have no routes. Unless `is_leaf`, a single atom or a recent
    /// conflict has none within the initial domains already.
    NoRoutes(Group),
}

/// The last groups without routes, in whatever case; they are tried first.
#[derive(Debug)]
pub struct RecentConflicts {
    pub atom: usize,
    /// The latest first.
    pub pairs: ArrayVec<[usize; 2], 3>,
}

impl RecentConflicts {
    /// Remembers a group without routes.
    pub fn add(&mut self, group: Group) {
        match group {
            Group::One(atom) => self.atom = atom,
            Group::Two(pair) => {
                self.pairs.retain(|known| *known != pair);
                self.pairs.truncate(self.pairs.capacity() - 1);
                self.pairs.insert(0, pair);
            }
        }
    }
}

/// The result of one pass over all atoms.
enum Pass {
    /// The domain of an atom became empty.
    NoRoutes(usize),
    /// The routes of a piece need more moves than it may make.
    TooLong,
    /// A fixed point: another pass would change nothing.
    FixedPoint,
    /// Some domain or number of moves shrank.
    Changed,
}

impl<'a, const W: usize> Propagation<'a, W> {
    /// Passes before propagation stops short of a fixed point.
    const PASSES: usize = 5;

    /// Propagates, cheapest checks first. In a leaf of the branching, where no conflict will be
    /// generalized, recent conflicts of pairs are among them: those of pairs generalize less well.
    pub fn run(
        initial: &'a Domains<'a, W>,
        caps: &'a [u8],
        recent: &RecentConflicts,
        is_leaf: bool,
    ) -> Propagated {
        let has_no_routes =
            |&group: &Group| !initial.has_routes(group, caps, &initial.conditions(group, caps));
        let first = Group::One(recent.atom);
        if has_no_routes(&first) {
            return Propagated::NoRoutes(first);
        }
        if is_leaf {
            let mut pairs = recent.pairs.iter().copied().map(Group::Two);
            if let Some(pair) = pairs.find(has_no_routes) {
                return Propagated::NoRoutes(pair);
            }
        }
        // Built in place, since it is too large to be moved.
        let (extra, domains, routes) = (ArrayVec::new(), ArrayVec::new(), ArrayVec::new());
        let mut propagation = Self { initial, caps, extra, domains, routes };
        propagation.domains.extend(initial.initial(caps).copied());
        for atom in &initial.atoms {
            let cap = caps[atom.piece];
            propagation.extra.push(initial.pieces[atom.piece].weight + u32::from(cap));
            let cells = &initial.with_cap(cap).cells[atom.candidates.clone()];
            let routes =
                |&cells| CandidateRoutes { cells, least: 0, found_under: Conditions::NEVER };
            propagation.routes.extend(cells.iter().map(routes));
        }
        for pass in 0..Self::PASSES {
            match propagation.pass() {
                Pass::NoRoutes(atom) if is_leaf => return Propagated::NoRoutes(Group::One(atom)),
                Pass::NoRoutes(atom) if pass == 0 => {
                    // Earlier atoms had routes even with fewer supports.
                    let mut groups = (atom..initial.atoms.len()).map(Group::One);
                    return groups
                        .find(has_no_routes)
                        .map_or(Propagated::Refuted, Propagated::NoRoutes);
                }
                Pass::NoRoutes(_) | Pass::TooLong => return Propagated::Refuted,
                Pass::FixedPoint => break,
                Pass::Changed => {}
            }
        }
        if initial.scope() == RouteScope::Atoms {
            return Propagated::Consistent;
        }
        let pair = propagation.pair_without_routes(recent);
        pair.map_or(Propagated::Consistent, |pair| Propagated::NoRoutes(Group::Two(pair)))
    }

    /// Two atoms without joint routes within their domains.
    fn pair_without_routes(&self, recent: &RecentConflicts) -> Option<[usize; 2]> {
        let supports = PairSupports::of(self.initial.lines(), self.domains.iter());
        let is_moving = |&atom: &usize| self.domains[atom].fixed().is_empty();
        let moving: ArrayVec<usize, 64> = (0..self.domains.len()).filter(is_moving).collect();
        let known = recent.pairs.iter().copied().filter(|pair| pair.iter().all(is_moving));
        let all = moving.iter().enumerate();
        let all =
            all.flat_map(|(number, &one)| moving[..number].iter().map(move |&two| [one, two]));
        known.chain(all).find(|&pair| !self.has_pair_routes(pair, &supports))
    }

    /// Whether two atoms have joint routes within their domains.
    #[inline]
    fn has_pair_routes(&self, pair: [usize; 2], supports: &PairSupports<W>) -> bool {
        let Self { initial, caps, extra, domains, routes } = self;
        // Atoms of one piece share its cap.
        let shared = initial.extra(Group::Two(pair), caps);
        let extra = shared.min(pair.iter().map(|&atom| extra[atom]).sum());
        let conditions = supports.conditions(pair.map(|atom| &domains[atom]), extra);
        let cells = |candidate: usize| routes[candidate].cells;
        initial.has_pair_routes(pair, &conditions, [&cells, &cells])
    }

    /// Searches the routes of each atom in turn, with the domains that this pass has left to
    /// earlier atoms.
    #[inline]
    fn pass(&mut self) -> Pass {
        let Self { initial, caps, extra, domains, routes } = self;
        let lines = initial.lines();
        let walls = Supports::walls(lines);
        // By atom, the last first: what the atoms after it provide.
        let mut after: ArrayVec<Supports<W>, 64> = ArrayVec::new();
        let mut all = walls;
        for domain in domains.iter().rev() {
            after.push(all);
            all = all.with(domain);
        }
        let mut before = walls;
        for (number, atom) in initial.atoms.iter().enumerate() {
            let stops = before.or(&after[domains.len() - 1 - number]).stops;
            before = before.with(&domains[number]);
            let mut any = false;
            let own = atom.candidates.clone();
            for (candidate, known) in initial.candidates[own.clone()].iter().zip(&mut routes[own]) {
                if !lines.can_end(candidate.ends, known.cells, &stops) {
                    known.cells = CellSet::EMPTY;
                }
                any |= !known.cells.is_empty();
            }
            if !any {
                return Pass::NoRoutes(number);
            }
        }
        let mut pass = Pass::FixedPoint;
        let mut least: ArrayVec<u32, 64> = ArrayVec::new();
        // By piece.
        let mut sums: ArrayVec<u32, 64> = ArrayVec::new();
        sums.extend(initial.pieces.iter().map(|_| 0));
        let mut before = walls;
        for (number, atom) in initial.atoms.iter().enumerate() {
            let Supports { stops, obstacles } = before.or(&after[domains.len() - 1 - number]);
            let conditions = Conditions { extra: extra[number], stops, obstacles };
            let (mut rests, mut fewest) = (CellSet::EMPTY, u32::MAX);
            let own = atom.candidates.clone();
            for (candidate, known) in initial.candidates[own.clone()].iter().zip(&mut routes[own]) {
                if !known.cells.is_empty() {
                    known.find(lines, candidate, &conditions);
                }
                if !known.cells.is_empty() {
                    rests |= known.cells;
                    fewest = fewest.min(known.least);
                }
            }
            if rests.is_empty() {
                return Pass::NoRoutes(number);
            }
            if rests != domains[number].rests {
                pass = Pass::Changed;
                domains[number] = Domain { rests, beside: lines.beside(rests) };
            }
            before = before.with(&domains[number]);
            least.push(fewest);
            sums[atom.piece] += fewest;
        }
        // What an atom may spend is what the others of its piece leave.
        for ((atom, extra), least) in initial.atoms.iter().zip(extra).zip(least) {
            let all = initial.pieces[atom.piece].weight + u32::from(caps[atom.piece]);
            let Some(left) = all.checked_sub(sums[atom.piece]) else { return Pass::TooLong };
            if *extra != left + least {
                *extra = left + least;
                pass = Pass::Changed;
            }
        }
        pass
    }
}

impl<const W: usize> CandidateRoutes<W> {
    /// Searches the routes again, unless their conditions are unchanged.
    #[inline]
    fn find(&mut self, lines: &Lines<W>, candidate: &Candidate, conditions: &Conditions<W>) {
        let conditions =
            Conditions { stops: conditions.stops.map(|stops| stops & self.cells), ..*conditions };
        if self.found_under == conditions {
            return;
        }
        let Conditions { extra, stops, obstacles } = conditions;
        let routes = candidate
            .limit(extra)
            .and_then(|limit| lines.routes(candidate.ends, limit, self.cells, &stops, obstacles));
        self.cells = CellSet::EMPTY;
        if let Some(routes) = routes {
            self.cells = routes.cells;
            self.least = (routes.least as i32 - candidate.share) as u32;
            let stops = stops.map(|stops| stops & routes.cells);
            self.found_under = Conditions { stops, ..conditions };
        }
    }
}
