//! Which of several states of equal f A* expands first.

use crate::cell_set::CellSet;
use crate::packed::Packed;
use crate::{Board, Cell, Distances};
use fewest_rules::atomix::Direction;
use fewest_search::Depth;
use std::ops::Range;

/// A rule to break ties.
///
/// # Source
/// Gliesch 2015, section 3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The least h first.
    Heuristic,
    /// The most atoms that are in place first.
    GoalCount,
    /// The most atoms first that have a shortest way, by generalized moves, which no atom blocks.
    RealizablePaths,
    /// The most atoms in place first, where those count more that must be placed early.
    FillOrder,
}

impl Ties {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::Heuristic, Self::GoalCount, Self::RealizablePaths, Self::FillOrder];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Heuristic => "heuristic",
            Self::GoalCount => "goal-count",
            Self::RealizablePaths => "realizable-paths",
            Self::FillOrder => "fill-order",
        }
    }

    /// The rule of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ties| ties.name() == name)
    }
}

/// A rule with what it needs of a level.
#[derive(Debug)]
pub enum TieBreaker {
    /// See [`Ties::Heuristic`].
    Heuristic,
    /// See [`Ties::GoalCount`] and [`Ties::FillOrder`]: what an atom counts in each place of each
    /// target.
    Placed(Vec<Vec<u16>>),
    /// See [`Ties::RealizablePaths`].
    RealizablePaths(Board, Distances),
}

impl TieBreaker {
    /// What a rule needs of a level.
    pub fn new<const N: usize>(
        ties: Ties,
        board: &Board,
        atoms: usize,
        targets: &[Packed<N>],
    ) -> Self {
        match ties {
            Ties::Heuristic => Self::Heuristic,
            Ties::GoalCount => Self::Placed(vec![vec![1; atoms]; targets.len()]),
            Ties::FillOrder => {
                let orders =
                    targets.iter().map(|target| fill_order(board, &target.cells()[..atoms]));
                Self::Placed(orders.collect())
            }
            Ties::RealizablePaths => Self::RealizablePaths(board.clone(), Distances::new(board)),
        }
    }

    /// The rank of a state: lower ones come first.
    ///
    /// # Complexity
    /// Linear in atoms times targets; for paths, times the shortest ways.
    pub fn rank<const N: usize>(
        &self,
        state: &[Cell],
        h: Depth,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
    ) -> u16 {
        match self {
            Self::Heuristic => h.0,
            Self::Placed(counts) => {
                let placed = |(target, counts): (&Packed<N>, &Vec<u16>)| {
                    let in_place = |group: &Range<usize>| {
                        let at = &state[group.clone()];
                        let places =
                            group.clone().filter(|&place| at.contains(&target.cells()[place]));
                        places.map(|place| counts[place]).sum::<u16>()
                    };
                    groups.iter().map(in_place).sum::<u16>()
                };
                let most = counts.iter().map(|counts| counts.iter().sum()).max();
                most.unwrap_or(0) - targets.iter().zip(counts).map(placed).max().unwrap_or(0)
            }
            Self::RealizablePaths(board, distances) => {
                let mut obstacles = CellSet::WALLS;
                state.iter().for_each(|&at| obstacles.insert(at));
                let is_free = |&at: &Cell, places: &[Cell]| {
                    places.iter().any(|&to| {
                        let mut seen = CellSet::EMPTY;
                        is_realizable(board, distances, &obstacles, [at, to], &mut seen)
                    })
                };
                let realizable = |target: &Packed<N>| {
                    let of_group = |group: &Range<usize>| {
                        let places = &target.cells()[group.clone()];
                        state[group.clone()].iter().filter(|at| is_free(at, places)).count()
                    };
                    groups.iter().map(of_group).sum::<usize>()
                };
                (state.len() - targets.iter().map(realizable).max().unwrap_or(0)) as u16
            }
        }
    }
}

/// Whether a shortest way by generalized moves is free of other atoms; `seen` are cells from which
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

/// What an atom in each place of a molecule counts: those that can be moved away last, taken
/// apart backward, must be placed first, and count most.
fn fill_order(board: &Board, places: &[Cell]) -> Vec<u16> {
    /// More rounds are counted as this one.
    const ROUNDS: u32 = 9;
    let mut counts = vec![0; places.len()];
    let mut round = 0;
    loop {
        let mut obstacles = CellSet::WALLS;
        let left = places.iter().zip(&counts).filter(|&(_, &count)| count == 0);
        left.for_each(|(&place, _)| obstacles.insert(place));
        let can_leave = |place: Cell| {
            Direction::ALL.into_iter().any(|direction| {
                let behind = board.neighbour(place, direction.opposite());
                obstacles.contains(behind) && !obstacles.contains(board.neighbour(place, direction))
            })
        };
        let leaving: Vec<_> =
            (0..places.len()).filter(|&at| counts[at] == 0 && can_leave(places[at])).collect();
        for &at in &leaving {
            counts[at] = 1 << round;
        }
        round = (round + 1).min(ROUNDS);
        if leaving.is_empty() {
            counts.iter_mut().filter(|count| **count == 0).for_each(|count| *count = 1 << round);
            return counts;
        }
    }
}
