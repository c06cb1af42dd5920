//! `fewest predict`: how many positions iterations of IDA* expand, predicted and counted.

use crate::arguments::{Reading, completions};
use crate::output::{exit, json};
use clap::Args;
use fewest::AnyPuzzle;
use fewest::rules::tiles::Size;
use fewest::tiles::HeuristicName;
use fewest::tiles::analysis::{Comparison, Counted, Iterations, Row};
use fewest::tiles::pattern::Collection;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Predict how many positions iterations of IDA* expand on tile puzzles, and count them
///
/// The starts are random positions of the board that --size names, always the same ones, or those
/// of the inputs. Each bound counts the starts whose solutions have its parity, whatever their
/// heuristic value; an iteration does not stop at a plan. Moves are pruned only if they take back
/// the last one.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Tile puzzles to start from; by default random ones
    #[arg(value_name = "INPUT", add = completions::inputs())]
    inputs: Vec<OsString>,
    #[command(flatten)]
    reading: Reading,
    /// Heuristics for tiles, or partitions like 4x4:7-8, separated by commas
    #[arg(long, default_value = "manhattan", value_delimiter = ',')]
    heuristic: Vec<Guide>,
    /// Bounds of the iterations, like 34-37
    #[arg(long, value_name = "RANGE")]
    bounds: Bounds,
    /// Number of random starts
    #[arg(long, value_name = "COUNT", default_value = "1000", conflicts_with = "inputs")]
    starts: usize,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

/// A heuristic, by name or by its tables.
#[derive(Debug, Clone)]
enum Guide {
    Named(HeuristicName),
    Tables(Collection),
}

impl FromStr for Guide {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(name) => Ok(Self::Named(name)),
            Err(_) if text.contains(':') => {
                text.parse().map(Self::Tables).map_err(|error| format!("{error}"))
            }
            Err(_) => {
                let names = HeuristicName::ALL.map(HeuristicName::name).join(", ");
                Err(format!("expected {names}, or a partition like 4x4:7-8"))
            }
        }
    }
}

/// A range of bounds.
#[derive(Debug, Clone)]
struct Bounds(RangeInclusive<u16>);

impl FromStr for Bounds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const HELP: &str = "bounds are like 34-37 or 40, and at most 255";
        let number = |text: &str| {
            text.parse::<u16>().ok().filter(|&bound| bound <= u16::from(u8::MAX)).ok_or(HELP)
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let bounds = number(first)?..=number(last)?;
        if bounds.is_empty() { Err(HELP) } else { Ok(Self(bounds)) }
    }
}

#[derive(Serialize)]
struct Data<'a> {
    heuristic: &'a str,
    mean: f64,
    bound: u16,
    starts: usize,
    predicted: f64,
    counted: f64,
    error: f64,
    median: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let iterations = iterations(arguments)?;
    let out = &mut io::stdout().lock();
    for guide in &arguments.heuristic {
        let (name, comparison) = match guide {
            Guide::Named(name) => {
                let compared = iterations.with(*name).map_err(|error| usage(&error))?;
                (name.to_string(), compared)
            }
            Guide::Tables(collection) => {
                let name = format!("{}:{collection}", collection.size());
                if collection.size() != iterations.size {
                    let size = iterations.size;
                    return Err(usage(&format!("{name} is not available on {size} boards")));
                }
                (name, iterations.with_tables(collection)?)
            }
        };
        if arguments.json {
            records(out, &name, &comparison)?;
        } else {
            table(out, &name, &comparison, iterations.starts.len())?;
        }
    }
    Ok(exit::OK)
}

fn usage(error: &impl ToString) -> anyhow::Error {
    exit::Usage(error.to_string()).into()
}

/// The starts and bounds that were asked for.
fn iterations(arguments: &Arguments) -> anyhow::Result<Iterations> {
    let Arguments { inputs, reading, bounds: Bounds(bounds), starts, .. } = arguments;
    let options = reading.options().tiles;
    if inputs.is_empty() {
        let size: Size = options.size.ok_or_else(|| usage(&"an input or --size is needed"))?;
        return Ok(Iterations::random(size, options.goal, *starts, bounds.clone()));
    }
    let mut starts = vec![];
    for input in inputs {
        for instance in reading.read(input)?.whole()? {
            match instance.puzzle {
                AnyPuzzle::Tiles(tiles) if tiles.is_solvable() => starts.push(tiles.start),
                AnyPuzzle::Tiles(_) => {
                    return Err(usage(&format!("{}: it cannot be solved", instance.name)));
                }
                _ => return Err(usage(&format!("{}: not a tile puzzle", instance.name))),
            }
        }
    }
    let size = starts.first().map(|start| start.size());
    let size = size.ok_or_else(|| usage(&"there is no tile puzzle in the inputs"))?;
    if starts.iter().any(|start| start.size() != size) {
        return Err(usage(&"all starts must be of one size"));
    }
    Ok(Iterations { size, goal: options.goal, starts, bounds: bounds.clone() })
}

fn records(out: &mut impl Write, name: &str, comparison: &Comparison) -> io::Result<()> {
    for Row { bound, starts, predicted, counted, .. } in &comparison.rows {
        let Counted { mean: counted, error, median, .. } = *counted;
        let (heuristic, mean, bound) = (name, comparison.mean, bound.0);
        let (starts, predicted) = (*starts, *predicted);
        let data = Data { heuristic, mean, bound, starts, predicted, counted, error, median };
        json::write(out, "iteration", &data)?;
    }
    Ok(())
}

fn table(
    out: &mut impl Write,
    name: &str,
    comparison: &Comparison,
    starts: usize,
) -> io::Result<()> {
    let Comparison { mean, is_exact, mean_of_starts, rows } = comparison;
    let over = if *is_exact { "all" } else { "a million random" };
    writeln!(
        out,
        "{name}: mean {mean:.3} over {over} positions, {mean_of_starts:.3} over {starts} starts"
    )?;
    writeln!(out, "bound starts      predicted        counted   error     median")?;
    for Row { bound, starts, predicted, counted, .. } in rows {
        let Counted { mean, error, median, .. } = counted;
        let error = 100.0 * error / mean;
        let bound = bound.0;
        writeln!(
            out,
            "{bound:>5} {starts:>6} {predicted:>14.1} {mean:>14.1} {error:>6.1}% {median:>10}"
        )?;
    }
    let Some(Row { counted: all, by_slack, .. }) = rows.last() else { return Ok(()) };
    writeln!(out, "of the last bound, by how far it is above the heuristic:")?;
    writeln!(out, "above starts        counted  share")?;
    for (above, Counted { number, sum, mean, .. }) in by_slack {
        let share = 100.0 * sum / all.sum;
        writeln!(out, "{above:>5} {number:>6} {mean:>14.1} {share:>5.1}%")?;
    }
    Ok(())
}
