//! `verify` and `replay`.

use crate::run::{Folder, fewest};

const WATER: &str = "water: accepted: 13 moves solve it; whether fewer moves can was not checked\n";

#[test]
fn our_own_records_are_verified() {
    let folder = Folder::new();
    let solved = folder.run(&["solve", "--json", "water", "panex:3", "123456780"]);
    folder.write("plans.json", &solved.stdout);
    let ran = folder.run(&["verify", "water", "plans.json"]).quietly(0);
    assert_eq!(ran.stdout, WATER);
    let ran = folder.run(&["verify", "panex:3", "plans.json"]).quietly(0);
    assert!(ran.stdout.starts_with("panex:3: accepted: 42 moves solve it"));
    assert_eq!(folder.feed(&["verify", "water", "-"], &solved.stdout).quietly(0).stdout, WATER);
}

#[test]
fn a_plan_is_verified_by_the_rule_of_its_puzzle() {
    let folder = Folder::new();
    for (input, plan, expected) in [
        ("panex:1:neighbours", "L-M R-M M-L M-R", "accepted: 4 moves solve it"),
        (
            "panex:1:neighbours",
            "L-M R-L M-R",
            "rejected: move 2 (b1 R-L) is not legal: R and L are not neighbours",
        ),
        (
            "panex:1",
            "L-M R-M M-L M-R",
            "rejected: move 2 (b1 R-M) is not legal: b1 has no room on M",
        ),
        ("panex:2:one-tower", "L-M L-R M-R", "accepted: 3 moves solve it"),
    ] {
        let code = if expected.starts_with("accepted") { 0 } else { 30 };
        let ran = folder.run(&["verify", input, plan]).quietly(code);
        assert!(ran.stdout.starts_with(&format!("{input}: {expected}")), "{}", ran.stdout);
    }
    // The recorded puzzle is the same.
    let input = "panex:2:one-tower:neighbours";
    let solved = folder.run(&["solve", "--json", "panex:2", input]);
    folder.write("plans.json", &solved.stdout);
    let ran = folder.run(&["verify", input, "plans.json"]).quietly(0);
    assert!(ran.stdout.starts_with(&format!("{input}: accepted: 4 moves solve it")));
}

#[test]
fn printed_moves_are_verified() {
    let folder = Folder::new();
    let records = folder.run(&["solve", "--json", "water"]);
    let moves: Vec<_> = records.result()["moves"].as_array().unwrap().clone();
    let moves: Vec<_> = moves.iter().map(|step| step.as_str().unwrap()).collect();
    for plan in
        [moves.join("\n"), moves.join(", "), format!("# a plan\n{}\n\n", moves.join("\r\n"))]
    {
        folder.write("plan.txt", plan);
        assert_eq!(folder.run(&["verify", "water", "plan.txt"]).quietly(0).stdout, WATER);
    }
    for (input, plan) in [
        ("1 2 3 / 4 5 6 / 0 7 8", "7 8"),
        ("1 2 3 / 4 5 6 / 0 7 8", "2\nRR"),
        ("panex:1", "a1 L-M, b1 R-L, a1 M-R"),
    ] {
        folder.write("plan.txt", plan);
        let ran = folder.run(&["verify", input, "plan.txt"]).quietly(0);
        assert!(ran.stdout.contains(": accepted: "), "{}", ran.stdout);
    }
}

#[test]
fn an_illegal_move_is_named() {
    let folder = Folder::new();
    folder.write("plan.txt", "7\n1\n8\n");
    let ran = folder.run(&["verify", "123456078", "plan.txt"]).quietly(30);
    assert_eq!(
        ran.stdout,
        "123456078: rejected: move 2 (1) is not legal: tile 1 is not beside the blank\n"
    );
}

#[test]
fn a_plan_that_stops_early_is_rejected() {
    let folder = Folder::new();
    for (plan, moves) in [("7", "1 move"), ("", "0 moves"), ("7 7", "2 moves")] {
        folder.write("plan.txt", plan);
        let ran = folder.run(&["verify", "123456078", "plan.txt"]).quietly(30);
        let expected = format!("123456078: rejected: the puzzle is not solved after {moves}\n");
        assert_eq!(ran.stdout, expected);
    }
}

