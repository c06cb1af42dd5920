//! IDA* below a frontier of A*.

use fewest_rules::tiles::{Board, Goal, Instance, Options, Size, parse};
use fewest_rules::{Puzzle, replay};
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Interrupt, Limits, Monitor, Outcome, Stop, Verdict};
use fewest_tiles::automaton::{Automaton, find};
use fewest_tiles::{HeuristicName, Solver};
use std::collections::{HashMap, VecDeque};
use std::num::NonZero;

fn solver(size: Size, goal: Goal, name: HeuristicName, threads: usize) -> Solver {
    let threads = NonZero::new(threads).unwrap();
    let rules = unlimited(|monitor| find(size, 8, monitor)).unwrap();
    Solver::new(size, goal, name, threads).unwrap().pruned(Automaton::new(&rules.rules))
}

fn read(text: &str) -> Instance {
    parse(text, Options::default()).unwrap()
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    search(&mut Monitor::new(limits, &never, &mut silent))
}

/// The distance of every position of a board.
fn distances(size: Size, goal: Goal) -> HashMap<Vec<u8>, (Board, usize)> {
    let solved = Instance::new(Board::solved(size, goal), goal);
    let key = |board: &Board| size.all_cells().map(|cell| board.tile(cell).0).collect::<Vec<_>>();
    let mut known = HashMap::from([(key(&solved.start), (solved.start, 0))]);
    let mut open = VecDeque::from([(solved.start, 0)]);
    while let Some((board, moves)) = open.pop_front() {
        for step in solved.moves(&board) {
            let next = solved.play(&board, &step).unwrap();
            known.entry(key(&next)).or_insert_with(|| {
                open.push_back((next, moves + 1));
                (next, moves + 1)
            });
        }
    }
    known
}

#[test]
fn every_position_of_small_boards_is_solved_in_fewest_moves_from_any_frontier() {
    // An inconsistent heuristic among them: positions are reached again in fewer moves.
    let names = [HeuristicName::Manhattan, HeuristicName::InversionDistance];
    for (size, stored) in [("2x3", 5), ("2x3", 30), ("3x2", 1000), ("2x4", 40)] {
        let size: Size = size.parse().unwrap();
        let all = distances(size, Goal::BlankLast);
        for name in names {
            let solver = solver(size, Goal::BlankLast, name, 1).after_astar(stored);
            for (board, moves) in all.values() {
                let instance = Instance::new(*board, Goal::BlankLast);
                let outcome = unlimited(|monitor| solver.solve(&instance, monitor));
                assert_eq!(outcome.verdict(), Verdict::Optimal);
                let plan = outcome.plan().unwrap();
                assert_eq!(plan.len(), *moves, "{board} by {name}");
                assert!(replay(&instance, plan.iter().copied()).is_ok(), "{board}");
                assert!(outcome.statistics().stored <= stored as u64);
            }
        }
    }
}

#[test]
fn the_answer_does_not_depend_on_how_much_is_stored() {
    // The last is its own reflection.
    for text in ["298/163/745/0ba", "3x5: 2 9 3 6 8 11 13 1 0 7 4 12 5 14 10", "674/301/528"] {
        let instance = read(text);
        let (size, goal) = (instance.start.size(), instance.goal);
        for name in HeuristicName::ALL {
            let solve = |threads, stored| {
                let solver = solver(size, goal, name, threads).after_astar(stored);
                let outcome = unlimited(|monitor| solver.solve(&instance, monitor));
                let plan = outcome.plan().unwrap();
                assert!(replay(&instance, plan.iter().copied()).is_ok(), "{text} by {name}");
                assert_eq!(outcome.verdict(), Verdict::Optimal);
                outcome.bounds()
            };
            let alone = solve(1, 0);
            for (threads, stored) in [(1, 5), (1, 6), (2, 100), (1, 3000), (2, 1_000_000)] {
                assert_eq!(solve(threads, stored), alone, "{text} by {name}, {stored} stored");
            }
        }
    }
}

#[test]
fn positions_below_a_frontier_are_fewer_and_the_same_on_any_number_of_threads() {
    let instance = read("f8a374ebc5209d16");
    // With only the rule against undoing the last move, many paths lead to a position.
    let solve = |threads: usize, stored| -> Outcome<_> {
        let (size, goal, threads) =
            (instance.start.size(), instance.goal, NonZero::new(threads).unwrap());
        let solver = Solver::new(size, goal, HeuristicName::LinearConflict, threads).unwrap();
        unlimited(|monitor| solver.after_astar(stored).solve(&instance, monitor))
    };
    let [alone, one, two] = [(1, 0), (1, 20_000), (2, 20_000)].map(|(a, b)| solve(a, b));
    let before = |outcome: &Outcome<_>| outcome.statistics().expanded_until_last_layer;
    assert!(before(&one) < before(&alone), "{} and {}", before(&one), before(&alone));
    assert_eq!(before(&one), before(&two));
    assert_eq!(one.plan(), two.plan());
    assert_eq!(one.bounds(), alone.bounds());
    assert!((19_000..=20_000).contains(&one.statistics().stored));
}

#[test]
fn limits_hold_while_the_frontier_grows() {
    let hard = read("0cad59e3b2786f41");
    let solver = solver(hard.start.size(), hard.goal, HeuristicName::Manhattan, 1);
    let solver = solver.after_astar(10_000_000);
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    let outcome = limited(nodes, |monitor| solver.solve(&hard, monitor));
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
    assert_eq!(outcome.statistics().expanded, 1000);
    let short = Limits { upper_bound: Some(Depth(50)), ..Limits::default() };
    let outcome = limited(short, |monitor| solver.solve(&hard, monitor));
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound));
    assert!(outcome.bounds().lower > Depth(50));
    // With little memory, less is stored.
    let short = Limits { memory: Some(1 << 20), nodes: Some(300_000), ..Limits::default() };
    let outcome = limited(short, |monitor| solver.solve(&hard, monitor));
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
    assert!((1..1 << 15).contains(&outcome.statistics().stored));
}
