//! One case: the plans in which no structure spends more than some cap.

use super::board::{Board, Stops};
use super::cell_set::CellSet;
use super::routes::{Conditions, have_joint_routes, routes};
use super::shares::{Atom, Shares};
use std::cell::Cell;

/// Searches for routes after which the test of a state gives up. Real ones take some hundreds, so
/// that this ends only those of files that were made to take long.
const SEARCHES: u32 = 1 << 18;

/// What a test looks at.
pub struct Setting<'a, const W: usize> {
    pub board: &'a Board<W>,
    pub shares: &'a Shares,
    /// Whether ways lead from the place to the atom.
    pub is_backward: bool,
    /// Whether two atoms are looked at together.
    pub with_pairs: bool,
    /// By what a structure spends at most, and by candidate, where the atom may rest as far as
    /// distances tell.
    pub starts: Vec<Vec<CellSet<W>>>,
    /// Searches for routes that may still be made.
    left: Cell<u32>,
}

/// One or two atoms that have no routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    One(usize),
    Two([usize; 2]),
}

impl Group {
    pub fn has(self, atom: usize) -> bool {
        match self {
            Self::One(one) => one == atom,
            Self::Two(two) => two.contains(&atom),
        }
    }
}

/// Why a case has no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// These atoms have no routes.
    NoRoutes(Group),
    /// A structure would spend more than it may.
    TooLong,
}

impl<'a, const W: usize> Setting<'a, W> {
    /// The setting of a test with so much slack.
    pub fn new(
        board: &'a Board<W>,
        shares: &'a Shares,
        slack: u8,
        [is_backward, with_pairs]: [bool; 2],
    ) -> Self {
        let left = Cell::new(SEARCHES);
        let mut setting = Self { board, shares, is_backward, with_pairs, starts: vec![], left };
        setting.starts = (0..=slack).map(|cap| setting.start(cap)).collect();
        setting
    }

    /// By candidate, where its atom may rest if its structure spends at most `cap`.
    fn start(&self, cap: u8) -> Vec<CellSet<W>> {
        let Shares { atoms, candidates, weights, .. } = self.shares;
        let mut start = Vec::with_capacity(candidates.len());
        for atom in atoms {
            let extra = weights[atom.structure] + u32::from(cap);
            for candidate in &candidates[atom.candidates.clone()] {
                start.push(if candidate.reduced <= extra {
                    self.board.between(candidate.ends, slides(candidate.share, extra))
                } else {
                    CellSet::EMPTY
                });
            }
        }
        start
    }

    /// Whether the test goes on.
    pub fn may_search(&self) -> bool {
        self.left.get() > 0
    }

    fn count_search(&self) {
        self.left.set(self.left.get().saturating_sub(1));
    }

    /// The first and the last cell of a candidate.
    fn ends(&self, candidate: usize) -> [u8; 2] {
        let [at, place] = self.shares.candidates[candidate].ends;
        if self.is_backward { [place, at] } else { [at, place] }
    }
}

/// The most slides of an atom that makes so many more than its share.
fn slides(share: i32, extra: u32) -> usize {
    usize::try_from(share + extra as i32).unwrap_or(0)
}

/// What propagation has left of a case.
pub struct Case<'a, const W: usize> {
    setting: &'a Setting<'a, W>,
    /// By structure, what it may spend at most, its weight included.
    most: Vec<u32>,
    /// By candidate, where its atom may rest.
    rests: Vec<CellSet<W>>,
    /// By atom, where it may rest with any candidate.
    domains: Vec<CellSet<W>>,
    /// By atom, where it stops others there.
    beside: Vec<Stops<W>>,
    /// By atom, the least that it makes beyond its share.
    least: Vec<u32>,
}

impl<'a, const W: usize> Case<'a, W> {
    /// The case before any propagation; `caps` are by structure.
    pub fn new(setting: &'a Setting<'a, W>, caps: &[u8]) -> Self {
        let Shares { atoms, candidates, weights, .. } = setting.shares;
        let mut rests = Vec::with_capacity(candidates.len());
        let mut domains = Vec::with_capacity(atoms.len());
        for Atom { structure, candidates } in atoms {
            let start = &setting.starts[usize::from(caps[*structure])][candidates.clone()];
            rests.extend_from_slice(start);
            domains.push(start.iter().fold(CellSet::EMPTY, |all, &cells| all | cells));
        }
        let most = weights.iter().zip(caps).map(|(weight, &cap)| weight + u32::from(cap)).collect();
        let beside = domains.iter().map(|&domain| setting.board.beside(domain)).collect();
        Self { setting, most, rests, domains, beside, least: vec![0; atoms.len()] }
    }

    /// Why the case has no plan; `None` if propagation does not tell.
    pub fn contradiction(mut self) -> Option<Contradiction> {
        let mut has_changed = true;
        while has_changed {
            if !self.setting.may_search() {
                return None;
            }
            match self.round() {
                Err(contradiction) => return Some(contradiction),
                Ok(changed) => has_changed = changed,
            }
        }
        let pair = self.setting.with_pairs.then(|| self.pair_without_routes()).flatten();
        pair.map(|pair| Contradiction::NoRoutes(Group::Two(pair)))
    }

