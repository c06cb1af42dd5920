//! Tile puzzles by engine and heuristic: `cargo bench -p fewest-tiles`.
//!
//! The numbers of moves and of positions expanded are asserted, the times only printed: `RECORD.md`
//! beside this file keeps them. Everything runs on one thread.

use fewest_rules::replay;
use fewest_rules::tiles::{Goal, Instance, Move, Options, Size, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{Direction, Engine, Monitor, Outcome, Request, Verdict};
use fewest_tiles::{HeuristicName, Solver, solve};
use std::num::NonZero;
use std::time::Instant;

/// One of the two farthest 8-puzzles.
const FARTHEST: &str = "8 6 7 / 2 5 4 / 3 0 1";
/// A 15-puzzle of Korf's hundred, number 79: the one with the shortest plan.
const KORF_79: &str = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15";

/// Number 68: one that takes a second with the Manhattan distance.
const KORF_68: &str = "7 3 1 13 12 10 5 2 8 0 6 11 14 15 4 9";

/// Engine of the library with the Manhattan distance, instance, goal, moves, expanded.
const ENGINES: [(&str, &str, Goal, usize, u64); 7] = [
    ("breadth-first", FARTHEST, Goal::BlankLast, 31, 181_438),
    ("frontier", FARTHEST, Goal::BlankLast, 31, 12_452),
    ("astar", KORF_79, Goal::BlankFirst, 42, 68_628),
    ("ida-star", KORF_68, Goal::BlankFirst, 51, 22_608_357),
    ("transposition-ida-star", KORF_79, Goal::BlankFirst, 42, 137_498),
    ("breadth-first-heuristic", KORF_79, Goal::BlankFirst, 42, 323_486),
    ("bae-star", KORF_79, Goal::BlankFirst, 42, 87_004),
];

/// Heuristic of IDA* and how many positions it expands for the same plan.
const HEURISTICS: [(&str, u64); 5] = [
    ("manhattan", 27_670_259),
    ("linear-conflict", 3_597_110),
    ("inversion-distance", 9_394_816),
    ("walking-distance", 2_581_460),
    ("pattern-databases", 24_841),
];

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("it is the first pool");
    let engines = ENGINES.map(|(name, text, goal, ..)| {
        let instance = instance(text, goal);
        let engine: Engine = name.parse().expect("an engine's name");
        // Forward IDA* makes tables once it has searched for a moment.
        let direction = (engine == Engine::IdaStar).then_some(Direction::Backward);
        let request = Request { engine: Some(engine), direction, ..Request::default() };
        let (moves, expanded) = record(name, &instance, |monitor| {
            solve(&instance, &request, monitor).expect("the engine searches tile puzzles").outcome
        });
        (name, text, goal, moves, expanded)
    });
    assert_eq!(engines, ENGINES);
    let korf_68 = instance(KORF_68, Goal::BlankFirst);
    let size = Size::new(4, 4).expect("a board");
    let heuristics = HEURISTICS.map(|(name, _)| {
        let heuristic: HeuristicName = name.parse().expect("a heuristic's name");
        let solver = Solver::new(size, Goal::BlankFirst, heuristic, NonZero::<usize>::MIN);
        let solver = solver.expect("the tables are small");
        let (moves, expanded) = record(&format!("ida-star, {name}"), &korf_68, |monitor| {
            solver.solve(&korf_68, monitor)
        });
        assert_eq!(moves, 51);
        (name, expanded)
    });
    assert_eq!(heuristics, HEURISTICS);
}

fn instance(text: &str, goal: Goal) -> Instance {
    parse(text, Options { goal, ..Options::default() }).expect("a position")
}

/// Searches, has the rules replay the plan, prints a line of the record, and returns the moves and
/// the positions expanded.
fn record(
    what: &str,
    instance: &Instance,
    search: impl FnOnce(&mut Monitor<'_>) -> Outcome<Move>,
) -> (usize, u64) {
    let began = Instant::now();
    let outcome = unlimited(search);
    let seconds = began.elapsed().as_secs_f64();
    let plan = outcome.plan().expect("the search has no limit");
    replay(instance, plan.iter().copied()).expect("plans are legal");
    let found = (plan.len(), outcome.statistics().expanded);
    println!("| {what} | {} | {} | {seconds:.2} |", found.0, found.1);
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    found
}
