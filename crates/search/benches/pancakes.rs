//! The engines on pancakes with the gap heuristic: `cargo bench -p fewest-search`.
//!
//! The numbers of moves and of states expanded are asserted, the times only printed: `RECORD.md`
//! beside this file keeps them. Everything runs on one thread.

use fewest_search::erased::{bae_star, nbs};
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Consistent, Heuristic};
use fewest_search::{Depth, Engine, Monitor, Outcome, Problem, Settings, StateSpace, Verdict};
use std::time::Instant;

/// Pancakes in a stack.
const N: usize = 14;
type Stack = [u8; N];

/// Pancakes by size from the top; a move turns so many of them over.
struct Pancakes {
    start: Stack,
    goal: Stack,
}

impl StateSpace for Pancakes {
    type State = Stack;
    type Action = u8;
    type Key = Stack;

    fn roots(&self) -> Vec<Stack> {
        vec![self.start]
    }

    fn is_goal(&self, stack: &Stack) -> bool {
        *stack == self.goal
    }

    fn successors(&self, stack: &Stack, mut visit: impl FnMut(u8, Stack)) {
        for turned in 2..=N {
            let mut next = *stack;
            next[..turned].reverse();
            visit(turned as u8, next);
        }
    }

    fn pack(&self, stack: &Stack) -> Stack {
        *stack
    }

    fn unpack(&self, stack: Stack) -> Stack {
        stack
    }
}

impl Backward for Pancakes {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start }
    }
}

/// The gap heuristic to a stack. A turn parts one pair of neighbours, so it is consistent.
///
/// # Source
/// Helmert, "Landmark heuristics for the pancake problem", SoCS 2010.
struct Gaps(Stack);

impl Consistent for Gaps {}

impl Heuristic<Pancakes> for Gaps {
    type Value = ();

    fn value(&self, _: &Stack) {}

    fn estimate(&self, stack: &Stack, (): &()) -> Option<Depth> {
        let mut place = [0; N + 1];
        place[N] = N;
        for (at, &pancake) in self.0.iter().enumerate() {
            place[usize::from(pancake)] = at;
        }
        let plate = N as u8;
        let below = stack.iter().skip(1).chain([&plate]);
        let gaps = stack
            .iter()
            .zip(below)
            .filter(|&(&a, &b)| place[usize::from(a)].abs_diff(place[usize::from(b)]) > 1);
        Some(Depth(gaps.count() as u16))
    }
}

fn problem(start: Stack, goal: Stack) -> Problem<Pancakes, Gaps> {
    Problem::new(Pancakes { start, goal }, Gaps(goal))
}

fn run(engine: Engine, start: Stack, goal: Stack, monitor: &mut Monitor<'_>) -> Outcome<u8> {
    let (forward, backward) = (problem(start, goal), problem(goal, start));
    match engine {
        Engine::Nbs => nbs(&forward, &backward, monitor),
        Engine::BaeStar => bae_star(&forward, &backward, monitor),
        _ => engine.run(&forward, Settings::default(), None, monitor).expect("it has all parts"),
    }
}

/// The first needs far more moves than it has gaps, the second about as many.
const STACKS: [Stack; 2] = [
    [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12],
    [7, 2, 10, 5, 0, 13, 9, 3, 11, 6, 12, 1, 8, 4],
];

/// Engine, number of the stack, moves, expanded.
const CASES: [(&str, usize, usize, u64); 14] = [
    ("astar", 0, 13, 127_145),
    ("partial-expansion-astar", 0, 13, 310_429),
    ("state-table-astar", 0, 13, 311_225),
    ("ida-star", 0, 13, 276_385),
    ("transposition-ida-star", 0, 13, 97_517),
    ("perimeter-ida-star", 0, 13, 113_313),
    ("breadth-first-heuristic", 0, 13, 318_274),
    ("nbs", 0, 13, 231_656),
    ("bae-star", 0, 13, 83_567),
    ("astar", 1, 15, 96),
    ("ida-star", 1, 15, 176),
    ("breadth-first-heuristic", 1, 15, 4570),
    ("nbs", 1, 15, 2404),
    ("bae-star", 1, 15, 95),
];

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("it is the first pool");
    let goal = std::array::from_fn(|at| at as u8);
    let found = CASES.map(|(name, number, ..)| {
        let engine: Engine = name.parse().expect("an engine's name");
        let began = Instant::now();
        let outcome = unlimited(|monitor| run(engine, STACKS[number], goal, monitor));
        let seconds = began.elapsed().as_secs_f64();
        let plan = outcome.plan().expect("the search has no limit");
        let mut stack = STACKS[number];
        for &turned in plan {
            stack[..usize::from(turned)].reverse();
        }
        assert_eq!(stack, goal, "the plan solves it");
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        let (moves, expanded) = (plan.len(), outcome.statistics().expanded);
        println!("| {name} | {number} | {moves} | {expanded} | {seconds:.2} |");
        (name, number, moves, expanded)
    });
    assert_eq!(found, CASES);
}
