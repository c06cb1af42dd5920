//! Every engine with every heuristic in every direction.

use fewest_rules::replay;
use fewest_rules::tiles::{Board, Goal, Instance, Move, Options, Size, Tile, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Answer, Direction, Engine, Guarantee, Interrupt, Limits, Monitor, Request, Stop, Verdict,
};
use fewest_tiles::{HeuristicName, SolveError, solve};

/// The engines and directions that take a heuristic.
fn guided() -> impl Iterator<Item = (Engine, Direction)> {
    let engines = Engine::ALL.into_iter();
    let engines =
        engines.filter(|engine| !matches!(engine, Engine::BreadthFirst | Engine::Frontier));
    // Those have one heuristic of their own.
    let engines = engines.filter(|engine| !engine.is_historical());
    let both = engines.flat_map(|engine| Direction::ALL.map(|direction| (engine, direction)));
    both.filter(|(engine, direction)| {
        !engine.is_bidirectional() || *direction == Direction::Forward
    })
}

fn answer(
    instance: &Instance,
    (engine, direction): (Engine, Direction),
    heuristic: HeuristicName,
) -> Result<Answer<Move>, SolveError> {
    let direction = (!engine.is_bidirectional()).then_some(direction);
    let engine = Some(engine);
    let heuristic = Some(heuristic.name());
    let request = Request { engine, direction, heuristic, ..Request::default() };
    unlimited(|monitor| solve(instance, &request, monitor))
}

/// Solves an instance by all of them, and compares their answers with the distance.
fn check(instance: &Instance, distance: usize) {
    for method in guided() {
        for heuristic in HeuristicName::ALL {
            let answer = answer(instance, method, heuristic).unwrap();
            let what = format!("{} by {method:?} with {heuristic}", instance.start);
            assert_eq!(answer.heuristic, heuristic.name(), "{what}");
            let outcome = answer.outcome;
            let upper = outcome.bounds().upper.map(fewest_search::Depth::index);
            assert!(outcome.bounds().lower.index() <= distance, "{what}");
            if method.0.guarantee() == Guarantee::Shortest {
                assert_eq!(outcome.verdict(), Verdict::Optimal, "{what}");
                assert_eq!(upper, Some(distance), "{what}");
            } else {
                assert!(upper.is_none_or(|upper| upper >= distance), "{what}");
            }
            if let Some(plan) = outcome.plan() {
                let end = replay(instance, plan.iter().copied());
                assert_eq!(end.as_ref(), Ok(&instance.solved()), "{what}");
            }
        }
    }
}

fn shortest(instance: &Instance) -> usize {
    let outcome = unlimited(|monitor| solve(instance, &Request::default(), monitor)).unwrap();
    outcome.outcome.bounds().upper.unwrap().index()
}

#[test]
fn they_agree_wherever_the_blank_is_on_small_boards() {
    let size = |text: &str| text.parse::<Size>().unwrap();
    let boards = [
        (size("2x3"), [5, 4, 3, 2, 1, 0].as_slice()),
        (size("3x2"), &[4, 0, 5, 1, 3, 2]),
        (size("2x4"), &[7, 0, 6, 5, 4, 3, 2, 1]),
        (size("3x3"), &[8, 6, 7, 2, 5, 4, 3, 0, 1]),
        (size("3x3"), &[2, 5, 3, 4, 0, 8, 6, 1, 7]),
        (size("3x3"), &[1, 2, 3, 4, 5, 6, 7, 8, 0]),
        (size("3x3"), &[1, 2, 3, 4, 5, 6, 7, 0, 8]),
    ];
    for (size, tiles) in boards {
        let tiles = tiles.iter().map(|&tile| Tile(tile)).collect();
        let board = Board::new(size, tiles).unwrap();
        let goals = Goal::NAMED.into_iter().chain(
            ["3 1 / 2 0", "5 0 / 2 1 / 4 3", "1 0 2 / 3 4 5 / 6 7 8"]
                .map(|goal| goal.parse().unwrap()),
        );
        let goals = goals.filter(|goal: &Goal| goal.size().is_none_or(|of| of == size));
        let instances = goals.map(|goal| Instance::new(board, goal));
        let solvable = instances.filter(Instance::is_solvable);
        solvable.for_each(|instance| check(&instance, shortest(&instance)));
    }
}

