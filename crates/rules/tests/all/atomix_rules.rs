//! The rules of Atomix on Water, the level that the seed paper prints.

use fewest_rules::atomix::{self, Level, Move, Position, Square, Tile};
use fewest_rules::{Puzzle, ReplayError, replay};
use proptest::prelude::*;

fn water() -> Level {
    atomix::builtin("water").unwrap()
}

/// "1 down left, 3 left down right up right down left down right, 2 down, 1 right": the solution
/// under figure 1 of Hüffner, Edelkamp, Fernau, Niedermeier 2001.
const SOLUTION: [(char, &str); 13] = [
    ('1', "down"),
    ('1', "left"),
    ('3', "left"),
    ('3', "down"),
    ('3', "right"),
    ('3', "up"),
    ('3', "right"),
    ('3', "down"),
    ('3', "left"),
    ('3', "down"),
    ('3', "right"),
    ('2', "down"),
    ('1', "right"),
];

/// The moves that these atoms and directions stand for.
fn solution(level: &Level) -> Vec<Move> {
    let mut position = level.start();
    let play = |&(label, direction): &(char, &str)| {
        let is_meant =
            |m: &Move| m.atom.label.as_char() == label && m.direction.to_string() == direction;
        let step = level.moves(&position).into_iter().find(is_meant).unwrap();
        position = level.play(&position, &step).unwrap();
        step
    };
    SOLUTION.iter().map(play).collect()
}

#[test]
fn water_has_the_numbers_of_the_paper() {
    let level = water();
    assert_eq!(level.name(), Some("Water (Atomix 01)"));
    assert_eq!((level.width(), level.height()), (11, 10));
    assert_eq!(level.atoms().len(), 3);
    assert_eq!(level.labels().len(), 3);
    assert_eq!(level.placements().len(), 17);
    assert_eq!(level.free_squares().len(), 45);
    assert_eq!(level.tile(Square { row: 3, column: 2 }), Tile::Wall);
    assert_eq!(level.tile(Square { row: 4, column: 3 }), Tile::Free);
    assert_eq!(level.tile(Square { row: 3, column: 8 }), Tile::Outside);
    assert_eq!(level.tile(Square { row: 255, column: 255 }), Tile::Outside);
}

#[test]
fn the_solution_of_the_paper_is_one() {
    let level = water();
    let plan = solution(&level);
    let last = replay(&level, plan.iter().copied()).unwrap();
    assert!(level.placements().contains(&last.labels()));
    assert_eq!(plan[12].to_string(), "1.1 right r11c4-r11c9");
    let short = replay(&level, plan[..12].iter().copied());
    assert_eq!(short, Err(ReplayError::NotSolved { moves: 12 }));
}

#[test]
fn only_full_slides_are_legal() {
    let level = water();
    let start = level.start();
    let full = level.parse_move(&start, "3.1 left r5c5-r5c3").unwrap();
    assert!(level.play(&start, &full).is_some());
    for wrong in ["r5c5-r5c4", "3.1 right r5c5-r5c3", "2.1 left r5c5-r5c3", "r5c5-r4c4 "] {
        let step = level.parse_move(&start, wrong);
        assert!(step.is_none_or(|step| level.play(&start, &step).is_none()), "{wrong}");
    }
}

#[test]
fn moves_are_read_in_all_notations() {
    let level = water();
    let start = level.start();
    let step = level.moves(&start)[0];
    assert_eq!(step.to_string(), "3.1 up r5c5-r4c5");
    // Letters count from the top left corner of the board, r3c2.
    for text in ["3.1 up r5c5-r4c5", "r5c5-r4c5", " 3.1  r5c5-r4c5", "up r5c5-r4c5", "cdbd"] {
        assert_eq!(level.parse_move(&start, text), Some(step), "{text}");
    }
    let broken =
        ["", "r5c5", "r5c5-", "r5c5-r6c5 down", "r+5c5-r6c5", "r5c5-r6c256", "cdd", "CDDD"];
    for text in broken.into_iter().chain(["3.x r5c5-r6c5", "äb", "a b c d", "r4c4-r5c4", "zzzz"]) {
        assert_eq!(level.parse_move(&start, text), None, "{text}");
    }
}

#[test]
fn the_drawing_is_readable() {
    let level = water();
    let expected = concat!(
        "           111\n",
        "   23456789012\n",
        " 3 #####          molecule:\n",
        " 4 #...#          123\n",
        " 5 #..3######\n",
        " 6 #..#.....#\n",
        " 7 #.#......##\n",
        " 8 #.#..#.##.#\n",
        " 9 #....#.#2.#\n",
        "10 ###1#..#..#\n",
        "11  #........#\n",
        "12  ##########\n",
    );
    assert_eq!(level.draw(&level.start()), expected);
}

#[test]
fn positions_are_made_from_labels() {
    let level = water();
    let labels = level.start().labels();
    assert_eq!(level.position(&labels), Some(level.start()));
    assert_eq!(level.position(&labels[1..]), None, "an atom is missing");
    let twice = [labels[0], (labels[1].0, labels[0].1), labels[2]];
    assert_eq!(level.position(&twice), None, "two atoms on a square");
    let in_wall = [labels[0], labels[1], (labels[2].0, Square { row: 3, column: 2 })];
    assert_eq!(level.position(&in_wall), None);
    for placement in level.placements() {
        assert!(level.is_goal(&level.position(&placement).unwrap()));
    }
}

/// Positions with every atom anywhere.
fn positions() -> impl Strategy<Value = Position> {
    let level = water();
    let free = level.free_squares().to_vec();
    proptest::sample::subsequence(free, 3).prop_shuffle().prop_map(move |squares| {
        let labels = level.labels().into_iter().zip(squares).collect::<Vec<_>>();
        level.position(&labels).unwrap()
    })
}

proptest! {
    #[test]
    fn backward_moves_are_the_forward_moves_taken_back(position in positions()) {
        let level = water();
        for step in level.moves(&position) {
            let next = level.play(&position, &step).unwrap();
            prop_assert!(level.backward_moves(&next).contains(&step));
            prop_assert_eq!(level.take_back(&next, &step), Some(position.clone()));
        }
        for step in level.backward_moves(&position) {
            let before = level.take_back(&position, &step).unwrap();
            prop_assert!(level.moves(&before).contains(&step));
            prop_assert_eq!(level.play(&before, &step), Some(position.clone()));
        }
    }

    #[test]
    fn printed_moves_are_read_back(position in positions()) {
        let level = water();
        for step in level.moves(&position) {
            prop_assert_eq!(level.parse_move(&position, &step.to_string()), Some(step));
            prop_assert_eq!(level.move_between(&position, step.from, step.to), Some(step));
        }
    }

    #[test]
    fn goals_are_the_placements(position in positions()) {
        let level = water();
        let is_placement = level.placements().contains(&position.labels());
        prop_assert_eq!(level.is_goal(&position), is_placement);
    }
}

#[test]
fn a_position_has_all_atoms_in_the_order_of_the_level() {
    let level = water();
    let start = level.start();
    assert_eq!(start.atoms(), level.atoms());
    assert_eq!(start.atoms().len(), 3);
    assert!(start.atoms().iter().all(|&(atom, at)| start.square_of(atom) == Some(at)));
}
