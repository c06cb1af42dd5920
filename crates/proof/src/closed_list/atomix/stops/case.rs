//! One case: the plans in which no structure spends more than its cap.

use super::board::{Board, Stops};
use super::cell_set::CellSet;
use super::routes::{Conditions, has_routes, have_joint_routes, routes};
use super::shares::{Atom, Shares};
use std::cell::Cell;

/// The number of searches for routes after which the test of a state gives up, so that no file
/// keeps it busy forever.
const SEARCHES: u32 = 1 << 15;

/// The input of a test.
pub struct Setting<'a, const W: usize> {
    pub board: &'a Board<W>,
    pub shares: &'a Shares,
    /// Whether paths lead from the place to the atom.
    pub is_backward: bool,
    /// Whether two atoms are also looked at together.
    pub with_pairs: bool,
    /// By the most that a structure may spend.
    starts: Vec<Start<W>>,
    /// The last atom found without routes: it is tried first.
    pub recent: Cell<usize>,
    /// Searches for routes that may still be made.
    left: Cell<u32>,
}

/// Where atoms may rest, judging by distances alone.
struct Start<const W: usize> {
    /// By candidate.
    rests: Vec<CellSet<W>>,
    /// By atom, with any candidate.
    domains: Vec<CellSet<W>>,
    /// By atom, where it stops others while there.
    beside: Vec<Stops<W>>,
}

/// The case has no plan.
struct Refuted;

impl<'a, const W: usize> Setting<'a, W> {
    /// Creates the setting of a test with a given slack.
    pub fn new(
        board: &'a Board<W>,
        shares: &'a Shares,
        slack: u8,
        [is_backward, with_pairs]: [bool; 2],
    ) -> Self {
        let (starts, recent, left) = (vec![], Cell::new(0), Cell::new(SEARCHES));
        let mut setting = Self { board, shares, is_backward, with_pairs, starts, recent, left };
        setting.starts = (0..=slack).map(|cap| setting.start(cap)).collect();
        setting
    }

    /// Computes where atoms may rest if their structures spend at most `cap`.
    fn start(&self, cap: u8) -> Start<W> {
        let Shares { atoms, candidates, weights, .. } = self.shares;
        let mut start = Start {
            rests: Vec::with_capacity(candidates.len()),
            domains: Vec::with_capacity(atoms.len()),
            beside: Vec::with_capacity(atoms.len()),
        };
        for atom in atoms {
            let extra = weights[atom.structure] + u32::from(cap);
            let mut domain = CellSet::EMPTY;
            for candidate in &candidates[atom.candidates.clone()] {
                let cells = if candidate.reduced <= extra {
                    self.board.between(candidate.ends, slides(candidate.share, extra))
                } else {
                    CellSet::EMPTY
                };
                start.rests.push(cells);
                domain |= cells;
            }
            start.domains.push(domain);
            start.beside.push(self.board.beside(domain));
        }
        start
    }

    /// Whether an atom has routes in the case of some caps, before any propagation.
    pub fn has_routes(&self, atom: usize, caps: &[u8]) -> bool {
        let Shares { atoms, candidates, weights, .. } = self.shares;
        let start = |atom: usize| &self.starts[usize::from(caps[atoms[atom].structure])];
        let mut conditions = Conditions::of_walls(self.board);
        for other in (0..atoms.len()).filter(|&other| other != atom) {
            conditions.add(start(other).domains[other], &start(other).beside[other]);
        }
        let Atom { structure, candidates: mut own } = atoms[atom].clone();
        let extra = weights[structure] + u32::from(caps[structure]);
        own.any(|candidate| {
            self.count_search();
            let within = start(atom).rests[candidate];
            let slides = slides(candidates[candidate].share, extra);
            !within.is_empty()
                && has_routes(self.board, self.ends(candidate), slides, within, &conditions)
        })
    }

    /// Whether the test may continue.
    pub fn may_search(&self) -> bool {
        self.left.get() > 0
    }

    fn count_search(&self) {
        self.left.set(self.left.get().saturating_sub(1));
    }

    /// Returns the first and the last cell of a candidate.
    fn ends(&self, candidate: usize) -> [u8; 2] {
        let [at, place] = self.shares.candidates[candidate].ends;
        if self.is_backward { [place, at] } else { [at, place] }
    }
}

/// Returns the most slides of an atom that makes at most `extra` more than its share.
fn slides(share: i32, extra: u32) -> usize {
    usize::try_from(share + extra as i32).unwrap_or(0)
}

/// A case, reduced by propagation.
pub struct Case<'a, const W: usize> {
    setting: &'a Setting<'a, W>,
    /// By structure, the most that it may spend, its weight included.
    most: Vec<u32>,
    /// By candidate, where its atom may rest.
    rests: Vec<CellSet<W>>,
    /// By atom, where it may rest with any candidate.
    domains: Vec<CellSet<W>>,
    /// By atom, where it stops others while there.
    beside: Vec<Stops<W>>,
    /// By atom, the least number of slides beyond its share.
    least: Vec<u32>,
}

