//! Prints the rules and states of the automata of a board, how much they leave, and the CPU
//! seconds that it takes to find the rules.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example automaton -- SIZE MOVES [BYTES]
//! cargo run --release -p fewest-tiles --example automaton -- 5x5 16
//! ```
//!
//! BYTES is the memory for rules, automaton and paths while rules are found.

mod processor;

use fewest_rules::tiles::{Cell, Size};
use fewest_search::{Interrupt, Limits, Monitor};
use fewest_tiles::automaton::{Automaton, find};
use nix::sys::resource::{UsageWho, getrusage};
use processor::cpu_seconds;
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, longest, memory @ ..] = &arguments[..] else {
        return Err("usage: automaton SIZE MOVES [BYTES]".into());
    };
    let (size, longest): (Size, usize) = (size.parse()?, longest.parse()?);
    let memory = memory.first().map(|bytes| bytes.parse()).transpose()?;
    let never = Interrupt::new();
    // What has been used when the paths of each length are begun.
    let mut begun = BTreeMap::new();
    let mut report = |progress: &fewest_search::Progress| {
        begun.entry(progress.lower.index()).or_insert_with(cpu_seconds);
    };
    let limits = Limits { memory, ..Limits::default() };
    let rules = find(size, longest, &mut Monitor::new(limits, &never, &mut report))?.rules;
    begun.insert(longest + 1, cpu_seconds());
    for longest in (2..=longest).step_by(2) {
        // Shorter rules come first.
        let count = rules.partition_point(|rule| rule.forbidden.len() <= longest);
        let automaton = Automaton::new(&rules[..count]);
        let [a, b] = automaton.growth(size, Cell(0), 25);
        println!(
            "{longest:2} moves: {count:8} rules, {:8} states, a move has {:.5} successors; {:.2} s",
            automaton.states(),
            (a * b).sqrt(),
            begun[&(longest + 1)].as_ref().map_err(|error| *error)?,
        );
    }
    println!("{:.2} CPU s and {} kB at most, in all", cpu_seconds()?, peak()?);
    Ok(())
}

/// The most memory that was used, in kB.
fn peak() -> nix::Result<i64> {
    Ok(getrusage(UsageWho::RUSAGE_SELF)?.max_rss())
}
