//! Solves a level, or reports within ten seconds how many moves it takes at least.
//!
//! `cargo run --release --package fewest --example level -- katomic:12`

use fewest::{InputOptions, Solver, read};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input = std::env::args_os().nth(1).unwrap_or_else(|| "water".into());
    for instance in read(&input, InputOptions::default())? {
        let report = Solver::new().time(Duration::from_secs(10)).solve(&instance)?;
        println!("{}: {}", report.instance, report.status.name());
        println!("at least {:?} moves, at most {:?}", report.lower, report.upper);
        for step in report.plan.iter().flat_map(|plan| plan.listed().unwrap_or_default()) {
            println!("{step}");
        }
    }
    Ok(())
}
