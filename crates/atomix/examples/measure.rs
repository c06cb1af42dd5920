//! Solves a level with one level of the heuristic and prints what it took.
//!
//! `measure LEVEL DIRECTION HEURISTIC [SECONDS [MOVES]]`, with the names that answers report; plans
//! of more moves are not looked for.

mod shared;

use fewest_atomix::{HeuristicLevel, MAX_ATOMS, problem_at};
use fewest_rules::atomix::Level;
use fewest_search::breadth_first::breadth_first_heuristic_search;
use fewest_search::{Depth, Direction, Interrupt, Limits, Monitor, Progress};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    shared::run(|arguments| {
        let [file, direction, heuristic, limits @ ..] = arguments else {
            return Err("usage: measure LEVEL DIRECTION HEURISTIC [SECONDS [MOVES]]".into());
        };
        let level = shared::level(file)?;
        let direction: Direction = direction.parse()?;
        let heuristic = HeuristicLevel::ALL.into_iter().find(|known| known.name() == heuristic);
        let heuristic = heuristic.ok_or("unknown heuristic")?;
        let seconds = limits.first().map(|seconds| seconds.parse()).transpose()?;
        let upper_bound = limits.get(1).map(|moves| moves.parse().map(Depth)).transpose()?;
        print!("{file} ");
        match level.atoms().len() {
            ..=24 => measure::<24>(&level, direction, heuristic, seconds, upper_bound),
            _ => measure::<MAX_ATOMS>(&level, direction, heuristic, seconds, upper_bound),
        }
        Ok(())
    })
}

fn measure<const N: usize>(
    level: &Level,
    direction: Direction,
    heuristic: HeuristicLevel,
    seconds: Option<u64>,
    upper_bound: Option<Depth>,
) {
    let begun = Instant::now();
    let deadline = seconds.map(|seconds| begun + Duration::from_secs(seconds));
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    let limits = Limits { deadline, upper_bound, ..Limits::default() };
    let problem = problem_at::<N>(level, direction, heuristic);
    let prepared = begun.elapsed().as_secs_f64();
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let outcome = breadth_first_heuristic_search(&problem, None, &mut monitor);
    let outcome = outcome.expect("there is no checkpoint to refuse");
    let (counts, bounds) = (outcome.statistics(), outcome.bounds());
    let seconds = begun.elapsed().as_secs_f64() - prepared;
    println!(
        "{direction} {}: {:?}, at least {}, {} expanded, {} generated, {prepared:.2} s to prepare, \
         {seconds:.2} s to search, {:.2} million generated a second",
        heuristic.name(),
        outcome.verdict(),
        bounds.lower,
        counts.expanded,
        counts.generated,
        counts.generated as f64 / seconds / 1e6,
    );
}
