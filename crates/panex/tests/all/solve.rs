//! Shortest plans, replayed by the rules.

use fewest_panex::{Model, solve};
use fewest_rules::panex::{Instance, Position, parse};
use fewest_rules::{Puzzle, replay};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Depth, Direction, Engine, PlanRecovery, Request, Settings, SolveError, StateSpace, Stop,
    Unsupported, Verdict,
};
use proptest::prelude::*;
use std::collections::HashMap;

/// The length of a plan that was replayed, or `None` if there is none.
fn shortest(instance: &Instance, request: Request) -> Option<usize> {
    let answer = unlimited(|monitor| solve(instance, &request, monitor)).unwrap();
    let outcome = answer.outcome;
    let Some(plan) = outcome.plan() else {
        assert_eq!(outcome.verdict(), Verdict::Unsolvable);
        return None;
    };
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    assert_eq!(outcome.bounds().lower, Depth(plan.len() as u16));
    replay(instance, plan.iter().copied()).expect("plans are legal");
    Some(plan.len())
}

#[test]
fn every_engine_and_direction_agrees() {
    let cases = [(Engine::Astar, 4), (Engine::BreadthFirst, 4), (Engine::Frontier, 4)];
    for (engine, largest) in cases.into_iter().chain([(Engine::IdaStar, 2)]) {
        for direction in Direction::ALL {
            let request =
                Request { engine: Some(engine), direction: Some(direction), ..Request::default() };
            for (n, moves) in (1..=largest).zip([3, 13, 42, 128]) {
                let found = shortest(&Instance::exchange(n), request);
                assert_eq!(found, Some(moves), "{engine} {direction} n = {n}");
            }
        }
    }
}

/// The optima are those of the rules' own game by breadth-first search, which compares it with the
/// full one.
#[test]
fn every_engine_and_direction_agrees_on_variants() {
    let cases: [(&str, &[usize]); 7] = [
        (":neighbours", &[4, 20, 58, 166]),
        (":one-tower", &[1, 3, 7, 11, 13, 19]),
        (":one-tower:neighbours", &[2, 4, 10, 16, 18, 26]),
        // To the middle.
        ("T", &[1, 3, 9, 24]),
        ("T:neighbours", &[1, 4, 11, 30]),
        ("M", &[1, 3, 5, 9, 13, 15]),
        ("M:neighbours", &[1, 4, 7, 12, 17, 20]),
    ];
    for (variant, optima) in cases {
        for (n, &moves) in (1..).zip(optima) {
            let [a, b] = ['a', 'b']
                .map(|colour| (1..=n).map(|k| format!("{colour}{k}")).collect::<String>());
            let text = match variant.split_at(1) {
                (":", _) => format!("{n}{variant}"),
                ("T", rule) => format!("{a}/-/{b}:-/{a}/{b}{rule}"),
                (_, rule) => format!("{a}/-/-:-/{a}/-{rule}"),
            };
            let puzzle = parse(&text).unwrap();
            for direction in Direction::ALL.map(Some) {
                for engine in [Engine::Frontier, Engine::Astar, Engine::Nbs, Engine::BaeStar] {
                    let request = Request { engine: Some(engine), direction, ..Request::default() };
                    assert_eq!(shortest(&puzzle, request), Some(moves), "{text} {engine}");
                }
                assert_eq!(shortest(&puzzle, Request { direction, ..midpoint() }), Some(moves));
                if moves <= 16 {
                    let engine = Some(Engine::IdaStar);
                    let request = Request { engine, direction, ..Request::default() };
                    assert_eq!(shortest(&puzzle, request), Some(moves), "{text} ida-star");
                }
            }
        }
    }
}

/// Frontier search that keeps no layers.
fn midpoint() -> Request {
    let settings = Settings { plan_recovery: Some(PlanRecovery::Midpoint), ..Settings::default() };
    Request { settings, ..Request::default() }
}

#[test]
fn recursion_on_the_midpoint_finds_plans_as_short() {
    for (n, moves) in (1..=5).zip([3, 13, 42, 128, 343]) {
        let exchange = Instance::exchange(n);
        for direction in [None, Some(Direction::Backward)] {
            let request = Request { direction, ..midpoint() };
            assert_eq!(shortest(&exchange, request), Some(moves), "n = {n}");
        }
    }
    // With one symmetry in use, with none, and without a move.
    for text in [
        "a1a2a3/-/b1b2b3:-/a1a2a3/b1b2b3",
        "b1a2a3/-/a1b2b3:a1a2a3/-/b1b2b3",
        "a2a3a4/a1b2/b1b3b4:a1a2a3a4/-/b1b2b3b4",
        "a1/-/b1:a1/-/b1",
    ] {
        let pair = parse(text).unwrap();
        let [layers, midpoint] = [Request::default(), midpoint()].map(|r| shortest(&pair, r));
        assert!(layers.is_some(), "{text}");
        assert_eq!(midpoint, layers, "{text}");
    }
}

