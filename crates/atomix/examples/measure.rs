//! Solves a level with one strength of the heuristic and prints what it took.
//!
//! `measure LEVEL DIRECTION STRENGTH [SECONDS [MOVES]]`, with the names that answers report; plans of
//! more moves are not looked for.

use fewest_atomix::{Model, Strength};
use fewest_rules::atomix::parse;
use fewest_search::breadth_first_heuristic::breadth_first_heuristic;
use fewest_search::{Depth, Direction, Limits, Monitor, Progress};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The most atoms that a level may have here.
const ATOMS: usize = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, direction, strength, limits @ ..] = arguments.as_slice() else {
        return Err("usage: measure LEVEL DIRECTION STRENGTH [SECONDS [MOVES]]".into());
    };
    let set = parse(&std::fs::read(file)?, None)?;
    let level = set.into_levels().next().ok_or("no level")?.level?;
    if level.atoms().len() > ATOMS {
        return Err(format!("the level has more than {ATOMS} atoms").into());
    }
    let direction: Direction = direction.parse()?;
    let strength = Strength::ALL.into_iter().find(|known| known.name() == strength);
    let strength = strength.ok_or("unknown strength")?;
    let seconds = limits.first().map(|seconds| seconds.parse()).transpose()?;
    let upper_bound = limits.get(1).map(|moves| moves.parse().map(Depth)).transpose()?;
    let begun = Instant::now();
    let deadline = seconds.map(|seconds| begun + Duration::from_secs(seconds));
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    let limits = Limits { deadline, upper_bound, ..Limits::default() };
    let model = Model::<ATOMS>::new(&level, direction, strength);
    let prepared = begun.elapsed().as_secs_f64();
    let outcome = breadth_first_heuristic(&model, &mut Monitor::new(limits, &never, &mut silent));
    let (counts, bounds) = (outcome.statistics(), outcome.bounds());
    let seconds = begun.elapsed().as_secs_f64() - prepared;
    println!(
        "{file} {direction} {}: {:?}, at least {}, {} expanded, {} generated, {prepared:.2} s to prepare, \
         {seconds:.2} s to search, {:.2} million generated a second",
        strength.name(),
        outcome.verdict(),
        bounds.lower,
        counts.expanded,
        counts.generated,
        counts.generated as f64 / seconds / 1e6,
    );
    Ok(())
}
