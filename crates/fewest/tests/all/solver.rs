//! The builder of searches, as users of the library call it.

use fewest::rules::tiles;
use fewest::search::{Direction, Engine, Interrupt, Request, Weight};
use fewest::{AnyPuzzle, InputOptions, Instance, Move, MoveCount, SolveError, Solver, read};
use std::time::Duration;

fn instance(input: &str) -> Instance {
    read(input.as_ref(), InputOptions::default()).expect("an instance").remove(0)
}

#[test]
fn plans_have_the_moves_of_their_puzzle() {
    let report = Solver::new().solve(&instance("123456078")).expect("a report");
    let plan = report.plan.expect("a plan");
    assert!(matches!(plan.puzzle(), AnyPuzzle::Tiles(_)));
    let tiles = [7, 8].map(|tile| tiles::Move(tiles::Tile(tile)));
    assert_eq!(plan.listed().expect("it is short"), tiles.map(Move::Tiles));
    assert_eq!(plan.board_after(&1.into()), "1 2 3\n4 5 6\n7 _ 8");
    let report = Solver::new().solve(&instance("water")).expect("a report");
    assert_eq!(report.plan.and_then(|plan| plan.listed()).map(|moves| moves.len()), Some(13));
}

#[test]
fn an_exchange_gives_any_of_its_moves() {
    let report = Solver::new().solve(&instance("panex:40")).expect("a report");
    let plan = report.plan.expect("a plan");
    assert!(plan.listed().is_none());
    let before_last = MoveCount::from(9_620_964_235_986_158);
    let last: Result<Vec<_>, _> = plan.moves_after(&before_last).collect();
    assert_eq!(last.expect("it is legal").len(), 1);
}

#[test]
fn what_is_asked_for_is_done() {
    let solver = Solver::new().engine(Engine::Astar).direction(Direction::Backward);
    let report = solver.heuristic("static-pdb-2").solve(&instance("water")).expect("a report");
    let how = (report.engine, report.direction, report.heuristic);
    assert_eq!(how, ("astar", "backward", "static-pdb-2"));
    let mut request = Request { engine: Some(Engine::Astar), ..Request::default() };
    request.settings.weight = Some(Weight::ONE);
    let refused = Solver::new().request(request).solve(&instance("water"));
    assert!(matches!(refused, Err(SolveError::Unsupported(_))));
}

#[test]
fn limits_end_a_search_with_its_bound() {
    let hard = &instance("24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0");
    let interrupt = Interrupt::new();
    interrupt.interrupt();
    let astar = || Solver::new().engine(Engine::Astar);
    for (solver, stop) in [
        (astar().nodes(1000), "nodes"),
        (astar().memory(32 << 20), "memory"),
        (astar().time(Duration::ZERO), "time"),
        (astar().upper_bound(3), "bound"),
        (astar().interrupt(&interrupt), "interrupted"),
    ] {
        let report = solver.solve(hard).expect("a report");
        assert_eq!((report.status.name(), report.stop), ("BOUNDED", Some(stop)));
        assert!(report.lower > Some(0.into()) && report.plan.is_none(), "{stop}");
    }
}

#[test]
fn progress_is_told() {
    let mut bounds = Vec::new();
    let solver = Solver::new().engine(Engine::IdaStar);
    let solver = solver.on_progress(|progress| bounds.push(progress.lower));
    solver.solve(&instance("water")).expect("a report");
    assert!(bounds.len() > 1 && bounds.is_sorted(), "{bounds:?}");
}
