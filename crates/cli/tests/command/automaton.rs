//! `fewest automaton`: rules are found, checked, described and used.

use crate::checkers::{agree, reject_what_is_altered, signed};
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
    let file = "data/fewest/automata/4x4.automaton";
    let verified = agree(&folder, file, 0);
    let expected = format!(
        "{file}: accepted: all 40 rules for 4x4 hold: the first of all shortest plans follows no \
         forbidden path\n"
    );
    assert_eq!(verified, expected);
    reject_what_is_altered(&folder, file);
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    for (rule, other) in
        [("\nEW -\n", "\nEN -\n"), ("\nEW -\n", "\nEW EW\n"), ("\nrules 40\n", "\nrules 41\n")]
    {
        assert!(text.contains(rule));
        folder.write("other", signed(&text.replace(rule, other)));
        agree(&folder, "other", 30);
    }
    let info = folder.run(&["automaton", "info", "4x4", "3x3"]).quietly(0).stdout;
    assert!(info.contains("\n     2           4            5     2.13"), "{info}");
    assert!(info.contains("\n     8          40          161     2."), "{info}");
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
    let verified = agree(&folder, "data/fewest/automata/3x4.automaton", 30);
    assert!(verified.contains("rejected: line 8: from cell"), "{verified}");
    let without = folder.run(&solve);
    assert!(without.stderr.contains("ignored: "), "{}", without.stderr);
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

#[test]
fn the_published_table_is_shown_without_storing_anything() {
    let folder = Folder::new();
    let table = ["automaton", "info", "5x5", "--moves", "14", "--choice", "published"];
    let table = folder.run(&table).quietly(0).stdout;
    let row = |length: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(length));
        line.expect(length).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("2 "), ["2", "4", "5", "2.36759", "2.43426", "2.30275"]);
    assert_eq!(row("14 "), ["14", "18,414", "65,558", "2.24895", "2.31853", "2.18145"]);
    assert!(!folder.path().join("data/fewest/automata").exists());
    let sizes = folder.run(&["automaton", "info", "--moves", "8"]);
    assert_eq!(sizes.code, Some(2), "{}", sizes.stderr);
    let choice = folder.run(&["automaton", "info", "5x5", "--choice", "published"]);
    assert_eq!(choice.code, Some(2), "{}", choice.stderr);
}

#[test]
fn lists_of_strings_are_written_and_read() {
    let folder = Folder::new();
    let first = folder.run(&["automaton", "export", "4x4", "--moves", "2"]).quietly(0).stdout;
    assert_eq!(first, "rl\nlr\nud\ndu\n");
    assert_eq!(folder.run(&["automaton", "export", "4x4"]).code, Some(31));
    folder.run(&["automaton", "build", "4x4", "--moves", "12"]).quietly(0);
    let all = folder.run(&["automaton", "export", "4x4"]).quietly(0).stdout;
    folder.write("strings", &all);
    let rules = folder.path().join("data/fewest/automata/4x4.automaton");
    let built = fs::read_to_string(&rules).unwrap();
    fs::remove_file(&rules).unwrap();
    let count = all.lines().count();
    let imported = folder.run(&["automaton", "import", "4x4", "strings"]).quietly(0).stdout;
    assert!(imported.contains(&format!("rules of {count} strings")), "{imported}");
    assert_eq!(fs::read_to_string(&rules).unwrap(), built);
}

#[test]
fn strings_that_nothing_before_them_replaces_are_left_out() {
    let folder = Folder::new();
    let published = ["automaton", "export", "4x4", "--moves", "12", "--choice", "published"];
    let published = folder.run(&published).quietly(0).stdout;
    let imported = folder.feed(&["automaton", "import", "4x4", "-"], &published);
    assert_eq!(imported.code, Some(0), "{}", imported.stderr);
    assert!(imported.stderr.contains("strings are not forbidden"), "{}", imported.stderr);
    folder.run(&["automaton", "verify", "4x4"]).quietly(0);
    for (text, place) in [("rl\nrx\n", "-:2:2: "), ("\nr\n", "-:2:1: "), ("ru\n", "-:1:1: ")] {
        let refused = folder.feed(&["automaton", "import", "4x4", "-"], text);
        assert_eq!(refused.code, Some(31), "{text:?}");
        assert!(refused.stderr.starts_with(place), "{text:?}: {}", refused.stderr);
    }
}

#[test]
fn searches_take_rules_of_the_length_asked_for() {
    let folder = Folder::new();
    folder.run(&["automaton", "build", "4x4", "--moves", "12"]).quietly(0);
    let expanded = |length: &str| {
        let solve = ["solve", "--json", "--quiet", "--threads", "1", "--heuristic", "manhattan"];
        let asked = ["--rule-length", length, "5 1 3 4 / 2 6 8 12 / 9 0 7 11 / 13 10 15 14"];
        let result = folder.run(&[&solve[..], &asked].concat()).quietly(0).result();
        assert_eq!(result["status"], "OPTIMAL");
        result["expanded_until_last_layer"].as_u64().unwrap()
    };
    assert!(expanded("12") <= expanded("2"));
    for arguments in [
        &["solve", "water", "--rule-length", "8"][..],
        &["solve", "panex:3", "--rule-length", "8"],
        &["solve", "123405", "--size", "3x2", "--rule-length", "1"],
        &["solve", "123405", "--size", "3x2", "--rule-length", "8", "--engine", "astar"],
    ] {
        let refused = folder.run(arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("rule-length"), "{}", refused.stderr);
    }
}