#[test]
fn unsolvable_positions_are_told_with_every_heuristic() {
    let instance = parse("2 1 3 / 4 5 6 / 7 8 0", Options::default()).unwrap();
    for method in guided() {
        for heuristic in HeuristicName::ALL {
            let answer = answer(&instance, method, heuristic).unwrap();
            assert_eq!(answer.outcome.verdict(), Verdict::Unsolvable);
        }
    }
}

/// Between positions only a few moves apart, since some boards are large.
#[test]
fn they_agree_on_boards_of_every_packing() {
    for size in ["4x4", "2x7", "2x8", "3x6", "5x5", "4x8", "6x6", "5x8", "7x7", "8x8"] {
        let size: Size = size.parse().unwrap();
        let goal = Goal::BlankLast;
        let mut board = Board::solved(size, goal);
        // Around a two-by-two square and on, so that the way back is as short as it looks.
        for step in 0..7_usize {
            let beside =
                fewest_rules::tiles::Direction::ALL.map(|way| size.neighbour(board.blank(), way));
            let beside: Vec<_> = beside.into_iter().flatten().collect();
            board = board.push(beside[(step * 5 + step / 2) % beside.len()]).unwrap();
        }
        let instance = Instance::new(board, goal);
        let distance = shortest(&instance);
        let engines = [Engine::Astar, Engine::IdaStar, Engine::Nbs, Engine::BaeStar];
        for method in guided().filter(|(engine, _)| engines.contains(engine)) {
            for heuristic in HeuristicName::ALL {
                match answer(&instance, method, heuristic) {
                    Ok(answer) => {
                        let upper = answer.outcome.bounds().upper.unwrap().index();
                        assert_eq!((answer.outcome.verdict(), upper), (Verdict::Optimal, distance));
                    }
                    Err(error) => {
                        assert!(match heuristic {
                            HeuristicName::WalkingDistance => {
                                size.cells() > 16 || size.height() > 6
                            }
                            HeuristicName::PatternDatabases => size.cells() > 36,
                            _ => false,
                        });
                        assert!(error.to_string().contains("too large for this board; manhattan"));
                    }
                }
            }
        }
    }
}

#[test]
fn the_default_engine_searches_with_the_heuristic_alone() {
    let instance = parse("f8a374ebc5209d16", Options::default()).unwrap();
    let optimum = shortest(&instance);
    for heuristic in HeuristicName::ALL {
        let request = Request { heuristic: Some(heuristic.name()), ..Request::default() };
        let answer = unlimited(|monitor| solve(&instance, &request, monitor)).unwrap();
        assert_eq!((answer.engine, answer.heuristic), (Engine::IdaStar, heuristic.name()));
        assert_eq!(answer.outcome.verdict(), Verdict::Optimal, "{heuristic}");
        assert_eq!(answer.outcome.bounds().upper.unwrap().index(), optimum, "{heuristic}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_what_would() {
    let instance = parse("2 5 3 / 4 0 8 / 6 1 7", Options::default()).unwrap();
    let refused = |engine, heuristic| {
        let request = Request { engine, heuristic: Some(heuristic), ..Request::default() };
        let refused = unlimited(|monitor| solve(&instance, &request, monitor));
        refused.expect_err("it is refused").to_string()
    };
    for engine in [Engine::BreadthFirst, Engine::Frontier] {
        assert_eq!(
            refused(Some(engine), "manhattan"),
            "heuristic manhattan cannot be used on the (n²−1)-puzzle: breadth-first and frontier \
             take no heuristic; astar and all other engines take this one"
        );
    }
    assert_eq!(
        refused(None, "pairs"),
        "heuristic pairs cannot be used on the (n²−1)-puzzle: expected manhattan, \
         linear-conflict, inversion-distance, walking-distance, pattern-databases, or a partition \
         like 4x4:7-8"
    );
}

#[test]
fn a_limit_met_while_tables_are_built_ends_the_search() {
    let instance = parse("0cad59e3b2786f41", Options::default()).unwrap();
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { memory: Some(1 << 10), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    for engine in [None, Some(Engine::Astar), Some(Engine::BaeStar)] {
        let heuristic = Some(HeuristicName::PatternDatabases.name());
        let request = Request { engine, heuristic, ..Request::default() };
        let outcome = solve(&instance, &request, &mut monitor).unwrap().outcome;
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Memory), "{engine:?}");
    }
}
