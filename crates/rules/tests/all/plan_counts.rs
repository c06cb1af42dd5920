//! Plans with the number of their moves in front.

use fewest_rules::{Puzzle, panex, read_plan, replay, tiles};

/// How many moves solve the puzzle, or what is wrong.
fn said<P: Puzzle>(puzzle: &P, text: &str) -> String {
    match read_plan(puzzle, text, None) {
        Err(error) => error.to_string(),
        Ok(plan) => {
            let count = plan.len();
            replay(puzzle, plan).map_or_else(|error| error.to_string(), |_| count.to_string())
        }
    }
}

fn other(stated: usize, found: usize) -> String {
    format!("1:1: the number of moves is given as {stated}, but it is {found}")
}

#[test]
fn a_number_in_front_of_tiles_is_a_move_or_the_number_of_moves() {
    let board = tiles::parse("1 2 3 / 0 4 6 / 7 5 8", tiles::Options::default()).unwrap();
    for text in [
        "4 5 8",
        "3\nRDR",
        "\u{feff}3 RDR",
        "# length\n 3\n\n1. left\n2. up\n3. left",
        "3, 4, 5, 8",
        "3\n4 5 8\n",
        "3\n4\n5\n8",
    ] {
        assert_eq!(said(&board, text), "3", "{text}");
    }
    for (text, message) in [
        ("2\nRDR", &*other(2, 3)),
        ("4 RDR", &other(4, 3)),
        ("4\n4 5 8", &other(4, 3)),
        ("2\n4 5 8", &other(2, 3)),
        ("3\nRUUU", "move 3 (0) is not legal: 0 is the blank"),
        ("3\nRDX", "2:1: \"RDX\" is not a move of this puzzle"),
        // Without other signs the number is a tile.
        ("6 4 5 8", "move 1 (6) is not legal: tile 6 is not beside the blank"),
        (
            "1 1",
            "1:1: 1 may be the number of moves, or a move: leave it out, or write \"1.\" before the \
             first move",
        ),
        ("1. 1 1", "the puzzle is not solved after 2 moves"),
    ] {
        assert_eq!(said(&board, text), message, "{text}");
    }
    let near = tiles::Options { goal: tiles::Goal::BlankFirst, size: None };
    assert_eq!(said(&tiles::parse("102345678", near).unwrap(), "1 1"), "1");
}

#[test]
fn all_puzzles_take_the_number_of_moves() {
    let panex = panex::Instance::exchange(1);
    for text in ["3\nL-M R-L M-R", "3\n1 2 3 1 2 3", "3\n12\n31\n23"] {
        assert_eq!(said(&panex, text), "3", "{text}");
    }
    assert_eq!(said(&panex, "4\n12 31 23"), other(4, 3));
    let atomix = fewest_rules::atomix::builtin("water").unwrap();
    let plan = "1 down left, 3 left down right up right down left down right, 2 down, 1 right.";
    assert_eq!(said(&atomix, &format!("13\n{plan}")), "13");
    assert_eq!(said(&atomix, &format!("12\n{plan}")), other(12, 13));
    // In one line, the number is that of an atom.
    assert_eq!(said(&atomix, &format!("13 {plan}")), "1:1: \"13\" is not a move of this puzzle");
    let task = crate::pddl::instance();
    for text in ["2\n(seal j1)\n(lift j1 floor high)", "; a plan\n2\nseal j1\nlift j1 floor high"] {
        assert_eq!(said(&task, text), "2", "{text}");
    }
    assert_eq!(said(&task, "3\n(seal j1)\n(lift j1 floor high)"), other(3, 2));
}