impl<'a, const W: usize> Case<'a, W> {
    /// Creates the case before any propagation; `caps` are by structure.
    pub fn new(setting: &'a Setting<'a, W>, caps: &[u8]) -> Self {
        let Shares { atoms, candidates, weights, .. } = setting.shares;
        let mut rests = Vec::with_capacity(candidates.len());
        let (mut domains, mut beside) = (vec![], vec![]);
        for (number, Atom { structure, candidates }) in atoms.iter().enumerate() {
            let start = &setting.starts[usize::from(caps[*structure])];
            rests.extend_from_slice(&start.rests[candidates.clone()]);
            domains.push(start.domains[number]);
            beside.push(start.beside[number]);
        }
        let most = weights.iter().zip(caps).map(|(weight, &cap)| weight + u32::from(cap)).collect();
        Self { setting, most, rests, domains, beside, least: vec![0; atoms.len()] }
    }

    /// Whether propagation shows that the case has no plan.
    pub fn has_no_plan(mut self) -> bool {
        let mut has_changed = true;
        while has_changed {
            if !self.setting.may_search() {
                return false;
            }
            match self.round() {
                Ok(changed) => has_changed = changed,
                Err(Refuted) => return true,
            }
        }
        self.setting.with_pairs && self.has_pair_without_routes()
    }

    /// Does one round over all atoms; returns whether anything has changed.
    fn round(&mut self) -> Result<bool, Refuted> {
        let mut has_changed = false;
        for (number, atom) in self.setting.shares.atoms.iter().enumerate() {
            let conditions = self.conditions(&[number]);
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
                return Err(Refuted);
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
                return Err(Refuted);
            }
        }
        Ok(has_changed)
    }

    /// Returns the least that the atoms of a structure but some make beyond their shares.
    fn spent(&self, structure: usize, but: &[usize]) -> u32 {
        let atoms = self.setting.shares.atoms.iter().enumerate();
        let others = atoms.filter(|(atom, it)| it.structure == structure && !but.contains(atom));
        others.map(|(atom, _)| self.least[atom]).sum()
    }

    /// Returns the most that some atoms of one structure may make beyond their shares together.
    fn extra(&self, structure: usize, atoms: &[usize]) -> u32 {
        self.most[structure].saturating_sub(self.spent(structure, atoms))
    }

    /// Returns the conditions that walls and all other atoms provide for a group.
    fn conditions(&self, group: &[usize]) -> Conditions<W> {
        let mut conditions = Conditions::of_walls(self.setting.board);
        for (other, (&domain, beside)) in self.domains.iter().zip(&self.beside).enumerate() {
            if !group.contains(&other) {
                conditions.add(domain, beside);
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

    /// Whether some two atoms, both of which may move, have no joint routes to any two places.
    fn has_pair_without_routes(&self) -> bool {
        let moves = |&atom: &usize| self.domains[atom].if_one().is_empty();
        let moving: Vec<usize> = (0..self.domains.len()).filter(moves).collect();
        let pairs = moving
            .iter()
            .enumerate()
            .flat_map(|(number, &one)| moving[..number].iter().map(move |&other| [other, one]));
        pairs.into_iter().any(|pair| self.setting.may_search() && !self.have_joint_routes(pair))
    }

    fn have_joint_routes(&self, pair: [usize; 2]) -> bool {
        let Shares { atoms, candidates, .. } = self.setting.shares;
        let structures = pair.map(|atom| atoms[atom].structure);
        let extra = match structures {
            [one, other] if one == other => self.extra(one, &pair),
            _ => (0..2).map(|number| self.extra(structures[number], &[pair[number]])).sum(),
        };
        let conditions = self.conditions(&pair);
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

#[cfg(test)]
mod tests {
    use super::super::super::Cells;
    use super::super::super::distances::singles;
    use super::*;

    #[test]
    fn a_test_ends_when_its_searches_are_used_up() {
        let cells = Cells::of_a_small_room();
        let singles = singles(&cells);
        let board = Board::<1>::new(&cells, &singles);
        let shares = Shares::new(&[0..1, 1..2], &singles, [&[0, 7], &[0, 1]], &[]).unwrap();
        let setting = Setting::new(&board, &shares, 1, [false, false]);
        assert!(setting.may_search());
        setting.left.set(1);
        assert!(setting.may_search());
        setting.has_routes(0, &[0, 0]);
        assert!(!setting.may_search());
        setting.has_routes(0, &[0, 0]);
        assert!(!setting.may_search(), "it does not begin again");
        assert!(!setting.have_no_plan(&mut vec![0, 0], vec![1, 1], 1), "it refutes nothing");
    }
}
