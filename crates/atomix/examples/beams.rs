//! How wide a beam must be to find a plan of a level, with tests and without them.
//!
//! `beams LEVEL MOVES SECONDS`: in each direction the width is doubled from 100 on until a plan of
//! at most `MOVES` is found, a beam takes longer than `SECONDS` or is as wide as is allowed. Plans
//! are replayed by the rules and printed.

mod shared;

use fewest_atomix::{HeuristicLevel, MAX_ATOMS, in_rules, problem_at};
use fewest_rules::atomix::{Level, Move};
use fewest_rules::replay;
use fewest_search::outcome::{Work, unlimited};
use fewest_search::portfolio::Beam;
use fewest_search::problem::LazyTesting;
use fewest_search::{Depth, Direction};
use shared::Fallible;
use std::process::ExitCode;
use std::time::Instant;

/// Wider beams are not tried.
const MOST_WIDTH: usize = 100 << 14;

fn main() -> ExitCode {
    shared::run(|arguments| {
        let [file, moves, seconds] = arguments else {
            return Err("usage: beams LEVEL MOVES SECONDS".into());
        };
        let level = shared::level(file)?;
        let (limit, most) = (Depth(moves.parse()?), seconds.parse()?);
        for direction in Direction::ALL {
            for testing in [LazyTesting::Off, LazyTesting::On] {
                print!("{file} {direction}, tests: {testing:?}, ");
                match level.atoms().len() {
                    ..=24 => widen::<24>(&level, direction, testing, limit, most)?,
                    _ => widen::<MAX_ATOMS>(&level, direction, testing, limit, most)?,
                }
            }
        }
        Ok(())
    })
}

fn widen<const N: usize>(
    level: &Level,
    direction: Direction,
    testing: LazyTesting,
    limit: Depth,
    most: f64,
) -> Fallible<()> {
    let problem = problem_at::<N>(level, direction, HeuristicLevel::SupportedStops);
    let mut width = 100;
    loop {
        let (begun, mut work) = (Instant::now(), Work::default());
        let beam = Beam { width, limit, testing, seed: 0 };
        let plan = unlimited(|m| beam.plan(&problem, m, &mut work)).ok().flatten();
        let seconds = begun.elapsed().as_secs_f64();
        if plan.is_none() && seconds <= most && width < MOST_WIDTH {
            width *= 2;
            continue;
        }
        let (expanded, tested) = (work.statistics.expanded, work.tested);
        print!("width {width}: {expanded} expanded, {tested} tested, {seconds:.2} s, ");
        match plan.map(|plan| in_rules(level, direction, plan)) {
            None => println!("no plan"),
            Some(plan) => {
                replay(level, plan.iter().copied())?;
                let moves: Vec<_> = plan.iter().map(Move::to_string).collect();
                println!("{} moves: {}", plan.len(), moves.join(" "));
            }
        }
        return Ok(());
    }
}
