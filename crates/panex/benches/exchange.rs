//! The numbers that `book/src/results/panex.md` records: `cargo bench -p fewest-panex`.
//!
//! Every result is checked. Searches take longer and are run when their height is named:
//! `cargo bench -p fewest-panex -- 6 7`.

use dashu_int::UBig;
use fewest_panex::exchange::{Exchange, lengths};
use fewest_panex::solve;
use fewest_rules::panex::Instance;
use fewest_rules::{Puzzle, replay};
use fewest_search::outcome::unlimited;
use fewest_search::{Request, Verdict};
use std::time::Instant;

/// OEIS A109224 and A109175.
const KNOWN: [(u32, u32); 13] = [
    (3, 1),
    (13, 3),
    (42, 9),
    (128, 24),
    (343, 58),
    (881, 143),
    (2189, 345),
    (5359, 836),
    (13_023, 2018),
    (31_537, 4875),
    (76_245, 11_769),
    (184_191, 28_416),
    (444_807, 68_602),
];
/// Longer plans are made and replayed at both ends only, this many moves.
const ENDS: usize = 1000;

fn main() {
    let heights: Vec<u16> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    for n in [10, 16, 40] {
        exchange(n);
    }
    formula(200);
    for n in heights {
        search(n);
    }
}

/// A line of the record.
fn record(what: &str, began: Instant) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown");
    println!(
        "{what}: {:.2} s, peak memory until now {}",
        began.elapsed().as_secs_f64(),
        peak.trim()
    );
}

/// The plan of an exchange, replayed by the rules.
fn exchange(n: u16) {
    let began = Instant::now();
    let puzzle = Instance::exchange(n);
    let plan = Exchange::new(n).plan();
    let length = plan.len();
    if length <= UBig::from(10_000_000_u32) {
        replay(&puzzle, plan.moves()).expect("plans are legal");
    } else {
        let mut position = puzzle.start();
        for step in plan.moves().take(ENDS) {
            position = puzzle.play(&position, &step).expect("plans are legal");
        }
        let last = plan.moves_after(&(&length - UBig::from(ENDS)));
        let mut position = last.position();
        for step in last {
            position = puzzle.play(&position, &step).expect("plans are legal");
        }
        assert!(puzzle.is_goal(&position));
    }
    record(&format!("panex:{n}, {length} moves"), began);
}

/// The lengths up to a height are the known ones, and from 5 on those of the formula.
fn formula(highest: usize) {
    let began = Instant::now();
    let (mut p, mut q) = (UBig::ZERO, UBig::ONE);
    for length in lengths().take(highest) {
        (p, q) = (q.clone(), UBig::from(2_u8) * &q + p);
        let n = length.n;
        if let Some(&(exchange, transfer)) = KNOWN.get(n as usize - 1) {
            assert_eq!(length.exchange, exchange.into());
            assert_eq!(length.transfer, transfer.into());
            println!("X_{n} = {exchange}, T_{n} = {transfer}");
        }
        let left = &length.exchange + UBig::from(105_u8) * &p + UBig::from(8 * n + 2);
        assert_eq!(left == UBig::from(49_u8) * &q, n >= 5, "n = {n}");
    }
    record(&format!("X_n by the formula for n = 5 to {highest}"), began);
}

/// The exchange by search from both ends.
fn search(n: u16) {
    let began = Instant::now();
    let puzzle = Instance::exchange(n);
    let answer = unlimited(|monitor| solve(&puzzle, &Request::default(), monitor));
    let outcome = answer.expect("the search knows Panex").outcome;
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    let plan = outcome.plan().expect("an optimal outcome has a plan");
    assert_eq!(plan.len(), KNOWN[usize::from(n) - 1].0 as usize);
    replay(&puzzle, plan.iter().copied()).expect("plans are legal");
    let expanded = outcome.statistics().expanded;
    record(&format!("search for panex:{n}, {} moves, {expanded} states", plan.len()), began);
}
