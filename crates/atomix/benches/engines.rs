//! Small levels of Atomix by engine and direction: `cargo bench -p fewest-atomix`.
//!
//! The numbers of moves and of states expanded are asserted, the times only printed: `RECORD.md`
//! beside this file keeps them. Everything runs on one thread.

use fewest_atomix::solve;
use fewest_rules::atomix::{Level, builtin, parse};
use fewest_rules::replay;
use fewest_search::outcome::unlimited;
use fewest_search::{Direction, Engine, Request, Verdict};
use std::time::Instant;

/// Engine, direction, level, moves, expanded.
const CASES: [(&str, &str, &str, usize, u64); 11] = [
    ("breadth-first-heuristic", "forward", "water", 13, 1081),
    ("breadth-first-heuristic", "backward", "water", 13, 1520),
    ("breadth-first", "forward", "water", 13, 2084),
    ("astar", "forward", "water", 13, 320),
    ("nbs", "forward", "square", 12, 98),
    ("breadth-first", "backward", "square", 12, 52_287),
    ("breadth-first-heuristic", "forward", "corridors", 28, 316_854),
    ("breadth-first-heuristic", "backward", "corridors", 28, 30_797),
    ("partial-expansion-astar", "backward", "corridors", 28, 127_718),
    ("astar", "backward", "corridors", 28, 118_404),
    ("transposition-ida-star", "backward", "corridors", 28, 242_624),
];

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("it is the first pool");
    let found = CASES.map(|(engine_name, direction_name, name, ..)| {
        let level = level(name);
        let engine: Engine = engine_name.parse().expect("an engine's name");
        let direction: Direction = direction_name.parse().expect("a direction's name");
        let forced = (!engine.is_bidirectional()).then_some(direction);
        let request = Request { engine: Some(engine), direction: forced, ..Request::default() };
        let began = Instant::now();
        let answer = unlimited(|monitor| solve(&level, &request, monitor));
        let seconds = began.elapsed().as_secs_f64();
        let outcome = answer.expect("the engine searches Atomix").outcome;
        let plan = outcome.plan().expect("the search has no limit");
        replay(&level, plan.iter().copied()).expect("plans are legal");
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        let (moves, expanded) = (plan.len(), outcome.statistics().expanded);
        println!("| {engine} | {direction} | {name} | {moves} | {expanded} | {seconds:.2} |");
        (engine_name, direction_name, name, moves, expanded)
    });
    assert_eq!(found, CASES);
}

/// A built-in level, one beside this file, or one of `corpus/levels`.
fn level(name: &str) -> Level {
    if let Some(level) = builtin(name) {
        return level;
    }
    let folders = ["benches", "../../corpus/levels"];
    let text = folders.iter().find_map(|folder| {
        let root = env!("CARGO_MANIFEST_DIR");
        std::fs::read(format!("{root}/{folder}/{name}.atomix")).ok()
    });
    let set = parse(&text.expect("a level"), None).expect("a level file");
    set.into_levels().next().expect("a level").level.expect("a valid level")
}
