//! Solves a position as Knuth's program 15PUZZLE-KORF0 does, and prints each try.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example knuth -- POSITION
//! ```
//!
//! POSITION is in any notation for tiles, with the blank last in the goal, and needs quotes where it
//! has spaces.

use fewest_rules::replay;
use fewest_rules::tiles::{Options, parse};
use fewest_search::outcome::unlimited;
use fewest_tiles::historical::knuth;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(position) = std::env::args().nth(1) else {
        return Err("usage: knuth POSITION".into());
    };
    let instance = parse(&position, Options::default())?;
    let mut sad = 0;
    let outcome = unlimited(|monitor| {
        knuth(&instance, monitor, |failed| {
            println!("{failed} ({} positions)", failed.nodes);
            sad = failed.sad + 1;
        })
    });
    let Some(plan) = outcome.plan() else {
        println!("no plan was found: {:?}", outcome.verdict());
        return Ok(());
    };
    replay(&instance, plan.iter().copied())?;
    let happy = plan.len() - usize::from(sad);
    let tiles: Vec<_> = plan.iter().map(ToString::to_string).collect();
    println!("solution with {happy}+{sad} moves: {}", tiles.join(" "));
    Ok(())
}
