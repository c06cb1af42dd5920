//! Wrong usage, and what surrounds the command.

use crate::run::{Folder, Ran, fewest};

#[test]
fn wrong_usage_is_told_with_exit_code_2() {
    for arguments in [
        &[][..],
        &["dance"],
        &["solve"],
        &["solve", "water", "--engine", "magic"],
        &["solve", "water", "--direction", "sideways"],
        &["solve", "water", "--time", "soon"],
        &["solve", "water", "--memory", "64Mib"],
        &["solve", "water", "--nodes", "-1"],
        &["solve", "water", "--upper-bound", "70000"],
        &["solve", "water", "--size", "9x9"],
        &["solve", "water", "--goal", "middle"],
        &["solve", "water", "--format", "sokoban"],
        &["verify", "water"],
        &["completions", "tcsh"],
    ] {
        let ran = fewest(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(!ran.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_puzzle_in_place_of_a_verb_is_solved_by_solve() {
    for (word, advice) in [
        ("water", "tip: to solve it: fewest solve water\n"),
        ("1 2 3 / 4 0 5", "tip: to solve it: fewest solve \"1 2 3 / 4 0 5\"\n"),
        ("solv", "tip: a similar subcommand exists: 'solve'\n"),
    ] {
        let ran = fewest(&[word]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{word}");
        assert!(ran.stderr.contains(advice), "{}", ran.stderr);
    }
    assert!(!fewest(&["-"]).stderr.contains("fewest solve"));
}

#[test]
fn what_a_puzzle_does_not_allow_is_wrong_usage() {
    let ran = fewest(&["solve", "water", "--engine", "frontier"]);
    let reason = "the engine frontier does not work on Atomix: it needs a puzzle in which \
                  every move can be undone by a move; partial-expansion-astar and nbs do not";
    assert_eq!((ran.code, ran.stderr), (Some(2), format!("fewest: {reason}\n")));
}

#[test]
fn what_is_for_tile_puzzles_is_wrong_usage_for_others() {
    for (option, value) in [("--goal", "snail"), ("--size", "4x4")] {
        for (input, puzzle) in [("water", "atomix"), ("panex:2", "panex")] {
            let ran = fewest(&["solve", input, option, value]);
            let message =
                format!("fewest: {option} is only for tile puzzles; {input} belongs to {puzzle}\n");
            assert_eq!((ran.code, ran.stderr), (Some(2), message));
        }
    }
}

#[test]
fn what_an_engine_does_not_have_is_wrong_usage() {
    const WEIGHTED: &str = "weighted-astar and weighted-ida-star do";
    const TABLE: &str = "transposition-ida-star and stochastic-ida-star do";
    for (input, engine, option, having) in [
        ("water", "astar", "--weight=2", WEIGHTED),
        ("water", "ida-star", "--weight=1.5", WEIGHTED),
        ("water", "transposition-ida-star", "--weight=2", WEIGHTED),
        ("1230", "astar", "--weight=2", WEIGHTED),
        ("panex:2", "breadth-first", "--weight=2", WEIGHTED),
        ("water", "astar", "--replacement=fifo", TABLE),
        ("1230", "weighted-astar", "--replacement=never", TABLE),
        ("water", "perimeter-ida-star", "--table-start=empty", TABLE),
        ("panex:2", "ida-star", "--table-start=preheated", TABLE),
    ] {
        let setting = option.trim_start_matches('-').split('=').next().unwrap();
        let message = format!("fewest: the engine {engine} does not support {setting}; {having}\n");
        let ran = fewest(&["solve", input, "--engine", engine, option]);
        assert_eq!((ran.code, ran.stderr), (Some(2), message));
    }
    // The engine that suits the puzzle is checked as well, and the record names it, too.
    let ran = fewest(&["solve", "--json", "water", "--weight", "2"]);
    let message = format!("the engine breadth-first-heuristic does not support weight; {WEIGHTED}");
    assert_eq!(
        (ran.code, ran.records()[0]["data"]["message"].as_str()),
        (Some(2), Some(&*message))
    );
    for options in
        [["--engine=weighted-astar", "--weight=2"], ["--engine=weighted-ida-star", "--weight=2"]]
    {
        assert!(matches!(fewest(&["solve", "water", options[0], options[1]]).code, Some(0 | 3)));
    }
}

#[test]
fn a_plan_that_is_given_is_not_searched_for() {
    let folder = Folder::new();
    folder.write("plan", "8");
    let ran = folder.run(&["replay", "123456708", "plan", "--engine", "astar"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
}

#[test]
fn nothing_is_said_when_the_reader_goes_away() {
    let folder = Folder::new();
    for arguments in [&["solve", "water"][..], &["replay", "panex:3"], &["completions", "bash"]] {
        let mut command = folder.command(arguments);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ran = Ran::of(command.stdout(writer).output().unwrap());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(141), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let name = OsStr::from_bytes(b"bo\xFFard.txt");
    let folder = Folder::new();
    folder.write(name, "1 2 3 0\n");
    let solve = |name| {
        let arguments = [OsStr::new("solve"), OsStr::new("-q"), name];
        Ran::of(folder.command(arguments).output().unwrap())
    };
    let ran = solve(name).quietly(0);
    assert_eq!(ran.stdout, "bo\u{FFFD}ard: OPTIMAL: 0 moves; it is already solved\n");
    let ran = solve(OsStr::from_bytes(b"\xFF"));
    let message = "\u{FFFD}: cannot be read: No such file or directory (os error 2)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}
