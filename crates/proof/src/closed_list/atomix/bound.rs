//! The lower bound on the moves from a state to the nearest goal.

use super::Cells;
use super::assignment::least_cost;
use super::distances::{NEVER, single};
use super::pairs::{Excess, IMPOSSIBLE, Tables, weigh};
use std::ops::Range;

/// For each goal the sum of distances for the cheapest assignment of the atoms of each label to its
/// places, and, if it was asked for, what pairs of atoms need beyond it; of the goals the least.
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
}

struct Goal {
    places: Vec<u8>,
    /// By the labels of two atoms, the first one not after the second; empty without pairs.
    excesses: Vec<Vec<Excess>>,
}

impl Bound {
    /// Steps for the pairs of a state; real ones take some tens.
    const STEPS: u32 = 1 << 14;

    pub fn new(
        cells: &Cells,
        groups: &[Range<usize>],
        goals: &[Vec<u8>],
        with_pairs: bool,
    ) -> Self {
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
        Self { groups: groups.to_vec(), singles, goals, cells: cells.len() }
    }

    /// Whether every plan from a state has at least so many moves; for `None`, whether there is
    /// none.
    pub fn is_at_least(&self, state: &[u8], moves: Option<u32>) -> bool {
        self.goals.iter().all(|goal| self.is_goal_at_least(goal, state, moves))
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
        let wanted = match moves {
            Some(moves) if moves <= sum => return true,
            Some(moves) => moves - sum,
            None => u32::MAX,
        };
        let mut pairs = vec![];
        for (one, row) in goal.excesses.iter().enumerate() {
            for (other, excess) in (one..).zip(row) {
                for first in self.groups[one].clone() {
                    for second in self.groups[other].clone().filter(|&second| second > first) {
                        let [p, q] = [first, second].map(|atom| usize::from(state[atom]));
                        match excess.get(p * self.cells + q) {
                            None | Some(0) => {}
                            Some(&IMPOSSIBLE) => return true,
                            Some(&weight) => pairs.push((first, second, u32::from(weight))),
                        }
                    }
                }
            }
        }
        let mut steps = Self::STEPS;
        moves.is_some() && weigh(&pairs, wanted, &mut steps)
    }
}

/// The same as [`least_cost`], soon for the sizes that most labels have.
fn least_cost_of(size: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    match size {
        1 => cost(0, 0),
        2 => {
            let both = |one: u32, other: u32| one.saturating_add(other);
            both(cost(0, 0), cost(1, 1)).min(both(cost(0, 1), cost(1, 0)))
        }
        _ => least_cost(size, cost),
    }
}
