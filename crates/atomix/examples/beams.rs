//! How wide a beam must be to find a plan of a level, with tests and without them.
//!
//! `beams LEVEL MOVES SECONDS`: in each direction the width is doubled from 100 on until a plan of
//! at most `MOVES` is found or a beam takes longer than `SECONDS`. Plans are replayed by the rules
//! and printed.

use fewest_atomix::{Model, Strength, in_rules};
use fewest_rules::atomix::parse;
use fewest_rules::replay;
use fewest_search::beam::beam;
use fewest_search::effort::Effort;
use fewest_search::monitor::unlimited;
use fewest_search::{Depth, Direction, Testing};
use std::time::Instant;

/// The most atoms that a level may have here.
const ATOMS: usize = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, moves, seconds] = arguments.as_slice() else {
        return Err("usage: beams LEVEL MOVES SECONDS".into());
    };
    let set = parse(&std::fs::read(file)?, None)?;
    let level = set.into_levels().next().ok_or("no level")?.level?;
    if level.atoms().len() > ATOMS {
        return Err(format!("the level has more than {ATOMS} atoms").into());
    }
    let (limit, most): (_, f64) = (Depth(moves.parse()?), seconds.parse()?);
    for direction in Direction::ALL {
        let model = Model::<ATOMS>::new(&level, direction, Strength::SupportedStops);
        for testing in [Testing::Never, Testing::Always] {
            let widths = std::iter::successors(Some(100), |width| Some(2 * width));
            for width in widths {
                let (begun, mut effort) = (Instant::now(), Effort::default());
                let plan = unlimited(|m| beam(&model, width, limit, testing, m, &mut effort))
                    .ok()
                    .flatten();
                let seconds = begun.elapsed().as_secs_f64();
                if plan.is_none() && seconds <= most {
                    continue;
                }
                let plan = plan.map(|plan| in_rules(&level, direction, plan));
                let found = match &plan {
                    None => "no plan".into(),
                    Some(plan) => {
                        replay(&level, plan.iter().copied())?;
                        let moves: Vec<_> = plan.iter().map(ToString::to_string).collect();
                        format!("{} moves: {}", plan.len(), moves.join(" "))
                    }
                };
                println!(
                    "{file} {direction}, tests: {testing:?}, width {width}: \
                     {} expanded, {} tested, {seconds:.2} s, {found}",
                    effort.statistics.expanded, effort.tested,
                );
                break;
            }
        }
    }
    Ok(())
}
