//! Tie-breaking: the order in which A* expands states of equal f.

use super::Graph;
use crate::board::{Board, Cell, CellSet, Packed, Targets};
use crate::distances::Distances;
use arrayvec::ArrayVec;
use fewest_rules::atomix::Direction;
use fewest_search::Depth;
use std::ops::Range;

/// A tie-breaking rule.
///
/// # Source
/// Gliesch 2015, section 3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TieBreaking {
    /// No rule: the state that was generated last comes first.
    None,
    /// The smallest h first.
    Heuristic,
    /// The most atoms in place first.
    GoalCount,
    /// The most atoms first that have a shortest path of generalized moves that no atom blocks.
    RealizablePaths,
    /// The most atoms in place first, weighted by how early each must be placed.
    FillOrder,
    /// The same with the atoms in reversed order: those that can leave a molecule first have the
    /// largest weight.
    ReversedFillOrder,
}

impl TieBreaking {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::Heuristic,
        Self::GoalCount,
        Self::RealizablePaths,
        Self::FillOrder,
        Self::ReversedFillOrder,
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Heuristic => "heuristic",
            Self::GoalCount => "goal-count",
            Self::RealizablePaths => "realizable-paths",
            Self::FillOrder => "fill-order",
            Self::ReversedFillOrder => "reversed-fill-order",
        }
    }

    /// Returns the rule with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// Rules in order: each breaks the ties of those before it. Their ranks fit into one number.
pub type TieBreakingRules = ArrayVec<TieBreaking, 4>;

/// Rules with the data of a level that they need: each breaks the ties of those before it.
#[derive(Debug)]
pub struct TieBreaker {
    targets: Targets,
    rules: Vec<RuleTables>,
}

#[derive(Debug)]
enum RuleTables {
    None,
    Heuristic,
    /// By target and place, the weight of an atom in place.
    Weights(Vec<Vec<u16>>),
    Distances(Distances),
}

impl RuleTables {
    fn new(rule: TieBreaking, targets: &Targets) -> Self {
        let (atoms, board) = (targets.atoms(), &targets.board);
        let states = targets.states();
        match rule {
            TieBreaking::None => Self::None,
            TieBreaking::Heuristic => Self::Heuristic,
            TieBreaking::GoalCount => Self::Weights(vec![vec![1; atoms]; targets.len()]),
            TieBreaking::FillOrder => {
                let weights = states.map(|target| fill_order(board, target));
                Self::Weights(weights.collect())
            }
            TieBreaking::ReversedFillOrder => {
                let reversed = |target| reversed(&fill_order(board, target));
                Self::Weights(states.map(reversed).collect())
            }
            TieBreaking::RealizablePaths => Self::Distances(Distances::new(board)),
        }
    }
}

impl TieBreaker {
    /// Creates the rules for a search that looks for `targets`, the most important rule first.
    pub fn new(rules: &TieBreakingRules, targets: Targets) -> Self {
        let rules = rules.iter().map(|&rule| RuleTables::new(rule, &targets)).collect();
        Self { targets, rules }
    }

    /// The rank by one rule.
    fn rank_by(&self, rule: &RuleTables, state: &[Cell], h: Depth) -> u16 {
        let Targets { board, groups, .. } = &self.targets;
        let states = self.targets.states();
        match rule {
            RuleTables::None => 0,
            RuleTables::Heuristic => h.0,
            RuleTables::Weights(weights) => {
                let placed = |(target, weights): (&[Cell], &Vec<u16>)| {
                    let in_place = |group: &Range<usize>| {
                        let at = &state[group.clone()];
                        let places = group.clone().filter(|&place| at.contains(&target[place]));
                        places.map(|place| weights[place]).sum::<u16>()
                    };
                    groups.iter().map(in_place).sum::<u16>()
                };
                let most = weights.iter().map(|weights| weights.iter().sum()).max();
                most.unwrap_or(0) - states.zip(weights).map(placed).max().unwrap_or(0)
            }
            RuleTables::Distances(distances) => {
                let mut obstacles = CellSet::WALLS;
                state.iter().for_each(|&at| obstacles.insert(at));
                let is_free = |&at: &Cell, places: &[Cell]| {
                    places.iter().any(|&to| {
                        let mut seen = CellSet::EMPTY;
                        is_realizable(board, distances, &obstacles, [at, to], &mut seen)
                    })
                };
                let realizable = |target: &[Cell]| {
                    let of_group = |group: &Range<usize>| {
                        let places = &target[group.clone()];
                        state[group.clone()].iter().filter(|at| is_free(at, places)).count()
                    };
                    groups.iter().map(of_group).sum::<usize>()
                };
                (state.len() - states.map(realizable).max().unwrap_or(0)) as u16
            }
        }
    }
}

impl<const N: usize> fewest_search::problem::TieBreaking<Graph<N>> for TieBreaker {
    /// # Complexity
    /// For each rule linear in atoms times targets; for realizable paths, times the shortest paths.
    #[inline]
    fn rank(&self, state: &Packed<N>, h: Depth) -> u64 {
        let state = self.targets.cells(state);
        let ranks = self.rules.iter().map(|rule| self.rank_by(rule, state, h));
        ranks.fold(0, |ranks, rank| ranks << u16::BITS | u64::from(rank))
    }
}

/// Whether a shortest path of generalized moves is free of other atoms; `seen` are cells from which
/// there is none.
fn is_realizable(
    board: &Board,
    distances: &Distances,
    obstacles: &CellSet<4>,
    [at, to]: [Cell; 2],
    seen: &mut CellSet<4>,
) -> bool {
    let left = distances.between(at, to);
    if left == 0 || left == Distances::UNREACHABLE || seen.contains(at) {
        return left == 0;
    }
    seen.insert(at);
    Direction::ALL.into_iter().any(|direction| {
        let nearer = |&cell: &Cell| distances.between(cell, to) < left;
        let mut cells = board.ray(at, direction, obstacles).filter(nearer);
        cells.any(|cell| is_realizable(board, distances, obstacles, [cell, to], seen))
    })
}

/// The same weights in reversed order: the greatest in the place of the least, and so on.
fn reversed(weights: &[u16]) -> Vec<u16> {
    let last = weights.iter().copied().max().unwrap_or(1).ilog2();
    weights.iter().map(|weight| 1 << (last - weight.ilog2())).collect()
}

/// The weight of an atom in each place of a molecule. When the molecule is taken apart backward,
/// the atoms that can leave last must be placed first, so they weigh most.
fn fill_order(board: &Board, places: &[Cell]) -> Vec<u16> {
    /// Atoms that leave in later rounds count as leaving in this one.
    const ROUNDS: u32 = 9;
    let mut weights = vec![0; places.len()];
    let mut round = 0;
    loop {
        let mut obstacles = CellSet::WALLS;
        let left = places.iter().zip(&weights).filter(|&(_, &weight)| weight == 0);
        left.for_each(|(&place, _)| obstacles.insert(place));
        let can_leave = |place: Cell| {
            Direction::ALL.into_iter().any(|direction| {
                let behind = board.neighbour(place, direction.opposite());
                obstacles.contains(behind) && !obstacles.contains(board.neighbour(place, direction))
            })
        };
        let leaving: Vec<_> =
            (0..places.len()).filter(|&at| weights[at] == 0 && can_leave(places[at])).collect();
        for &at in &leaving {
            weights[at] = 1 << round;
        }
        round = (round + 1).min(ROUNDS);
        if leaving.is_empty() {
            weights
                .iter_mut()
                .filter(|weight| **weight == 0)
                .for_each(|weight| *weight = 1 << round);
            return weights;
        }
    }
}
