//! Plans in the notations of others, and positions in mid-game.

use crate::run::{Folder, Ran, fewest};

/// The solution of the built-in level as in the literature.
const WATER: &str =
    "1 down left, 3 left down right up right down left down right, 2 down, 1 right.";

#[track_caller]
fn assert_fails(ran: &Ran, code: i32, message: &str) {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(code), format!("{message}\n").as_str()));
}

#[test]
fn moves_are_given_on_the_command_line() {
    for (input, plan) in [
        ("water", WATER),
        ("123456078", "7 8"),
        ("123456078", "RR"),
        ("123456078", "left, left"),
        ("panex:1", "1-2 3-1 2-3"),
        ("panex:1", "l-m, r-l, m-r"),
    ] {
        let ran = fewest(&["verify", input, plan]).quietly(0);
        assert!(ran.stdout.contains(": accepted: "), "{}", ran.stdout);
    }
    let ran = fewest(&["verify", "water", "1.1 down, nonsense!"]);
    assert_fails(&ran, 31, "moves:1:11: \"nonsense!\" is not a move of this puzzle");
}

#[test]
fn plans_are_written_in_every_notation_and_read_back() {
    let folder = Folder::new();
    let cases = [
        ("water", "standard", ""),
        ("water", "directions", "1.1 "),
        ("water", "letters", ""),
        ("123456078", "blank", "R\nR\n"),
        ("123456078", "tile", "L\nL\n"),
        ("123456078", "blank-words", "right\nright\n"),
        ("123456078", "tile-words", "left\nleft\n"),
        ("panex:1", "numbers", "3-2\n"),
        ("panex:1", "lower", "r-m\n"),
    ];
    for (input, notation, expected) in cases {
        let arguments = ["solve", "--moves", "--notation", notation, input];
        let moves = folder.run(&arguments).quietly(0).stdout;
        assert!(moves.contains(expected), "{notation}: {moves}");
        folder.write("plan", &moves);
        for arguments in
            [&["verify", input, "plan", "--notation", notation][..], &["verify", input, "plan"]]
        {
            folder.run(arguments).quietly(0);
        }
    }
    let json = folder.run(&["solve", "--json", "--notation", "tile", "123456078"]).quietly(0);
    assert_eq!(json.result()["moves"], serde_json::json!(["L", "L"]));
    folder.write("plan", &json.stdout);
    folder.run(&["verify", "123456078", "plan"]).quietly(0);
    let replay = folder.run(&["replay", "123456078", "R R", "--notation", "blank"]).quietly(0);
    assert!(replay.stdout.contains("\n2. R\n"), "{}", replay.stdout);
    let ran = folder.run(&["solve", "panex:1", "--notation", "tile"]);
    let message =
        "fewest: panex:1: this puzzle has no notation \"tile\": use standard, numbers, lower";
    assert_fails(&ran, 2, message);
}

#[test]
fn a_search_begins_in_mid_game() {
    let folder = Folder::new();
    let solved = |arguments: &[&str]| {
        let ran = folder.run(&[&["solve", "-q"], arguments].concat()).quietly(0);
        ran.stdout.trim_end().to_owned()
    };
    let end = "and no shorter solution exists";
    assert_eq!(
        solved(&["water", "--after", "1 down left"]),
        format!("water after 2 moves: OPTIMAL: 11 moves, {end}")
    );
    assert_eq!(
        solved(&["panex:1", "--after", "L-M"]),
        format!("panex:1 after 1 move: OPTIMAL: 2 moves, {end}")
    );
    folder.write("moves", "5 8 # two of four\n");
    assert_eq!(
        solved(&["1 2 3 / 4 8 0 / 7 6 5", "--after", "U", "--notation", "blank"]).split(':').next(),
        Some("123480765 after 1 move")
    );
    let shown = folder.run(&["show", "1 2 3 / 4 0 5 / 7 8 6", "--after", "5 6"]).quietly(0);
    assert_eq!(shown.stdout, "123405786 after 2 moves\n1 2 3\n4 5 6\n7 8 _\n");
    let ran = folder.run(&["solve", "123456078", "--after", "7 1"]);
    assert_fails(&ran, 31, "moves:1:1: move 2 (1) is not legal: tile 1 is not beside the blank");
    // From the middle of this board both readings are legal.
    let ran = folder.run(&["solve", "1 2 3 / 4 0 5 / 7 8 6", "--after", "U"]);
    let message = "fewest: moves: these moves can be read in two ways: use --notation blank or --notation \
         tile";
    assert_fails(&ran, 2, message);
}

#[test]
fn a_plan_that_is_missing_is_missed() {
    let folder = Folder::new();
    folder.write("level.txt", "#####\n#1.2#\n#####\n\n12\n");
    for input in ["water", "123456078", "level.txt"] {
        let message = "no plan given; use verify INPUT PLAN, or give a certificate file alone";
        assert_fails(&folder.run(&["verify", input]), 2, &format!("fewest: {input}: {message}"));
    }
}

#[test]
fn a_rejected_plan_says_what_stands_there() {
    let folder = Folder::new();
    folder.write("level.txt", "#####\n#1.2#\n#####\n\n12\n");
    let plan = "1.1 right r4c3-r4c4";
    let ran = folder.run(&["verify", "level.txt", plan]).quietly(30);
    let expected = "level: rejected: move 1 (1.1 right r4c3-r4c4) is not legal: r4c3 is outside the \
                    board, and 1.1 is at r1c1; it solves a copy of the level with other margins, \
                    whose rows are 3 greater and whose columns are 2 greater\n";
    assert_eq!(ran.stdout, expected);
    let ran = folder.run(&["verify", "level.txt", "1.1 left"]).quietly(30);
    assert_eq!(
        ran.stdout,
        "level: rejected: move 1 (1.1 left r1c1-r1c1) is not legal: a wall is at r1c0\n"
    );
}
