//! Random instances.

use crate::run::{Folder, Ran, fewest};
use serde_json::Value;

/// The levels of a run with `--json`.
fn records(ran: Ran) -> Vec<Value> {
    ran.quietly(0).records().into_iter().map(|record| record["data"].clone()).collect()
}

/// Generates levels with these arguments, and solves each again.
#[track_caller]
fn check(count: usize, optimum: std::ops::RangeInclusive<u64>, arguments: &[&str]) {
    let folder = Folder::new();
    let range = format!("{}..{}", optimum.start(), optimum.end());
    let count_text = count.to_string();
    let wanted = ["generate", "atomix", "--optimum", &range, "--count", &count_text];
    let made = folder.run(&[&wanted, arguments].concat()).quietly(0).stdout;
    folder.write("made.dat", &made);
    let solved = folder.run(&["solve", "--json", "made.dat"]).quietly(0);
    let results: Vec<_> =
        solved.records().into_iter().filter(|record| record["type"] == "result").collect();
    assert_eq!(results.len(), count);
    for result in results {
        let data = &result["data"];
        assert_eq!(data["status"], "OPTIMAL", "{data}");
        assert!(optimum.contains(&data["upper"].as_u64().unwrap()), "{data}");
    }
}

#[test]
fn levels_are_as_asked() {
    check(10, 12..=15, &["--atoms", "3..5", "--seed", "1"]);
    check(2, 6..=9, &["--atoms", "2", "--side", "7..8", "--style", "rooms"]);
}

#[test]
#[ignore = "a hundred levels take a minute or two"]
fn a_hundred_levels_are_as_asked() {
    check(100, 12..=15, &["--atoms", "3..5", "--seed", "1"]);
}

#[test]
fn a_seed_makes_the_same_levels_with_any_number_of_threads() {
    let wanted = ["generate", "atomix", "--optimum", "7..9", "--count", "3", "--seed"];
    let made = |more: &[&str]| fewest(&[&wanted, more].concat()).quietly(0).stdout;
    let one = made(&["5", "--threads", "1"]);
    assert_eq!(one, made(&["5", "--threads", "3"]));
    assert_ne!(one, made(&["6", "--threads", "1"]));
    for other in [&["tiles", "--size", "3x3"][..], &["panex", "--pieces", "3"]] {
        let made = |seed: &str| {
            let arguments = [&["generate"], other, &["--count", "4", "--seed", seed]].concat();
            fewest(&arguments).quietly(0).stdout
        };
        let lines = made("1");
        assert_eq!((lines.lines().count(), &lines), (4, &made("1")));
        assert_ne!(lines, made("2"));
    }
}

#[test]
fn records_tell_what_the_levels_are() {
    let wanted = ["generate", "atomix", "--optimum", "8..10", "--atoms", "3", "--count", "3"];
    let made = records(fewest(&[&wanted[..], &["--json"]].concat()));
    assert_eq!(made.len(), 3);
    let bits: Vec<_> = made.iter().map(|level| level["difficulty"]["bits"].as_f64()).collect();
    assert!(bits.is_sorted_by(|a, b| a >= b), "{bits:?}");
    for level in made {
        let folder = Folder::new();
        folder.write("level.dat", level["level"].as_str().unwrap());
        let rated = folder.run(&["rate", "--json", "level.dat"]).quietly(0).records();
        let rated = &rated[0]["data"];
        assert_eq!((&rated["upper"], &rated["plans"]), (&level["optimum"], &level["plans"]));
        assert_eq!(rated["pieces"], 3);
        assert_eq!(level["moves"].as_array().unwrap().len() as u64, level["optimum"]);
    }
}

#[test]
fn every_format_is_read_back() {
    let folder = Folder::new();
    let wanted = ["generate", "atomix", "--optimum", "6..8", "--atoms", "3", "--count", "2"];
    let run = |more: &[&str]| folder.run(&[&wanted, more].concat()).quietly(0).stdout;
    let moves = |inputs: &[&str]| -> Vec<u64> {
        let ran = folder.run(&[&["solve", "--json"], inputs].concat()).quietly(0);
        let results = ran.records().into_iter().filter(|record| record["type"] == "result");
        results.map(|record| record["data"]["upper"].as_u64().unwrap()).collect()
    };
    assert_eq!(run(&["--output", "katomic.dat"]), "");
    let expected = moves(&["katomic.dat"]);
    assert_eq!(expected.len(), 2);
    for format in ["drawing", "kp"] {
        run(&["--as", format, "--output", format]);
        assert_eq!(moves(&[format]), expected, "{format}");
    }
    for (format, ending) in [("gnome", "atomix.xml"), ("gliesch-ritt", "in"), ("katomic", "dat")] {
        let told = run(&["--as", format, "--output", "folder/"]);
        assert!(told.starts_with(&format!("folder/level_01.{ending}: ")), "{told}");
        let files = ["1", "2"].map(|number| format!("folder/level_0{number}.{ending}"));
        assert_eq!(moves(&[&files[0], &files[1]]), expected, "{format}");
    }
    let one_file = folder.run(&[&wanted[..], &["--as", "gnome", "--output", "file"]].concat());
    let message = "fewest: Generated: a file in the format gnome has one level: give a folder for \
                   several\n";
    assert_eq!((one_file.code, one_file.stderr.as_str()), (Some(2), message));
}

#[test]
fn a_board_of_ones_own_is_kept() {
    let folder = Folder::new();
    folder.write("board", "########\n#1..2..#\n#.#..#.#\n#......#\n#..##..#\n########\n\n12\n");
    let wanted = ["generate", "atomix", "--atoms", "2..3", "--optimum", "4..9", "--as", "drawing"];
    let made = folder.run(&[&wanted[..], &["--board", "board"]].concat()).quietly(0).stdout;
    folder.write("made", made);
    let walls = |input: &str| {
        let shown = folder.run(&["show", input, "--as", "drawing"]).quietly(0).stdout;
        let rows = shown.lines().filter_map(|line| Some(line[line.find('#')?..].to_owned()));
        let wall = |row: String| row.chars().take(8).map(|cell| cell == '#').collect::<Vec<_>>();
        rows.map(wall).collect::<Vec<_>>()
    };
    assert_eq!(walls("made"), walls("board"));
    let ran = folder.run(&["generate", "atomix", "--board", "1230"]);
    assert_eq!(ran.stderr, "fewest: 1230: not an Atomix level\n");
}

#[test]
fn what_cannot_be_is_said() {
    for (arguments, message) in [
        (
            &["--atoms", "13..20"][..],
            "there is no molecule of 13..20 atoms: molecules have 2 to 12",
        ),
        (&["--side", "4"], "boards have 5 to 15 rows and columns, not 4"),
        (&["--optimum", "0..3"], "a level takes at least one move"),
    ] {
        let ran = fewest(&[&["generate", "atomix"], arguments].concat());
        assert_eq!((ran.code, ran.stderr), (Some(2), format!("fewest: {message}\n")));
    }
    let wanted = ["generate", "atomix", "--atoms", "2", "--side", "5", "--optimum", "90..99"];
    let ran = fewest(&[&wanted[..], &["--time", "200ms"]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(21), ""));
    assert!(ran.stderr.starts_with("fewest: 0 of 1 levels were found in this time, among "));
}
