//! `fewest automaton`: rules are found, checked, described and used.

use crate::run::{Folder, fewest};
use std::fs;

#[test]
fn rules_are_built_verified_and_described() {
    let folder = Folder::new();
    let none = folder.run(&["automaton", "info"]).quietly(0).stdout;
    assert_eq!(none, "no automata are stored\n");
    let built = folder.run(&["automaton", "build", "4x4", "--moves", "8"]).quietly(0).stdout;
    assert!(built.starts_with("4x4: 40 rules in "), "{built}");
    let verified = folder.run(&["automaton", "verify"]).quietly(0).stdout;
    assert_eq!(verified, "4x4: all 40 rules hold from every cell\n");
    let info = folder.run(&["automaton", "info", "4x4", "3x3"]).quietly(0).stdout;
    assert!(info.contains("longest rule       8\n"), "{info}");
    assert!(info.contains("a move, 2.13"), "{info}");
    assert!(info.ends_with("3x3: not stored\n"), "{info}");
}

#[test]
fn spoiled_rules_are_refused_and_not_used() {
    let folder = Folder::new();
    let hard = "0 11 10 / 7 8 9 / 4 5 6 / 1 2 3";
    folder.run(&["automaton", "build", "3x4", "--moves", "12"]).quietly(0);
    // With one thread, since the counts of the last iteration depend on how work is divided.
    let solve = ["solve", "--json", "--quiet", "--threads", "1", hard];
    let with = folder.run(&solve).quietly(0).result();
    let path = folder.path().join("data/fewest/automata/3x4.automaton");
    let text = fs::read_to_string(&path).unwrap().replace("\nEW -\n", "\nEN -\n");
    fs::write(&path, text).unwrap();
    let verified = folder.run(&["automaton", "verify"]);
    assert_eq!(verified.code, Some(30));
    assert!(verified.stderr.contains("does not match its digest"), "{}", verified.stderr);
    let without = folder.run(&solve);
    assert!(without.stderr.contains("not used: "), "{}", without.stderr);
    let without = without.result();
    assert_eq!((&with["upper"], &without["upper"]), (&53.into(), &53.into()));
    assert!(with["expanded"].as_u64() < without["expanded"].as_u64());
}

#[test]
fn rules_longer_than_fit_are_wrong_usage() {
    for moves in ["1", "33", "x"] {
        let refused = fewest(&["automaton", "build", "4x4", "--moves", moves]);
        assert_eq!(refused.code, Some(2), "{moves}");
    }
}
