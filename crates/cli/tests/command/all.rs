//! All shortest solutions.

use crate::run::{Folder, fewest};
use serde_json::Value;

/// Two atoms with two moves each, in rooms of their own: the moves can be made in any order.
const ROOMS: &str = "[Level]\natom_1=1-c\natom_2=3-g\n\
    feld_00=#######\nfeld_01=#1....#\nfeld_02=#.###.#\nfeld_03=#2....#\nfeld_04=#######\n\
    mole_0=12\n";

#[test]
fn they_are_counted_for_every_family() {
    for (input, engine) in [
        ("water", "astar"),
        ("water", "anytime"),
        ("123450786", "ida-star"),
        ("123450786", "anytime"),
        ("panex:3", "frontier"),
        ("panex:3", "nbs"),
    ] {
        let default = fewest(&["solve", "--all", "--json", input]).quietly(0).result();
        let count = default["count"].as_u64().unwrap();
        let listed = default["solutions"].as_array().unwrap();
        assert_eq!(listed.len() as u64, count.min(10), "{input}");
        assert_eq!(default["count_at_least"], count);
        assert_eq!(default["count_stop"], Value::Null);
        assert!(
            listed.iter().all(|moves| moves.as_array().unwrap().len() as u64 == default["upper"])
        );
        let other = ["solve", "--all=1", "--json", input, "--engine", engine];
        let other = fewest(&other).quietly(0).result();
        assert_eq!(
            (&other["count"], other["solutions"].as_array().unwrap().len()),
            (&count.into(), 1)
        );
    }
}

#[test]
fn each_listed_solution_is_another_one_that_is_accepted() {
    let folder = Folder::new();
    folder.write("level", ROOMS);
    let result = folder.run(&["solve", "--all=1000", "--json", "level"]).quietly(0).result();
    let listed = result["solutions"].as_array().unwrap();
    assert_eq!(listed.len() as u64, result["count"]);
    assert!(listed.len() > 1);
    for (i, moves) in listed.iter().enumerate() {
        assert!(!listed[..i].contains(moves), "{moves}");
        let moves: Vec<_> = moves.as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        folder.write("plan", moves.join("\n"));
        folder.run(&["verify", "level", "plan"]).quietly(0);
    }
}

#[test]
fn what_is_said_for_people() {
    let first = |arguments: &[&str]| {
        let ran = fewest(arguments);
        ran.stdout.lines().next().unwrap().to_owned()
    };
    let one = "123456708: OPTIMAL: 1 move, and no shorter solution exists; it is the only one of this \
               length";
    assert_eq!(first(&["solve", "--all", "123456708"]), one);
    let none = "2130: UNSOLVABLE: no solution exists for the goal blank-last; --goal blank-first or \
                blank-centre can be reached";
    assert_eq!(first(&["solve", "--all", "2130"]), none);
    let several = fewest(&["solve", "--all=2", "panex:2"]).quietly(0).stdout;
    assert_eq!(several.matches("\nsolution ").count(), 2, "{several}");
}

#[test]
fn a_limit_leaves_what_is_known() {
    let ran = fewest(&["solve", "--all", "--json", "panex:5", "--nodes", "1000"]);
    let result = ran.quietly(21).result();
    assert_eq!((&result["status"], &result["count"]), (&"OPTIMAL".into(), &Value::Null));
    assert_eq!((&result["count_at_least"], &result["count_stop"]), (&1.into(), &"nodes".into()));
    assert_eq!(result["solutions"].as_array().unwrap().len(), 1);
    // Which solutions are shortest is not known here.
    let result = fewest(&["solve", "--all", "--json", "water", "--nodes", "10"]).result();
    assert_eq!((&result["status"], &result["count"]), (&"BOUNDED".into(), &Value::Null));
    assert_eq!(result["count_at_least"], 0);
    let none = fewest(&["solve", "--all", "--json", "2130"]).quietly(10).result();
    assert_eq!((&none["count"], &none["solutions"]), (&0.into(), &serde_json::json!([])));
}

#[test]
fn exchanges_that_are_too_high_are_refused() {
    let ran = fewest(&["solve", "--all", "panex:11"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    let message = "exchanges are counted only for towers of up to 10 pieces";
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
}
