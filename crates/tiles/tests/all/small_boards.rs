//! All positions of the small boards: layers from the goal, heuristic and engines.

use fewest_rules::replay;
use fewest_rules::tiles::{Board, Goal, Instance, Size};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Depth, Direction, Engine, Guarantee, Parts, Problem, Request, StateSpace, Verdict,
};
use fewest_tiles::{Graph, HeuristicName, Incremental, Manhattan, Packed, Solver, solve};
use std::collections::HashMap;
use std::num::NonZero;

type Small = Graph<Packed<1, 4>>;

/// The space from the goal board, so that distances from its start are distances to the goal.
fn space(size: &str, goal: Goal) -> Small {
    let solved = Board::solved(size.parse().unwrap(), goal);
    Small::new(solved, solved)
}

/// Every reachable position with its distance from the start.
fn distances(space: &Small) -> HashMap<Packed<1, 4>, Depth> {
    let mut layer: Vec<_> = space.roots().iter().map(|state| space.pack(state)).collect();
    let mut distances: HashMap<_, _> = layer.iter().map(|&key| (key, Depth::ZERO)).collect();
    let mut depth = Depth::ZERO;
    while !layer.is_empty() {
        depth = depth.next();
        let mut next = vec![];
        for key in layer {
            space.successors(&space.unpack(key), |_, state| {
                distances.entry(space.pack(&state)).or_insert_with(|| {
                    next.push(space.pack(&state));
                    depth
                });
            });
        }
        layer = next;
    }
    distances
}

fn layers(space: &Small) -> Vec<u64> {
    let mut layers = vec![];
    for depth in distances(space).into_values() {
        layers.resize(layers.len().max(depth.index() + 1), 0);
        layers[depth.index()] += 1;
    }
    layers
}

#[test]
fn the_spaces_have_half_of_all_permutations_and_the_known_depths() {
    let known = [("2x2", 6), ("2x3", 21), ("3x2", 21), ("2x4", 36), ("4x2", 36), ("3x3", 31)];
    for (size, depth) in known {
        let last = layers(&space(size, Goal::BlankLast));
        let cells = size.parse::<Size>().unwrap().cells() as u64;
        assert_eq!(last.iter().sum::<u64>(), (1..=cells).product::<u64>() / 2, "{size}");
        assert_eq!(last.len() - 1, depth, "{size}");
        assert_eq!(layers(&space(size, Goal::BlankFirst)), last, "{size}");
    }
}

#[test]
fn all_1814400_positions_of_2x5_lie_within_55_moves() {
    let layers = layers(&space("2x5", Goal::BlankLast));
    assert_eq!(layers.iter().sum::<u64>(), 1_814_400);
    assert_eq!(layers.len() - 1, 55);
}

#[test]
fn the_parts_of_the_problem_keep_the_manhattan_distance_up_to_date_on_3x3() {
    for goal in Goal::NAMED {
        let space = space("3x3", goal);
        let manhattan = Manhattan::new(&Board::solved("3x3".parse().unwrap(), goal));
        let problem = Problem::new(space.clone(), Incremental(&manhattan));
        for (key, distance) in distances(&space) {
            let node = problem.unpack(key);
            let h = problem.estimate(&node).unwrap();
            assert!(h <= distance);
            assert_eq!(problem.is_goal(&node), distance == Depth::ZERO);
            problem.successors(&node, |_, next| {
                let after = problem.estimate(&next).unwrap();
                assert!(after == h.next() || after.next() == h);
                assert_eq!(Some(after), problem.estimate(&problem.unpack(problem.pack(&next))));
            });
        }
    }
}

/// The instance that a packed position stands for.
fn instance(space: &Small, key: Packed<1, 4>) -> Instance {
    Instance::new(space.board(&space.unpack(key)), Goal::BlankLast)
}

fn check(instance: &Instance, request: Request, optimum: Depth) {
    let answer = unlimited(|monitor| solve(instance, &request, monitor)).unwrap();
    assert_eq!(answer.outcome.verdict(), Verdict::Optimal, "{}", instance.start);
    assert_eq!(answer.outcome.bounds().lower, optimum, "{}: {request:?}", instance.start);
    let plan = answer.outcome.plan().unwrap().iter().copied();
    assert_eq!(replay(instance, plan).as_ref(), Ok(&instance.solved()));
}

