//! Korf and Felner's program: its lengths here, its published counts with `--ignored`.

use fewest_rules::replay;
use fewest_rules::tiles::{Board, Goal, Instance, Options, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Depth, Engine, Interrupt, Limits, Monitor, Request, Stop, Unsupported, Verdict,
};
use fewest_tiles::historical::KorfFelner;
use fewest_tiles::{HeuristicName, Partition, SolveError, Solver, solve};
use std::num::NonZero;

fn program(size: &str, partition: &str, goal: Goal) -> KorfFelner {
    let size = size.parse().unwrap();
    let named = Partition::named(size, partition).unwrap();
    let partition = named.towards(&Board::solved(size, goal)).unwrap();
    unlimited(|monitor| KorfFelner::new(&partition, monitor)).unwrap()
}

fn read(text: &str, goal: Goal) -> Instance {
    parse(text, Options { goal, size: None }).unwrap()
}

#[test]
fn plans_are_shortest() {
    let one = NonZero::<usize>::MIN;
    for (goal, text) in [
        (Goal::BlankLast, "45ca3f28e1069db7"),
        (Goal::BlankFirst, "5 2 4 1 12 9 15 6 13 7 0 3 8 14 11 10"),
        (Goal::BlankLast, "123456789abcdef0"),
    ] {
        let instance = read(text, goal);
        let outcome = unlimited(|monitor| program("4x4", "5-5-5", goal).solve(&instance, monitor));
        let solver = Solver::new(instance.start.size(), goal, HeuristicName::PatternDatabases, one);
        let expected = unlimited(|monitor| solver.unwrap().solve(&instance, monitor));
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        assert_eq!(outcome.bounds(), expected.bounds(), "{text}");
        assert!(replay(&instance, outcome.plan().unwrap().iter().copied()).is_ok());
    }
}

#[test]
fn it_is_an_engine_that_takes_a_partition_by_name() {
    let goal = Goal::BlankFirst;
    let instance = read("5 2 4 1 12 9 15 6 13 7 0 3 8 14 11 10", goal);
    let expected = unlimited(|monitor| program("4x4", "5-5-5", goal).solve(&instance, monitor));
    let ask = |instance: &Instance, heuristic| {
        let request = Request { engine: Some(Engine::KorfFelner), heuristic, ..Request::default() };
        unlimited(|monitor| solve(instance, &request, monitor))
    };
    for heuristic in [None, Some("pattern-databases"), Some("4x4:5-5-5")] {
        let answer = ask(&instance, heuristic).unwrap();
        assert_eq!(answer.outcome, expected, "{heuristic:?}");
        assert_eq!(answer.heuristic, heuristic.unwrap_or("pattern-databases"));
    }
    let refused = |instance: &Instance, heuristic| match ask(instance, heuristic) {
        Err(SolveError::Unsupported(reason)) => reason,
        other => panic!("{other:?}"),
    };
    let board = refused(&read("1 2 3 / 4 0 5", Goal::BlankLast), None);
    assert!(matches!(board, Unsupported::Engine { .. }), "{board}");
    let edge =
        refused(&read("1 5 3 / 4 0 2 / 6 7 8", "1 0 3 / 4 5 2 / 6 7 8".parse().unwrap()), None);
    assert!(edge.to_string().contains("the blank on a diagonal"), "{edge}");
    let snail = read("6 7 3 / 1 0 4 / 8 2 5", Goal::Snail);
    assert_eq!(ask(&snail, None).unwrap().outcome.bounds().upper, Some(Depth(14)));
    for name in ["manhattan", "5x5:6-6-6-6", "4x4:nothing"] {
        let heuristic = refused(&instance, Some(name));
        assert!(matches!(heuristic, Unsupported::Choice { what: "heuristic", .. }), "{heuristic}");
    }
}

#[test]
fn limits_stop_it_and_what_cannot_be_solved_is_told() {
    let program = program("4x4", "5-5-5", Goal::BlankLast);
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let hard = read("0cad59e3b2786f41", Goal::BlankLast);
    let stopped = program.solve(&hard, &mut Monitor::new(limits, &never, &mut silent));
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    assert_eq!(stopped.statistics().expanded, 1000);
    let wrong = read("123456789abcdfe0", Goal::BlankLast);
    assert_eq!(unlimited(|m| program.solve(&wrong, m)).verdict(), Verdict::Unsolvable);
}

#[test]
#[ignore = "generates 292,174,444 positions: ten seconds to a minute, 1 GB of memory"]
fn the_easiest_published_24_puzzle_takes_as_many_positions_as_published() {
    let text = "3 17 9 8 24 1 11 12 14 0 5 4 22 13 16 21 15 6 7 10 20 23 2 18 19";
    let instance = read(text, Goal::BlankFirst);
    let program = program("5x5", "6-6-6-6", Goal::BlankFirst);
    let outcome = unlimited(|monitor| program.solve(&instance, monitor));
    assert_eq!(outcome.plan().unwrap().len(), 81);
    assert_eq!(outcome.statistics().generated, 292_174_444);
}
