//! Prints the rules and states of the automata of a board, and how much they leave.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example automaton -- 5x5 16
//! ```

use fewest_rules::tiles::{Cell, Size};
use fewest_search::monitor::unlimited;
use fewest_tiles::automaton::{Automaton, find};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, longest] = &arguments[..] else { return Err("usage: automaton SIZE MOVES".into()) };
    let size: Size = size.parse()?;
    for longest in (2..=longest.parse()?).step_by(2) {
        let began = Instant::now();
        let rules = unlimited(|monitor| find(size, longest, monitor))?;
        let seconds = began.elapsed().as_secs_f64();
        let automaton = Automaton::new(&rules.rules);
        let [a, b] = automaton.growth(size, Cell(0), 25);
        println!(
            "{longest:2} moves: {:7} rules, {:7} states, a move has {:.5} successors; {seconds:.2} s",
            rules.rules.len(),
            automaton.states(),
            (a * b).sqrt(),
        );
    }
    Ok(())
}
