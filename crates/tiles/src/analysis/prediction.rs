//! The number of positions that IDA* expands: predicted, and counted.
//!
//! An iteration with bound d expands those paths of i moves whose end is, by the heuristic, at most
//! d − i away. A path maps the positions with the blank in one cell one to one to those with the
//! blank in another. So the average over all positions with the blank in the cell where the
//! iteration starts is a sum over i and the cells where paths end: the number of paths times the
//! share of positions that are close enough.
//!
//! This is exact for a consistent heuristic, under which a path whose end is close enough never
//! exceeded the bound before. It is an average over positions, dominated by those whose heuristic
//! is far below the bound: a single position, or one whose heuristic is known to be close to the
//! bound, may be far from it (Zahavi, Felner, Burch and Holte, *Predicting the performance of IDA\*
//! using conditional distributions*, Journal of Artificial Intelligence Research 37, 2010).
//!
//! # Source
//! Korf, Reid and Edelkamp, *Time complexity of iterative-deepening-A\**, Artificial Intelligence
//! 129 (2001). There cells are of three kinds; here each is counted separately.

use crate::automaton::Automaton;
use crate::board::Slide;
use crate::heuristics::SlideHeuristic;
use fewest_rules::tiles::{Board, Cell, Direction, Size, Tile};
use fewest_search::Depth;

/// The frequency of each value of a heuristic, for each cell of the blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    size: Size,
    /// By cell and value: the positions whose value is at most this. The last one is all of them.
    within: Vec<Vec<u64>>,
}

impl Distribution {
    /// The largest number of cells for which the Manhattan distance is counted.
    pub const MOST_CELLS: usize = 16;

    /// Returns the distribution of the Manhattan distance over all solvable positions; `None` for
    /// more than [`Distribution::MOST_CELLS`] cells.
    ///
    /// # Complexity
    /// A list of sums for each set of n cells: half a second for sixteen.
    pub fn of_manhattan(target: &Board) -> Option<Self> {
        let size = target.size();
        if size.cells() > Self::MOST_CELLS {
            return None;
        }
        let homes: Vec<Cell> =
            size.all_cells().filter(|&cell| target.tile(cell) != Tile::BLANK).collect();
        // By the set of cells that the first tiles occupy, and by the sum of their distances: the
        // number of ways to put them there, and how many more of these are even than odd.
        let mut ways = vec![vec![]; 1 << size.cells()];
        ways[0] = vec![(1_i64, 1_i64)];
        for set in 0..ways.len() {
            let Some(&home) = homes.get(set.count_ones() as usize) else { continue };
            let before = std::mem::take(&mut ways[set]);
            for cell in size.all_cells().filter(|cell| set >> cell.0 & 1 == 0) {
                let more = usize::from(size.distance(cell, home));
                let is_odd = (set >> cell.0).count_ones() % 2 == 1;
                let with = &mut ways[set | 1 << cell.0];
                with.resize(with.len().max(before.len() + more), (0, 0));
                for ((all, signed), (more_all, more_signed)) in with[more..].iter_mut().zip(&before)
                {
                    *all += more_all;
                    *signed += if is_odd { -more_signed } else { *more_signed };
                }
            }
        }
        let counts = size.all_cells().map(|blank| {
            // Positions are solvable if the permutation of tiles and blank has the parity of the
            // blank's path. Leaving out the blank changes the sign as in the expansion of a
            // determinant.
            let [from, to] = [target.blank(), blank];
            let is_odd = (from.0 + to.0 + size.distance(from, to)) % 2 == 1;
            let half = |&(all, signed): &(i64, i64)| {
                (if is_odd { all - signed } else { all + signed }) as u64 / 2
            };
            ways[(1 << size.cells()) - 1 - (1 << blank.0)].iter().map(half).collect()
        });
        Some(Self::new(size, counts))
    }

