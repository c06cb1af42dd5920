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
    /// Two atoms, the first before the second, and what they may need; in order of the atoms, and empty
    /// without pairs.
    excesses: Vec<([usize; 2], Excess)>,
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
            let mut excesses = vec![];
            for (number, one) in groups.iter().enumerate().filter(|_| with_pairs) {
                for other in &groups[number..] {
                    let of_labels = [&places[one.clone()], &places[other.clone()]];
                    let excess = tables.excess(cells, &singles, of_labels);
                    let firsts = one.clone().filter(|_| !excess.is_empty());
                    let atoms = firsts.flat_map(|first| other.clone().map(move |it| [first, it]));
                    let ordered = atoms.filter(|[first, second]| first < second);
                    excesses.extend(ordered.map(|atoms| (atoms, Excess::clone(&excess))));
                }
            }
            excesses.sort_unstable_by_key(|(atoms, _)| *atoms);
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
            self.distance(goal, state).is_none_or(|sum| moves <= sum)
                || self.pairs(goal, state).is_none_or(|pairs| {
                    // The whole packing, which does not depend on the moves that are left.
                    let packing = heaviest(&pairs, u32::MAX, Self::STEPS);
                    let ways = [state, &goal.places];
                    stops.refutes(&self.groups, &self.singles, ways, &packing, moves - 1)
                })
        })
    }

    /// The sum of distances; `None` if an atom can never reach its places.
    fn distance(&self, goal: &Goal, state: &[u8]) -> Option<u32> {
        let mut sum = 0;
        for group in &self.groups {
            let (atoms, places) = (&state[group.clone()], &goal.places[group.clone()]);
            let distance = |atom: usize, place: usize| {
                self.singles[usize::from(places[place])][usize::from(atoms[atom])]
            };
            match least_cost_of(atoms.len(), distance) {
                NEVER => return None,
                cost => sum += cost,
            }
        }
        Some(sum)
    }

    fn is_goal_at_least(&self, goal: &Goal, state: &[u8], moves: Option<u32>) -> bool {
        let Some(sum) = self.distance(goal, state) else { return true };
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
        for &(atoms, ref excess) in &goal.excesses {
            let [p, q] = atoms.map(|atom| usize::from(state[atom]));
            match excess[p * self.cells + q] {
                0 => {}
                IMPOSSIBLE => return None,
                weight => pairs.push(Pair { atoms, weight: weight.into() }),
            }
        }
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
