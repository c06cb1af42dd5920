//! All shortest plans of small puzzles, against a walk by the rules alone.

use fewest::rules::Puzzle;
use fewest::search::Request;
use fewest::{AnyPuzzle, Instance, Move, Solver};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The number of move lists of `length` moves that end at a goal. Positions with the same `key` are
/// the same.
fn walked<P: Puzzle, K: Hash + Eq>(
    puzzle: &P,
    length: u64,
    key: impl Fn(&P::Position) -> K,
) -> u128 {
    let start = puzzle.start();
    let mut layer = HashMap::from([(key(&start), (start, 1_u128))]);
    for _ in 0..length {
        let mut next = HashMap::new();
        for (position, ways) in layer.into_values() {
            for step in puzzle.moves(&position) {
                let child = puzzle.play(&position, &step).expect("listed moves are legal");
                next.entry(key(&child)).or_insert((child, 0)).1 += ways;
            }
        }
        layer = next;
    }
    let solved = layer.into_values().filter(|(position, _)| puzzle.is_goal(position));
    solved.map(|(_, ways)| ways).sum()
}

/// Counts the shortest plans of a puzzle by the library and by the rules; returns whether there are
/// any.
pub fn compare<P: Puzzle + Clone, K: Hash + Eq>(
    puzzle: &P,
    any: impl FnOnce(P) -> AnyPuzzle,
    optimum: Option<u64>,
    request: Request,
    key: impl Fn(&P::Position) -> K,
) -> bool {
    const LISTED: usize = 20;
    let instance = Instance { name: String::new(), title: None, puzzle: any(puzzle.clone()) };
    let report =
        Solver::new().request(request).all(LISTED).solve(&instance).expect("it is counted");
    let solutions = report.solutions.expect("they were asked for");
    let count = solutions.count.expect("there are no limits").to_string();
    let expected = optimum.map_or(0, |length| walked(puzzle, length, key));
    assert_eq!(count, expected.to_string(), "{request:?}\n{}", instance.draw());
    let listed: HashSet<Vec<Move>> =
        solutions.listed.iter().map(|plan| plan.listed().expect("they are short")).collect();
    assert_eq!(listed.len() as u128, expected.min(LISTED as u128), "each is another one");
    assert!(listed.iter().all(|plan| Some(plan.len() as u64) == optimum), "all are shortest");
    expected > 1
}
