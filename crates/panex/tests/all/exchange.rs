//! Exchanges of towers of any height: known lengths, and plans replayed by the rules.

use dashu_int::UBig;
use fewest_panex::exchange::{lengths, plan};
use fewest_rules::panex::Instance;
use fewest_rules::{Puzzle, replay};

/// OEIS A109224.
const EXCHANGES: [u32; 13] =
    [3, 13, 42, 128, 343, 881, 2189, 5359, 13_023, 31_537, 76_245, 184_191, 444_807];
/// OEIS A109175.
const TRANSFERS: [u32; 13] = [1, 3, 9, 24, 58, 143, 345, 836, 2018, 4875, 11_769, 28_416, 68_602];

#[test]
fn lengths_are_the_known_ones() {
    for ((length, exchange), transfer) in lengths().zip(EXCHANGES).zip(TRANSFERS) {
        assert_eq!(length.exchange, UBig::from(exchange), "n = {}", length.n);
        assert_eq!(length.transfer, UBig::from(transfer), "n = {}", length.n);
    }
}

#[test]
fn from_five_on_lengths_follow_the_formula_in_pell_numbers() {
    let (mut pell, mut next_pell) = (UBig::ZERO, UBig::ONE);
    for length in lengths().take(200) {
        (pell, next_pell) = (next_pell.clone(), UBig::from(2_u8) * &next_pell + pell);
        let n = length.n;
        let right = UBig::from(49_u8) * &next_pell;
        let left = &length.exchange + UBig::from(105_u8) * &pell + UBig::from(8 * n + 2);
        assert_eq!(left == right, n >= 5, "n = {n}");
    }
}

#[test]
fn plans_are_as_long_as_said_and_exchange_the_towers() {
    for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13] {
        let plan = plan(n);
        assert_eq!(plan.len(), UBig::from(EXCHANGES[usize::from(n) - 1]));
        let moves: Vec<_> = plan.moves().collect();
        assert_eq!(UBig::from(moves.len()), plan.len(), "n = {n}");
        replay(&Instance::exchange(n), moves).expect("plans are legal");
    }
}

#[test]
fn a_plan_can_be_entered_anywhere() {
    for (n, stride) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (9, 97)] {
        let puzzle = Instance::exchange(n);
        let plan = plan(n);
        let moves: Vec<_> = plan.moves().collect();
        let mut position = puzzle.start();
        for (count, step) in moves.iter().enumerate() {
            if count % stride == 0 {
                let mut rest = plan.moves_after(&UBig::from(count));
                assert_eq!(rest.position(), position, "n = {n} after {count}");
                assert_eq!(rest.next().as_ref(), Some(step), "n = {n} after {count}");
                let rest: Vec<_> = rest.take(50).collect();
                let end = moves.len().min(count + 51);
                assert_eq!(rest, moves[count + 1..end], "n = {n} after {count}");
            }
            position = puzzle.play(&position, step).unwrap();
        }
        for beyond in [plan.len(), plan.len() + UBig::from(7_u8)] {
            let mut rest = plan.moves_after(&beyond);
            assert_eq!(rest.position(), *puzzle.goal());
            assert_eq!(rest.next(), None);
        }
    }
}

#[test]
fn both_ends_of_a_plan_too_long_to_replay_are_legal() {
    let puzzle = Instance::exchange(40);
    let plan = plan(40);
    assert_eq!(plan.len().to_string(), "9620964235986159");
    let mut position = puzzle.start();
    for step in plan.moves().take(1000) {
        position = puzzle.play(&position, &step).expect("the plan is legal");
    }
    assert_eq!(plan.moves_after(&UBig::from(1000_u32)).position(), position);
    let last = plan.moves_after(&(plan.len() - UBig::from(1000_u32)));
    let mut position = last.position();
    let last: Vec<_> = last.collect();
    assert_eq!(last.len(), 1000);
    for step in last {
        position = puzzle.play(&position, &step).expect("the plan is legal");
    }
    assert!(puzzle.is_goal(&position));
}

#[test]
fn plans_of_towers_beyond_128_bits_are_whole() {
    let plan = plan(120);
    let middle = plan.len() / UBig::from(2_u8);
    let puzzle = Instance::exchange(120);
    let from_the_middle = plan.moves_after(&middle);
    let mut position = from_the_middle.position();
    for step in from_the_middle.take(200) {
        position = puzzle.play(&position, &step).expect("the plan is legal");
    }
    assert_eq!(plan.moves_after(&(middle + UBig::from(200_u8))).position(), position);
}