#[test]
fn a_plan_that_cannot_be_read_is_an_error() {
    let folder = Folder::new();
    let error = |name: &str, plan: &str, message: &str| {
        folder.write(name, plan);
        let ran = folder.run(&["verify", "123456078", name]);
        assert_eq!((ran.code, ran.stderr), (Some(31), format!("{message}\n")));
    };
    error("a", "7\n8, up", "a:2:4: \"up\" is not a move of this puzzle");
    error("b", "{\"type\":\n", "b:1:8: EOF while parsing a value");
    // Columns are characters.
    error("é", "{\"type\":\"begin\",\"data\":1}\n{\"é\":1,2", "é:2:8: key must be a string");
    let record = |data: &str| format!("{{\"schema\":1,\"type\":\"result\",\"data\":{data}}}\n");
    let bounded = record(r#"{"instance":"123456078","status":"BOUNDED","moves":null}"#);
    error("c", &bounded, "c:1:1: the result for 123456078 is BOUNDED, without a plan");
    let other = record(r#"{"instance":"x","status":"OPTIMAL","moves":["7","8"]}"#);
    error("d", &other.repeat(2), "d:1:1: these records have no result for 123456078");
    let wrong = record(r#"{"instance":"123456078","status":"OPTIMAL","moves":["7","x"]}"#);
    error("e", &wrong, "e:1:1: \"x\" is not a move of this puzzle");
    error("f", "3\nRR", "f:1:1: the number of moves is given as 3, but it is 2");
    let ran = folder.run(&["verify", "123456078", "absent"]);
    let message = "absent: cannot be read: No such file or directory (os error 2)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}

#[test]
fn a_certificate_is_no_plan() {
    let folder = Folder::new();
    for (input, file) in [("water", "water.proof"), ("panex:5", "panex.proof")] {
        let solved = folder.run(&["solve", "--quiet", input, "--certificate", file]);
        assert_eq!(solved.code, Some(0), "{}", solved.stderr);
        let ran = folder.run(&["verify", input, file]);
        let expected = format!(
            "{file}:1:1: this is not a plan; a certificate is verified alone: fewest verify {file}\n"
        );
        assert_eq!((ran.code, ran.stdout, ran.stderr), (Some(31), String::new(), expected));
    }
}

#[test]
fn moves_are_for_one_instance_and_records_for_many() {
    let folder = Folder::new();
    folder.write("list.txt", "1 2 3 0\n1 2 0 3\n");
    folder.write("plan.txt", "3\n");
    let ran = folder.run(&["verify", "list.txt", "plan.txt"]);
    let message = "plan.txt:1:1: these moves are for one instance, not for 2\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
    let records = folder.run(&["solve", "--json", "list.txt"]).stdout;
    folder.write("plans.json", records);
    let ran = folder.run(&["verify", "list.txt", "plans.json"]).quietly(0);
    assert_eq!(ran.stdout.lines().count(), 2);
}

#[test]
fn a_replay_shows_every_board() {
    let folder = Folder::new();
    folder.write("plan.txt", "7\n8\n");
    let ran = folder.run(&["replay", "123456078", "plan.txt"]).quietly(0);
    let expected = "123456078\n1 2 3\n4 5 6\n_ 7 8\n\n\
                    1. 7\n1 2 3\n4 5 6\n7 _ 8\n\n\
                    2. 8\n1 2 3\n4 5 6\n7 8 _\n\n\
                    123456078: solved after 2 moves\n";
    assert_eq!(ran.stdout, expected);
    let solved = folder.run(&["replay", "123456078"]).quietly(0);
    let verdict = "123456078: OPTIMAL: 2 moves, and no shorter solution exists\n\n";
    assert_eq!(solved.stdout, format!("{verdict}{expected}"));
}

#[test]
fn a_replay_stops_at_the_illegal_move() {
    let folder = Folder::new();
    folder.write("plan.txt", "7 1 8");
    let ran = folder.run(&["replay", "123456078", "plan.txt"]).quietly(30);
    assert!(ran.stdout.ends_with(
        "7 _ 8\n\n123456078: rejected: move 2 (1) is not legal: tile 1 is not beside the blank\n"
    ));
}

#[test]
fn there_is_nothing_to_replay_where_there_is_no_solution() {
    let ran = fewest(&["replay", "2130"]).quietly(10);
    let verdict = "2130: UNSOLVABLE: no solution exists for the goal blank-last; ";
    assert!(ran.stdout.starts_with(verdict) && ran.stdout.ends_with("\n\n"), "{}", ran.stdout);
}
