//! Searches when the system starts no more threads.
//!
//! The standard library reads the size of stacks from `RUST_MIN_STACK`. With one larger than any
//! address space, no thread starts. The variable is read once, so the test runs itself in a process
//! of its own.

use fewest_rules::tiles::{Options, parse};
use fewest_search::Verdict;
use fewest_search::outcome::unlimited;
use fewest_tiles::analysis::layers;
use fewest_tiles::{HeuristicName, Solver};
use std::num::NonZero;
use std::process::Command;

const CHILD: &str = "FEWEST_TEST_WITHOUT_THREADS";

#[test]
fn a_search_runs_on_the_threads_that_start() {
    if std::env::var_os(CHILD).is_some() {
        return search();
    }
    let test = std::env::current_exe().unwrap();
    let status = Command::new(test)
        .args(["--exact", "a_search_runs_on_the_threads_that_start", "--test-threads=1"])
        .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
        .env(CHILD, "")
        .status()
        .unwrap();
    assert!(status.success());
}

fn search() {
    assert!(std::thread::Builder::new().spawn(|| ()).is_err(), "no thread starts");
    let instance = parse("f8a374ebc5209d16", Options::default()).unwrap();
    let four = NonZero::new(4).unwrap();
    let (size, goal) = (instance.start.size(), instance.goal);
    let solver = Solver::new(size, goal, HeuristicName::InversionDistance, four).unwrap();
    let outcome = unlimited(|monitor| solver.solve(&instance, monitor));
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    assert!(outcome.statistics().expanded > 100_000, "threads would have work to share");
    let counted = unlimited(|monitor| layers("3x2".parse().unwrap(), four, None, monitor)).unwrap();
    assert_eq!(counted.counts.iter().sum::<u64>(), 360);
}
