//! The examples of Knuth's program.

use fewest_rules::tiles::{Board, Instance, Move, Options, Tile, parse};
use fewest_rules::{Puzzle, replay};
use fewest_search::outcome::unlimited;
use fewest_search::{Answer, Depth, Direction, Engine, Request, Statistics, Unsupported, Verdict};
use fewest_tiles::{SolveError, solve};

fn read(text: &str) -> Instance {
    parse(text, Options::default()).unwrap()
}

fn solved(instance: &Instance, request: &Request) -> Answer<Move> {
    unlimited(|monitor| solve(instance, request, monitor)).unwrap()
}

fn manhattan(board: &Board, goal: &Board) -> u32 {
    let place = |board: &Board, tile| board.cell_of(tile).unwrap();
    let away = |tile| board.size().distance(place(board, tile), place(goal, tile));
    (1..16).map(Tile).map(|tile| u32::from(away(tile))).sum()
}

#[test]
fn his_happy_example_is_solved_by_56_moves_that_each_bring_a_tile_closer() {
    let instance = read("bc9e80df3412a756");
    let answer = solved(&instance, &Request::default());
    assert_eq!(answer.outcome.verdict(), Verdict::Optimal);
    let plan = answer.outcome.plan().unwrap();
    assert_eq!(plan.len(), 56);
    assert!(replay(&instance, plan.iter().copied()).is_ok());
    let mut board = instance.start();
    assert_eq!(manhattan(&board, &instance.solved()), 56);
    for (i, step) in plan.iter().enumerate() {
        board = instance.play(&board, step).unwrap();
        assert_eq!(manhattan(&board, &instance.solved()), 55 - i as u32);
    }
}

#[test]
fn his_program_reports_every_try() {
    let request = Request { engine: Some(Engine::Knuth), ..Request::default() };
    let instance = read("2 1 6 / 4 0 8 / 7 3 5");
    let answer = solved(&instance, &request);
    let ida_star =
        Request { engine: Some(Engine::IdaStar), heuristic: Some("manhattan"), ..request };
    let expected = solved(&instance, &ida_star).outcome;
    assert_eq!(answer.outcome.verdict(), Verdict::Optimal);
    assert_eq!(answer.outcome.bounds(), expected.bounds());
    let length = answer.outcome.plan().unwrap().len();
    let sums: Vec<_> = answer.tries.iter().map(|t| usize::from(t.happy + t.sad)).collect();
    assert!(!sums.is_empty() && answer.tries[0].sad == 0);
    assert_eq!(sums.last(), Some(&(length - 2)), "each try has two moves more");
    let counted: u64 = answer.tries.iter().map(|t| t.expanded).sum();
    assert_eq!(counted, answer.outcome.statistics().expanded_until_last_layer);
}

#[test]
fn the_exchange_of_e_and_f_is_unsolvable_without_search() {
    for engine in Engine::ALL {
        let request = Request { engine: Some(engine), ..Request::default() };
        let answer = solved(&read("123456789abcdfe0"), &request);
        assert_eq!(answer.outcome.verdict(), Verdict::Unsolvable);
        assert_eq!(*answer.outcome.statistics(), Statistics::default());
    }
}

#[test]
fn a_solved_board_has_the_empty_plan() {
    for text in ["123456789abcdef0", "1230", "1 2 3 4 5 6 / 7 8 9 10 11 _"] {
        let answer = solved(&read(text), &Request::default());
        assert_eq!(answer.outcome.plan(), Some(&[][..]), "{text}");
        assert_eq!(answer.outcome.bounds().upper, Some(Depth::ZERO));
    }
}

#[test]
fn frontier_search_has_no_single_direction() {
    let request = Request {
        engine: Some(Engine::Frontier),
        direction: Some(Direction::Backward),
        ..Request::default()
    };
    let answer = unlimited(|monitor| solve(&read("1230"), &request, monitor));
    assert!(matches!(answer, Err(SolveError::Unsupported(Unsupported::Direction { .. }))));
}