/// For engines that do not promise shortest plans.
fn check_bounds(instance: &Instance, request: Request, distance: Depth) {
    let outcome = unlimited(|monitor| solve(instance, &request, monitor)).unwrap().outcome;
    assert!(outcome.bounds().lower <= distance, "{}", instance.start);
    assert!(outcome.bounds().upper.is_none_or(|upper| upper >= distance), "{}", instance.start);
    if let Some(plan) = outcome.plan() {
        assert!(replay(instance, plan.iter().copied()).is_ok(), "{}", instance.start);
    }
}

#[test]
#[ignore = "20 s of processor time: just test-long"]
fn astar_solves_all_positions_of_3x3_in_fewest_moves() {
    let space = space("3x3", Goal::BlankLast);
    let distances = distances(&space);
    assert_eq!(distances.len(), 181_440);
    for (key, distance) in distances {
        let request = Request { engine: Some(Engine::Astar), ..Request::default() };
        check(&instance(&space, key), request, distance);
    }
}

#[test]
#[ignore = "18 s of processor time: just test-long"]
fn ida_star_solves_the_positions_of_3x3_in_fewest_moves_with_every_heuristic() {
    let size = "3x3".parse().unwrap();
    let space = space("3x3", Goal::BlankLast);
    let distances = distances(&space);
    for name in HeuristicName::ALL {
        let one = NonZero::new(1).unwrap();
        let solver = Solver::new(size, Goal::BlankLast, name, one).unwrap();
        // All positions with the heuristics of the default, some with the others.
        let is_default = matches!(name, HeuristicName::Manhattan | HeuristicName::PatternDatabases);
        for (&key, &distance) in distances.iter().step_by(if is_default { 1 } else { 16 }) {
            let instance = instance(&space, key);
            let outcome = unlimited(|monitor| solver.solve(&instance, monitor));
            assert_eq!(outcome.bounds().upper, Some(distance), "{name}: {}", instance.start);
            let plan = outcome.plan().unwrap().iter().copied();
            assert!(replay(&instance, plan).is_ok(), "{name}: {}", instance.start);
        }
    }
}

#[test]
#[ignore = "18 s of processor time: just test-long"]
fn breadth_first_search_agrees_on_the_nearest_and_farthest_positions_of_3x3() {
    let space = space("3x3", Goal::BlankLast);
    let distances = distances(&space);
    // One search visits the whole space, so only the near and the farthest are tried.
    for (key, distance) in distances.into_iter().filter(|(_, d)| d.0 >= 30 || d.0 <= 6) {
        let request = Request { engine: Some(Engine::BreadthFirst), ..Request::default() };
        check(&instance(&space, key), request, distance);
    }
}

#[test]
fn every_engine_and_direction_agrees_on_every_position_of_2x3() {
    let space = space("2x3", Goal::BlankLast);
    for (key, distance) in distances(&space) {
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::KorfFelner) {
            for direction in Direction::ALL {
                let has_one = engine.is_bidirectional() || engine.is_historical();
                if has_one && direction == Direction::Backward {
                    continue;
                }
                let request = Request {
                    engine: Some(engine),
                    direction: (!has_one).then_some(direction),
                    ..Request::default()
                };
                let instance = instance(&space, key);
                if engine.guarantee() == Guarantee::Shortest {
                    check(&instance, request, distance);
                } else {
                    check_bounds(&instance, request, distance);
                }
            }
        }
    }
}

#[test]
fn the_default_finds_shortest_plans_towards_any_goal() {
    let others = ["1 0 2 / 3 4 5 / 6 7 8", "8 7 6 / 5 4 3 / 2 1 0", "2 1 0 / 5 4 3 / 8 7 6"];
    let others = others.map(|goal| goal.parse::<Goal>().unwrap());
    for goal in [Goal::BlankCentre, Goal::Snail].into_iter().chain(others) {
        let space = space("3x3", goal);
        let mut distances: Vec<_> = distances(&space).into_iter().collect();
        assert_eq!(distances.len(), 181_440);
        distances.sort_unstable();
        for (key, distance) in distances.into_iter().step_by(3001) {
            let start = space.board(&space.unpack(key));
            check(&Instance::new(start, goal), Request::default(), distance);
            let heuristic = Some(HeuristicName::PatternDatabases.name());
            check(
                &Instance::new(start, goal),
                Request { heuristic, ..Request::default() },
                distance,
            );
        }
    }
}
