//! The lower bound on the moves from a state to the nearest goal.

use super::Cells;
use super::assignment::cheapest;
use super::distances::{NEVER, single};
use super::pairs::{Excess, IMPOSSIBLE, Pair, Tables, heaviest};
use super::stops::UnsupportedStops;
use crate::closed_list::{Direction, Heuristic};
use std::ops::Range;

/// For each goal the sum of distances for the cheapest assignment of the atoms of each label to its
/// places, and, if it was asked for, what pairs of atoms need beyond it; of the goals the least. And,
/// if that was asked for too, the test for unsupported stops where this does not tell.
///
/// # Admissible because
/// Moves are generalized moves, and moves of different atoms are different moves. A plan that
/// brings the atoms to places π makes at least D(π) moves of the two atoms of a pair, and at least
/// d(π) of any other atom. So with any pairs that share no atom, its length is at least the sum of
/// distances plus the sum of excesses, for π; and both are least for the assignment, or the places,
/// of which they are the minimum.
pub(super) struct Bound {
    groups: Vec<Range<usize>>,
    /// By cell to reach and cell.
    singles: Vec<Vec<u32>>,
    goals: Vec<Goal>,
    cells: usize,
    stops: Option<UnsupportedStops>,
}

struct Goal {
    places: Vec<u8>,
    /// By the labels of two atoms, the first one not after the second; empty without pairs.
    excesses: Vec<Vec<Excess>>,
}

impl Bound {
    /// Steps for the pairs of a state; real ones take some tens.
    const STEPS: u32 = 1 << 14;

    /// The bound by a heuristic; `None` if it is none of Atomix.
    pub fn new(
        cells: &Cells,
        groups: &[Range<usize>],
        goals: &[Vec<u8>],
        direction: Direction,
        heuristic: Heuristic,
    ) -> Option<Self> {
        let (with_pairs, test) = match heuristic {
            Heuristic::GeneralizedDistance => (false, None),
            Heuristic::PairExcess => (true, None),
            Heuristic::SupportedStops => (true, Some(false)),
            Heuristic::SupportedPairs => (true, Some(true)),
            Heuristic::Blind | Heuristic::Hmax | Heuristic::Manhattan | Heuristic::Own => {
                return None;
            }
        };
        let singles: Vec<_> = (0..cells.len()).map(|cell| single(cells, cell as u8)).collect();
        let mut tables = Tables::default();
        let goal = |places: &Vec<u8>| {
            let mut excess = |one: &Range<usize>, other: &Range<usize>| {
                let places = [&places[one.clone()], &places[other.clone()]];
                tables.excess(cells, &singles, places)
            };
            let mut row = |number: usize, one| -> Vec<Excess> {
                groups[number..].iter().map(|other| excess(one, other)).collect()
            };
            let rows = groups.iter().enumerate().filter(|_| with_pairs);
            let excesses = rows.map(|(number, one)| row(number, one)).collect();
            Goal { places: places.clone(), excesses }
        };
        let goals = goals.iter().map(goal).collect();
        let is_backward = direction == Direction::Backward;
        let stops = test.map(|pairs| UnsupportedStops::new(cells, &singles, is_backward, pairs));
        Some(Self { groups: groups.to_vec(), singles, goals, cells: cells.len(), stops })
    }

    /// Whether every plan from a state has at least so many moves by distances and pairs; for `None`,
    /// whether there is none.
    pub fn is_at_least(&self, state: &[u8], moves: Option<u32>) -> bool {
        self.goals.iter().all(|goal| self.is_goal_at_least(goal, state, moves))
    }

    /// Whether the test for unsupported stops, if it was asked for, shows of all goals that are nearer
    /// by distances and pairs that every plan has at least so many moves.
    pub fn is_refuted(&self, state: &[u8], moves: u32) -> bool {
        let Some(stops) = &self.stops else { return false };
        self.goals.iter().all(|goal| {
            self.is_goal_at_least(goal, state, Some(moves))
                || self.pairs(goal, state).is_none_or(|pairs| {
                    // The whole packing, which does not depend on the moves that are left.
                    let packing = heaviest(&pairs, u32::MAX, Self::STEPS);
                    let ways = [state, &goal.places];
                    stops.refutes(&self.groups, &self.singles, ways, &packing, moves - 1)
                })
        })
    }

    fn is_goal_at_least(&self, goal: &Goal, state: &[u8], moves: Option<u32>) -> bool {
        let mut sum = 0;
        for group in &self.groups {
            let (atoms, places) = (&state[group.clone()], &goal.places[group.clone()]);
            let distance = |atom: usize, place: usize| {
                self.singles[usize::from(places[place])][usize::from(atoms[atom])]
            };
            match least_cost_of(atoms.len(), distance) {
                NEVER => return true,
                cost => sum += cost,
            }
        }
        if moves.is_some_and(|moves| moves <= sum) {
            return true;
        }
        let Some(pairs) = self.pairs(goal, state) else { return true };
        moves.is_some_and(|moves| {
            let packing = heaviest(&pairs, moves - sum, Self::STEPS);
            sum + packing.iter().map(|pair| pair.weight).sum::<u32>() >= moves
        })
    }

    /// The pairs of a state that need more than their distances, in order; `None` if one of them can
    /// never reach its places.
    fn pairs(&self, goal: &Goal, state: &[u8]) -> Option<Vec<Pair>> {
        let mut pairs = vec![];
        for (one, row) in goal.excesses.iter().enumerate() {
            for (other, excess) in (one..).zip(row) {
                for first in self.groups[one].clone() {
                    for second in self.groups[other].clone().filter(|&second| second > first) {
                        let [p, q] = [first, second].map(|atom| usize::from(state[atom]));
                        match excess.get(p * self.cells + q) {
                            None | Some(0) => {}
                            Some(&IMPOSSIBLE) => return None,
                            Some(&weight) => {
                                let weight = u32::from(weight);
                                pairs.push(Pair { atoms: [first, second], weight });
                            }
                        }
                    }
                }
            }
        }
        pairs.sort_unstable_by_key(|pair| pair.atoms);
        Some(pairs)
    }
}

/// The cost of the [`cheapest`] way or [`NEVER`], soon for the sizes that most labels have.
fn least_cost_of(size: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    match size {
        1 => cost(0, 0),
        2 => {
            let both = |one: u32, other: u32| one.saturating_add(other);
            both(cost(0, 0), cost(1, 1)).min(both(cost(0, 1), cost(1, 0)))
        }
        _ => cheapest(size, cost).map_or(NEVER, |cheapest| cheapest.cost),
    }
}
