//! Predicts how many positions an iteration of IDA* expands, and counts them.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example prediction -- SIZE HEURISTICS STARTS FIRST LAST
//! cargo run --release -p fewest-tiles --example prediction -- 4x4 manhattan,linear-conflict 1000 40 46
//! ```
//!
//! HEURISTICS are names, or partitions such as `4x4:7-8`. STARTS is a number of random positions,
//! always the same ones, or a list of positions with the blank first in the solved one. Each
//! iteration has a bound from FIRST to LAST, whatever the heuristic of the start, and goes on
//! where there is a plan. Every bound is for the starts with a solution of its parity.
//!
//! The Manhattan distance's values are counted for all positions where that is possible, else
//! those of a million random positions. Moves are pruned only if they take back the last one.

use fewest_rules::tiles::{Board, Goal, Instance, Options, Size, Tile, parse_list};
use fewest_search::Depth;
use fewest_search::outcome::unlimited;
use fewest_tiles::analysis::{Distribution, count};
use fewest_tiles::pattern::{Collection, Pattern, Table};
use fewest_tiles::{
    Automaton, Heuristic, HeuristicName, InversionDistance, LinearConflict, Manhattan,
    PatternDatabases, WalkingDistance,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;

const GOAL: Goal = Goal::BlankFirst;
/// Positions that the values of a heuristic are taken from.
const SAMPLE: usize = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, heuristics, starts, first, last] = &arguments[..] else {
        return Err("usage: prediction SIZE HEURISTICS STARTS FIRST LAST".into());
    };
    let size: Size = size.parse()?;
    let starts = match starts.parse() {
        Ok(starts) => random(size, 1).take(starts).collect(),
        Err(_) => read(size, starts)?,
    };
    let run = Run { size, starts, bounds: first.parse()?..=last.parse()? };
    for name in heuristics.split(',') {
        println!("{name}");
        run.with(name)?;
    }
    Ok(())
}

/// What is the same for all heuristics.
struct Run {
    size: Size,
    starts: Vec<Board>,
    bounds: RangeInclusive<u16>,
}

impl Run {
    fn with(&self, name: &str) -> Result<(), Box<dyn Error>> {
        let target = Board::solved(self.size, GOAL);
        if name.contains(':') {
            return self.with_tables(
                &name.parse::<Collection>()?.towards(&target).ok_or("the blank is elsewhere")?,
            );
        }
        match name.parse()? {
            HeuristicName::Manhattan => {
                self.compare(&Manhattan::new(&target), Distribution::of_manhattan(&target));
            }
            HeuristicName::LinearConflict => self.compare(&LinearConflict::new(&target), None),
            HeuristicName::InversionDistance => {
                self.compare(&InversionDistance::new(&target), None);
            }
            HeuristicName::WalkingDistance => {
                let walking = WalkingDistance::new(&target).ok_or("the tables are too large")?;
                self.compare(&walking, None);
            }
            HeuristicName::PatternDatabases => {
                self.with_tables(&Collection::ladder(&target)[0])?;
            }
        }
        Ok(())
    }

    fn with_tables(&self, collection: &Collection) -> Result<(), Box<dyn Error>> {
        let table = |pattern: &Pattern| {
            unlimited(|monitor| Table::build(pattern.clone(), monitor)).map(Arc::new)
        };
        let sides = collection.sides();
        // The last one again where there are fewer.
        let sides = std::array::from_fn(|side| sides[side.min(sides.len() - 1)].clone());
        self.compare(&PatternDatabases::<12, 8>::new(sides, table)?, None);
        Ok(())
    }

    fn compare<H: Heuristic>(&self, heuristic: &H, exact: Option<Distribution>) {
        let is_exact = exact.is_some();
        let sampled = || Distribution::of(self.size, heuristic, random(self.size, 2).take(SAMPLE));
        let distribution = exact.unwrap_or_else(sampled);
        let of_starts = Distribution::of(self.size, heuristic, self.starts.iter().copied());
        println!(
            "mean {:.3} over {} positions, {:.3} over the {} starts",
            distribution.mean(),
            if is_exact { "all" } else { "random" },
            of_starts.mean(),
            self.starts.len()
        );
        println!("bound starts      predicted        counted  error  pred./count.   median    1/s");
        let automaton = Automaton::no_way_back();
        for bound in self.bounds.clone().map(Depth) {
            let value = |board: &Board| heuristic.bound(&heuristic.start(|cell| board.tile(cell)));
            let home = Board::solved(self.size, GOAL).blank();
            let fits = |board: &&Board| {
                u16::from(self.size.distance(board.blank(), home)) % 2 == bound.0 % 2
            };
            let starts: Vec<_> = self.starts.iter().filter(fits).collect();
            let cells = self.size.all_cells().map(|c| distribution.predict(&automaton, c, bound));
            let cells: Vec<_> = cells.collect();
            let predicted = starts.iter().map(|board| cells[board.blank().index()]).sum::<f64>();
            let began = Instant::now();
            let counts: Vec<_> =
                starts.iter().map(|board| count(heuristic, &automaton, board, bound)).collect();
            let seconds = began.elapsed().as_secs_f64();
            let Counted { sum, mean, error, median } = Counted::new(&counts);
            println!(
                "{:>5} {:>6} {:>14.1} {mean:>14.1} {:>5.1}% {:>13.3} {median:>8} {:>6.1e}",
                bound.0,
                starts.len(),
                predicted / starts.len() as f64,
                100.0 * error / mean,
                predicted / sum,
                sum / seconds,
            );
            if bound.0 + 2 > *self.bounds.end() {
                by_slack(bound, starts.iter().map(|board| value(board)).zip(counts), sum);
            }
        }
    }
}

/// How starts share the positions of an iteration, by how far the bound is above the heuristic.
fn by_slack(bound: Depth, counts: impl Iterator<Item = (Depth, u64)>, sum: f64) {
    let mut groups = BTreeMap::<_, Vec<u64>>::new();
    for (value, count) in counts.filter(|(value, _)| *value <= bound) {
        groups.entry(bound.0 - value.0).or_default().push(count);
    }
    println!("      of the bound {}: above the heuristic, starts, counted, share", bound.0);
    for (slack, counts) in groups {
        let Counted { sum: part, mean, .. } = Counted::new(&counts);
        let share = 100.0 * part / sum;
        println!("      {slack:>2} {:>6} {mean:>14.1} {share:>5.1}%", counts.len());
    }
}

struct Counted {
    sum: f64,
    mean: f64,
    /// The standard error of the mean.
    error: f64,
    median: u64,
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
        Self { sum, mean, error: (squares / number / (number - 1.0)).sqrt(), median }
    }
}

/// Positions that can be solved, all equally likely.
fn random(size: Size, seed: u64) -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut tiles: Vec<_> = (0..size.cells() as u8).map(Tile).collect();
        random.shuffle(&mut tiles);
        let board = Board::new(size, tiles.clone()).expect("a shuffled board is a board");
        if Instance::new(board, GOAL).is_solvable() {
            return board;
        }
        // Any exchange of two tiles makes it one that can be solved.
        let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != Tile::BLANK);
        if let (Some(one), Some(other)) = (cells.next(), cells.next()) {
            tiles.swap(one, other);
        }
        Board::new(size, tiles).expect("so it is with two tiles exchanged")
    })
}

/// The positions of a list.
fn read(size: Size, file: &str) -> Result<Vec<Board>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let options = Options { goal: GOAL, size: Some(size) };
    let list = parse_list(&text, options).map_err(|error| format!("{file}:{error}"))?;
    Ok(list.into_iter().map(|instance| instance.start).collect())
}