    /// Returns the distribution of any heuristic over some positions of a board: all solvable ones,
    /// or a random sample of them.
    ///
    /// # Panics
    /// If a position is of another size.
    pub fn of<H: SlideHeuristic>(
        size: Size,
        heuristic: &H,
        positions: impl IntoIterator<Item = Board>,
    ) -> Self {
        let mut counts = vec![vec![]; size.cells()];
        for board in positions {
            assert_eq!(board.size(), size, "positions must be of one size");
            let value = heuristic.bound(&heuristic.start(|cell| board.tile(cell))).index();
            let counts = &mut counts[board.blank().index()];
            counts.resize(counts.len().max(value + 1), 0);
            counts[value] += 1;
        }
        Self::new(size, counts)
    }

    /// From the frequency of each value for each cell.
    fn new(size: Size, counts: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let within = counts.into_iter().map(|mut counts| {
            while counts.pop_if(|last| *last == 0).is_some() {}
            let sum = |sum: &mut u64, count| {
                *sum += count;
                Some(*sum)
            };
            counts.into_iter().scan(0, sum).collect()
        });
        Self { size, within: within.collect() }
    }

    /// Returns the mean of the heuristic over all positions.
    pub fn mean(&self) -> f64 {
        let (mut sum, mut positions) = (0.0, 0);
        for within in &self.within {
            let all = within.last().copied().unwrap_or(0);
            // A value adds one for each number below it.
            sum += within.iter().map(|&within| (all - within) as f64).sum::<f64>();
            positions += all;
        }
        sum / positions as f64
    }

    /// Returns the number of positions that an iteration with a bound expands, on average over all
    /// positions with the blank in a cell, if the heuristic is consistent and the search does not
    /// stop at a plan.
    ///
    /// # Units
    /// Positions within the bound, once for each path that the automaton allows. A solved position
    /// at the bound is counted, too.
    pub fn predict(&self, automaton: &Automaton, start: Cell, bound: Depth) -> f64 {
        let paths = automaton.paths(self.size, start, bound.index());
        let below = |(cell, within): (usize, &Vec<u64>)| {
            let Some((&all, last)) = within.last().zip(within.len().checked_sub(1)) else {
                return 0.0;
            };
            let close = |(moves, paths): (usize, &Vec<f64>)| {
                paths[cell] * within[last.min(bound.index() - moves)] as f64
            };
            paths.iter().enumerate().map(close).sum::<f64>() / all as f64
        };
        self.within.iter().enumerate().map(below).sum()
    }
}

/// Counts the positions that an iteration with a bound expands, in the way that
/// [`Distribution::predict`] predicts them: the search does not stop at a plan, and expands nothing
/// if the heuristic of the start is above the bound.
pub fn count<H: SlideHeuristic>(
    heuristic: &H,
    automaton: &Automaton,
    start: &Board,
    bound: Depth,
) -> u64 {
    let value = heuristic.start(|cell| start.tile(cell));
    if heuristic.bound(&value) > bound {
        return 0;
    }
    let tiles = start.tiles().to_vec();
    let mut paths = Paths { size: start.size(), heuristic, automaton, tiles };
    paths.count(&value, start.blank(), Automaton::START, bound.0)
}

/// A position that is changed along a path and back.
struct Paths<'a, H> {
    size: Size,
    heuristic: &'a H,
    automaton: &'a Automaton,
    tiles: Vec<Tile>,
}

impl<H: SlideHeuristic> Paths<'_, H> {
    /// Counts the paths of at most `budget` moves within the bound.
    fn count(&mut self, value: &H::Value, to: Cell, state: u32, budget: u16) -> u64 {
        let Some(budget) = budget.checked_sub(1) else { return 1 };
        let mut paths = 1;
        for direction in Direction::ALL {
            let state = self.automaton.next(state, direction.index());
            let Some(from) = self.size.neighbour(to, direction) else { continue };
            if state == Automaton::FORBIDDEN {
                continue;
            }
            let slide = Slide { tile: self.tiles[from.index()], from, to, direction };
            let tile_at = |cell: Cell| self.tiles[cell.index()];
            let after = self.heuristic.after(value, slide, tile_at, Depth(budget));
            if let Some(after) = after {
                self.tiles.swap(from.index(), to.index());
                paths += self.count(&after, from, state, budget);
                self.tiles.swap(from.index(), to.index());
            }
        }
        paths
    }
}
