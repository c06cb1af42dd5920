//! Predicts and counts iterations of IDA* over many starts.

use super::prediction::{Distribution, count};
use super::sample::random_boards;
use crate::automaton::Automaton;
use crate::heuristics::{HeuristicName, SlideHeuristic, TooLarge};
use crate::pattern::{Collection, Partition, Pattern, PatternDatabases, Table};
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Goal, Size};
use fewest_search::Depth;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Positions from which a heuristic's values are sampled if they cannot be counted.
const SAMPLE: usize = 1_000_000;

/// Starts on one board, and the bounds of iterations from them.
#[derive(Debug, Clone)]
pub struct Iterations {
    /// The board.
    pub size: Size,
    /// The goal.
    pub goal: Goal,
    /// Solvable positions of the board.
    pub starts: Vec<Board>,
    /// The bounds. Each applies to the starts with solutions of its parity.
    pub bounds: RangeInclusive<u16>,
}

/// The results of the iterations with one heuristic.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The mean of the heuristic over all positions.
    pub mean: f64,
    /// Whether the mean is over all positions, instead of a million random ones.
    pub is_exact: bool,
    /// The mean over the starts.
    pub mean_of_starts: f64,
    /// The iterations, by bound.
    pub rows: Vec<Row>,
}

/// Iterations with one bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The bound.
    pub bound: Depth,
    /// The number of starts with solutions of its parity.
    pub starts: usize,
    /// The predicted average number of positions that an iteration expands.
    pub predicted: f64,
    /// The same, counted.
    pub counted: Counted,
    /// The counts for starts, by the difference between the bound and their heuristic.
    pub by_slack: BTreeMap<u16, Counted>,
}

/// Counts of several iterations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// The number of iterations.
    pub number: usize,
    /// The sum of their expanded positions.
    pub sum: f64,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The median.
    pub median: u64,
}

/// The reason why there are no tables of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoTables {
    /// The blank of the goal is not in a corner.
    #[error("these tables are for goals with the blank in a corner")]
    OtherGoal,
    /// There is not enough memory.
    #[error("the tables do not fit into memory")]
    TooLarge,
}

impl Iterations {
    /// Creates random starts, always the same ones.
    pub fn random(size: Size, goal: Goal, starts: usize, bounds: RangeInclusive<u16>) -> Self {
        Self { size, goal, starts: random_boards(size, goal, 1).take(starts).collect(), bounds }
    }

    /// Predicts and counts the iterations with a heuristic and only the rule against undoing the
    /// last move. An iteration does not stop at a plan.
    ///
    /// # Errors
    /// If the tables of the heuristic are too large.
    ///
    /// # Complexity
    /// That of the searches, plus a million values of the heuristic if not all of them can be
    /// counted.
    pub fn with(&self, heuristic: HeuristicName) -> Result<Comparison, TooLarge> {
        let target = Board::solved(self.size, self.goal);
        let too_large = TooLarge { heuristic, size: self.size };
        let table = |pattern: &Pattern| Table::without_limits(pattern).map_err(|_| too_large);
        let known = AnyHeuristic::towards(&target, heuristic, table)?;
        let is_manhattan = heuristic == HeuristicName::Manhattan;
        let exact = is_manhattan.then(|| Distribution::of_manhattan(&target)).flatten();
        Ok(self.compare(&known, exact))
    }

    /// Does the same with the pattern databases of a collection for the goal of these starts.
    ///
    /// # Errors
    /// If there is not enough memory for the tables, or if they are not for this goal.
    pub fn with_tables(&self, collection: &Collection) -> Result<Comparison, NoTables> {
        let target = Board::solved(self.size, self.goal);
        let sides = collection.towards(&target).ok_or(NoTables::OtherGoal)?.sides();
        let tables = Partition::tables_of(&sides);
        let tables = tables.iter().map(Table::without_limits).collect::<Result<_, _>>();
        let databases = PatternDatabases::new(&sides, tables.map_err(|_| NoTables::TooLarge)?);
        Ok(self.compare(&AnyHeuristic::PatternDatabases(databases.into()), None))
    }

    fn compare(&self, heuristic: &AnyHeuristic, exact: Option<Distribution>) -> Comparison {
        let is_exact = exact.is_some();
        let distribution = exact.unwrap_or_else(|| {
            let sample = random_boards(self.size, self.goal, 2).take(SAMPLE);
            Distribution::of(self.size, heuristic, sample)
        });
        let of_starts = Distribution::of(self.size, heuristic, self.starts.iter().cloned());
        let rows =
            self.bounds.clone().map(|bound| self.row(heuristic, &distribution, Depth(bound)));
        Comparison {
            mean: distribution.mean(),
            is_exact,
            mean_of_starts: of_starts.mean(),
            rows: rows.collect(),
        }
    }

    fn row(&self, heuristic: &AnyHeuristic, distribution: &Distribution, bound: Depth) -> Row {
        let automaton = Automaton::no_way_back();
        let home = Board::solved(self.size, self.goal).blank();
        let fits =
            |board: &&Board| u16::from(self.size.distance(board.blank(), home)) % 2 == bound.0 % 2;
        let starts: Vec<_> = self.starts.iter().filter(fits).collect();
        let cells = self.size.all_cells().map(|cell| distribution.predict(&automaton, cell, bound));
        let cells: Vec<_> = cells.collect();
        let predicted = starts.iter().map(|board| cells[board.blank().index()]).sum::<f64>();
        let counts: Vec<_> =
            starts.iter().map(|board| count(heuristic, &automaton, board, bound)).collect();
        let mut groups = BTreeMap::<_, Vec<u64>>::new();
        for (board, &count) in starts.iter().zip(&counts) {
            let value = heuristic.bound(&heuristic.start(|cell| board.tile(cell)));
            if value <= bound {
                groups.entry(bound.0 - value.0).or_default().push(count);
            }
        }
        Row {
            bound,
            starts: starts.len(),
            predicted: predicted / starts.len() as f64,
            counted: Counted::new(&counts),
            by_slack: groups.into_iter().map(|(slack, of)| (slack, Counted::new(&of))).collect(),
        }
    }
}

impl Counted {
    fn new(counts: &[u64]) -> Self {
        let number = counts.len() as f64;
        let sum = counts.iter().map(|&count| count as f64).sum::<f64>();
        let mean = sum / number;
        let squares = counts.iter().map(|&count| (count as f64 - mean).powi(2)).sum::<f64>();
        let mut sorted = counts.to_vec();
        sorted.sort_unstable();
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0);
        let error = (squares / number / (number - 1.0)).sqrt();
        Self { number: counts.len(), sum, mean, error, median }
    }
}