#[test]
fn recursion_on_the_midpoint_stores_fewer_states() {
    let exchange = Instance::exchange(5);
    let stored = |request| {
        let answer = unlimited(|monitor| solve(&exchange, &request, monitor)).unwrap();
        answer.outcome.statistics().stored
    };
    let [layers, midpoint] = [Request::default(), midpoint()].map(stored);
    assert!(midpoint < layers, "{midpoint} and {layers}");
}

#[test]
fn a_solved_puzzle_needs_no_moves() {
    let position = Instance::exchange(3).start();
    let solved = Instance::new(position.clone(), position).unwrap();
    for engine in [Engine::Frontier, Engine::Astar, Engine::IdaStar, Engine::BreadthFirst] {
        let request = Request { engine: Some(engine), ..Request::default() };
        assert_eq!(shortest(&solved, request), Some(0), "{engine}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let refusal = |n, engine| {
        let request = Request { engine: Some(engine), ..Request::default() };
        unlimited(|monitor| solve(&Instance::exchange(n), &request, monitor)).unwrap_err()
    };
    for (n, engine) in [(13, Engine::Frontier), (3, Engine::BreadthFirstHeuristic)] {
        assert!(matches!(
            refusal(n, engine),
            SolveError::Unsupported(Unsupported::Engine { puzzle: "Panex", .. })
        ));
    }
}

/// The distances of all positions that can be reached from one.
fn all_distances(model: &Model<u64>, start: u64) -> HashMap<u64, usize> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut layer = vec![start];
    for distance in 1.. {
        let mut next = Vec::new();
        for key in layer {
            model.successors(&model.unpack(key), |_, child| {
                let child = model.pack(&child);
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// A position some legal moves away from the start.
fn wander(puzzle: &Instance, choices: &[usize]) -> Position {
    choices.iter().fold(puzzle.start(), |position, choice| {
        let moves = puzzle.moves(&position);
        puzzle.play(&position, &moves[choice % moves.len()]).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn pairs_of_positions_are_as_far_apart_as_breadth_first_search_says(
        n in 1_u16..=4,
        is_one_tower: bool,
        is_between_neighbours: bool,
        choices in proptest::collection::vec(0_usize..6, 0..300),
        goals in proptest::collection::vec(any::<proptest::sample::Index>(), 8),
    ) {
        let towers =
            if is_one_tower { Instance::one_tower(n + 1) } else { Instance::exchange(n) };
        let towers = if is_between_neighbours { towers.between_neighbours() } else { towers };
        let start = wander(&towers, &choices);
        let model = Model::<u64>::new(&Instance::new(start.clone(), towers.start()).unwrap());
        let model = model.unwrap();
        let root = model.pack(&model.roots()[0]);
        let mut distances: Vec<_> = all_distances(&model, root).into_iter().collect();
        distances.sort_unstable();
        for goal in goals {
            let (key, distance) = distances[goal.index(distances.len())];
            let goal = model.position(&model.unpack(key));
            let pair = Instance::new(start.clone(), goal).unwrap();
            prop_assert_eq!(shortest(&pair, Request::default()), Some(distance));
            prop_assert_eq!(shortest(&pair, midpoint()), Some(distance));
        }
    }
}

#[test]
fn positions_that_cannot_be_reached_are_unsolvable() {
    // The first goal is one of the 408 out of 3456 positions of towers of 3 that are cut off.
    for text in [
        "a1a2a3/-/b1b2b3:a1/a3a2/b3b1b2",
        "a1/a3a2/b3b1b2:a1a2a3/-/b1b2b3",
        "a1/a3a2/b4b1b2b3a4:a1a2a3a4/-/b1b2b3b4",
    ] {
        let instance = parse(text).unwrap();
        for engine in [Engine::Frontier, Engine::Astar, Engine::BreadthFirst] {
            let request = Request { engine: Some(engine), ..Request::default() };
            assert_eq!(shortest(&instance, request), None, "{text} {engine}");
        }
    }
}

/// If one end is the image of the other, both advance at once: the plan found may be one move
/// longer than was asked for.
#[test]
fn no_plan_is_longer_than_was_asked_for() {
    for (n, moves) in (1..=4).zip([3, 13, 42, 128]) {
        let exchange = Instance::exchange(n);
        let bounded = |asked: u16| {
            let request = Request::default();
            unlimited(|m| solve(&exchange, &request, &mut m.within(Depth(asked)))).unwrap().outcome
        };
        assert_eq!(bounded(moves).verdict(), Verdict::Optimal);
        let outcome = bounded(moves - 1);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound), "n = {n}");
        assert_eq!(outcome.bounds().lower, Depth(moves), "n = {n}");
    }
}