    /// Whether some atoms have routes in the case before any propagation.
    pub fn have_routes(&self, group: Group) -> bool {
        match group {
            Group::One(atom) => {
                let conditions = self.conditions(group);
                let mut candidates = self.setting.shares.atoms[atom].candidates.clone();
                candidates.any(|candidate| self.routes(atom, candidate, &conditions).is_some())
            }
            Group::Two(pair) => self.have_joint_routes(pair),
        }
    }

    /// One round over all atoms: whether anything has changed.
    fn round(&mut self) -> Result<bool, Contradiction> {
        let mut has_changed = false;
        for (number, atom) in self.setting.shares.atoms.iter().enumerate() {
            let conditions = self.conditions(Group::One(number));
            let mut domain = CellSet::EMPTY;
            let mut least = u32::MAX;
            for candidate in atom.candidates.clone() {
                if self.rests[candidate].is_empty() {
                    continue;
                }
                let (cells, fewest) =
                    self.routes(number, candidate, &conditions).unwrap_or((CellSet::EMPTY, 0));
                self.rests[candidate] = cells;
                if !cells.is_empty() {
                    let share = self.setting.shares.candidates[candidate].share;
                    least = least.min((fewest as i32 - share) as u32);
                    domain |= cells;
                }
            }
            if domain.is_empty() {
                return Err(Contradiction::NoRoutes(Group::One(number)));
            }
            if domain != self.domains[number] {
                has_changed = true;
                self.domains[number] = domain;
                self.beside[number] = self.setting.board.beside(domain);
            }
            has_changed |= least != self.least[number];
            self.least[number] = least;
        }
        for (structure, &most) in self.most.iter().enumerate() {
            if self.spent(structure, &[]) > most {
                return Err(Contradiction::TooLong);
            }
        }
        Ok(has_changed)
    }

    /// What the atoms of a structure make beyond their shares at least, some of them left out.
    fn spent(&self, structure: usize, but: &[usize]) -> u32 {
        let atoms = self.setting.shares.atoms.iter().enumerate();
        let others =
            atoms.filter(|(atom, it)| it.structure == structure && !but.contains(atom));
        others.map(|(atom, _)| self.least[atom]).sum()
    }

    /// What some atoms may make beyond their shares together, which are of one structure.
    fn extra(&self, structure: usize, atoms: &[usize]) -> u32 {
        self.most[structure].saturating_sub(self.spent(structure, atoms))
    }

    /// What walls and all other atoms provide for a group.
    fn conditions(&self, group: Group) -> Conditions<W> {
        let mut conditions =
            Conditions { stops: self.setting.board.walls(), obstacles: CellSet::EMPTY };
        for (other, (domain, beside)) in self.domains.iter().zip(&self.beside).enumerate() {
            if !group.has(other) {
                conditions.add_stops(beside);
                // An atom that moves rests at two cells at least.
                conditions.obstacles |= domain.if_one();
            }
        }
        conditions
    }

    fn routes(
        &self,
        atom: usize,
        candidate: usize,
        conditions: &Conditions<W>,
    ) -> Option<(CellSet<W>, usize)> {
        let within = self.rests[candidate];
        if within.is_empty() {
            return None;
        }
        self.setting.count_search();
        let extra = self.extra(self.setting.shares.atoms[atom].structure, &[atom]);
        let slides = slides(self.setting.shares.candidates[candidate].share, extra);
        routes(self.setting.board, self.setting.ends(candidate), slides, within, conditions)
    }

    /// Two atoms, both of which may move, without joint routes to any two places.
    fn pair_without_routes(&self) -> Option<[usize; 2]> {
        let moves = |&atom: &usize| self.domains[atom].if_one().is_empty();
        let moving: Vec<usize> = (0..self.domains.len()).filter(moves).collect();
        let pairs = moving
            .iter()
            .enumerate()
            .flat_map(|(number, &one)| moving[..number].iter().map(move |&other| [other, one]));
        pairs.into_iter().find(|&pair| self.setting.may_search() && !self.have_joint_routes(pair))
    }

    fn have_joint_routes(&self, pair: [usize; 2]) -> bool {
        let Shares { atoms, candidates, .. } = self.setting.shares;
        let structures = pair.map(|atom| atoms[atom].structure);
        let extra = match structures {
            [one, other] if one == other => self.extra(one, &pair),
            _ => (0..2).map(|number| self.extra(structures[number], &[pair[number]])).sum(),
        };
        let conditions = self.conditions(Group::Two(pair));
        let [firsts, seconds] = pair.map(|atom| atoms[atom].candidates.clone());
        firsts.into_iter().any(|first| {
            seconds.clone().any(|second| {
                self.setting.count_search();
                let within = [first, second].map(|candidate| self.rests[candidate]);
                let ends = [first, second].map(|candidate| self.setting.ends(candidate));
                let share = candidates[first].share + candidates[second].share;
                (0..2).all(|end| ends[0][end] != ends[1][end])
                    && within.iter().all(|within| !within.is_empty())
                    && have_joint_routes(
                        self.setting.board,
                        ends,
                        slides(share, extra),
                        within,
                        &conditions,
                    )
            })
        })
    }
}
