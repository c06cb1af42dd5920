//! Inputs of new users, and the messages that help them.

use crate::run::{Folder, Ran, fewest};

/// Checks the last line of the message, without the advice of the command-line parser.
#[track_caller]
fn refused(arguments: &[&str], says: &str) {
    let ran = fewest(arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
    assert!(ran.stderr.contains(says), "{arguments:?}: {}", ran.stderr);
}

#[track_caller]
fn unknown(folder: &Folder, input: &str, message: &str) {
    let ran = folder.run(&["solve", input]);
    let expected = format!("{input}: {message}\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), expected.as_str()));
}

#[test]
fn names_that_are_nearly_right() {
    let folder = Folder::new();
    folder.write("levels.txt", "1 2 3 0\n");
    for (input, meant) in [
        ("Water", "water"),
        ("watr", "water"),
        ("Panex:4", "panex:4"),
        ("katomic_06", "katomic:6"),
        ("KAtomic", "katomic"),
        ("level.txt", "levels.txt"),
    ] {
        let message = format!("not found; did you mean {meant}?");
        unknown(&folder, input, &message);
    }
    let height = "not found; did you mean panex:7? The number is the height of the \
                  towers";
    unknown(&folder, "panex", height);
    let address = "not found; web addresses are not supported: save the file and give its name";
    unknown(&folder, "https://example.org/level.dat", address);
    unknown(&folder, "panex:0", "sizes are 1 to 10000");
}

/// Levels of two rooms, with these titles.
fn set(titles: &[&str]) -> String {
    let level = |(number, title)| {
        format!(
            "[Level{number}]\nName={title}\natom_1=1-c\natom_2=1-g\n\
             feld_00=######\nfeld_01=#1..2#\nfeld_02=######\nmole_0=12\n\n"
        )
    };
    (1..).zip(titles).map(level).collect()
}

#[test]
fn titles_that_are_nearly_right() {
    let folder = Folder::new();
    folder.write(
        "data/katomic/levels/default_levels.dat",
        set(&["Acetic acid", "Water", "Lactic acid"]),
    );
    let ran = folder.run(&["solve", "katomic:acid"]);
    let message = "katomic:acid: there is no level \"acid\"; did you mean \"katomic:Acetic acid\" or \
                   \"katomic:Lactic acid\"?\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
    // An unquoted title is two inputs.
    let ran = folder.run(&["solve", "katomic:Acetic", "acid"]);
    assert!(ran.stderr.ends_with("did you mean \"katomic:Acetic acid\"?\n"), "{}", ran.stderr);
    folder.run(&["solve", "-q", "katomic:acetic acid"]).quietly(0);
    let ran = folder.run(&["solve", "katomic:iron"]);
    let message = "katomic:iron: there is no level \"iron\"; the 3 levels are 1 to 3\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}

#[test]
fn a_range_that_has_fewer_levels_is_told() {
    let folder = Folder::new();
    folder.write("list", "1 2 3 0\n1 2 0 3\n");
    let ran = folder.run(&["solve", "-q", "list:2-10"]);
    let warning = "fewest: list:2-10: there is only one of these 9 levels\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), warning));
    assert_eq!(ran.stdout.lines().count(), 1);
    let ran = folder.run(&["solve", "-q", "list:1-10"]);
    assert_eq!(ran.stderr, "fewest: list:1-10: there are only 2 of these 10 levels\n");
    folder.run(&["solve", "-q", "list:1-2"]).quietly(0);
}

#[test]
fn numbers_that_cannot_work() {
    refused(&["solve", "water", "--time", "-5s"], "must not be negative");
    refused(&["solve", "water", "--memory", "-1"], "must not be negative");
    refused(&["solve", "water", "--nodes", "-1"], "must not be negative");
    refused(&["solve", "water", "--threads", "-1"], "must not be negative");
    refused(&["solve", "water", "--memory", "10"], "must be at least 1MB");
    refused(&["solve", "water", "--threads", "0"], "must be at least 1");
    refused(&["solve", "water", "--threads", "many"], "expected a number");
    let least = fewest(&["solve", "-q", "water", "--memory", "1MB"]).quietly(0);
    assert!(least.stdout.starts_with("water: OPTIMAL: 13 moves"), "{}", least.stdout);
}

#[test]
fn threads_that_are_of_no_use_are_not_started() {
    let ran = fewest(&["solve", "--json", "water", "--threads", "10000"]);
    let processors = std::thread::available_parallelism().unwrap().get();
    let most = 8 * processors;
    let warning = format!("fewest: --threads 10000: at most {most} are used, 8 per processor\n");
    assert_eq!((ran.code, &ran.stderr), (Some(0), &warning));
    assert!(ran.result()["threads"].as_u64().unwrap() <= most as u64);
}

#[test]
fn engines_by_their_usual_abbreviations() {
    for (typed, engine) in [
        ("A*", "astar"),
        ("IDA*", "ida-star"),
        ("ida*", "ida-star"),
        ("bfs", "breadth-first"),
        ("BFHS", "breadth-first-heuristic"),
        ("NBS", "nbs"),
        ("Breadth-First", "breadth-first"),
    ] {
        let result = fewest(&["solve", "--json", "water", "--engine", typed]).quietly(0).result();
        assert_eq!(result["engine"], engine, "{typed}");
    }
    refused(&["solve", "water", "--engine", "ida-sta"], "a similar value exists: 'ida-star'");
}

#[test]
fn a_board_without_quotes() {
    let numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "0"];
    let message = "these numbers are one board; quote them: \"1 2 3 4 5 6 7 8 0\"";
    refused(&[&["solve"], &numbers[..]].concat(), message);
    // Files may have such names.
    let folder = Folder::new();
    for name in ["1", "2", "3", "4"] {
        folder.write(name, "1 2 3 0\n");
    }
    folder.run(&["solve", "-q", "1", "2", "3", "4"]).quietly(0);
}

#[test]
fn engines_that_search_from_both_ends_have_no_direction() {
    for (input, engine, direction) in [
        ("water", "nbs", "forward"),
        ("water", "bae-star", "backward"),
        ("123456708", "nbs", "forward"),
        ("123456708", "frontier", "forward"),
    ] {
        let arguments = ["solve", input, "--engine", engine, "--direction", direction];
        refused(&arguments, &format!("the engine {engine} takes no direction {direction}"));
    }
    fewest(&["solve", "-q", "water", "--engine", "nbs", "--direction", "auto"]).quietly(0);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = Folder::new();
    folder.write("list.dat", set(&["\u{1b}[2JWater"]));
    for arguments in [&["solve", "list.dat"][..], &["info", "list.dat"], &["levels", "list.dat"]] {
        let ran = folder.run(arguments).quietly(0);
        assert!(ran.stdout.contains("[2JWater"), "{arguments:?}: {}", ran.stdout);
        assert!(!ran.stdout.contains('\u{1b}'), "{arguments:?}");
    }
    folder.write("key.dat", "[Level]\nfeld_\u{1b}[2J=####\n");
    folder.write("tiles.txt", "1 2 \u{1b}[2J 0\n1 2 3 0\n");
    for file in ["key.dat", "tiles.txt", "\u{1b}[2J"] {
        let ran = folder.run(&["solve", "--format=katomic", file]);
        assert_eq!(ran.code, Some(31), "{file}");
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!ran.stderr.contains(is_control), "{}", ran.stderr);
    }
    let ran = folder.run(&["solve", "\u{1b}[2J"]);
    assert!(ran.stderr.starts_with("\\u{1b}[2J: not found"), "{}", ran.stderr);
}

#[test]
fn one_state_is_one_state() {
    let ran = fewest(&["solve", "1230", "--engine", "astar"]).quietly(0);
    assert!(ran.stdout.contains("\nstored     1 state\n"), "{}", ran.stdout);
}

#[test]
fn the_verdict_of_a_long_report_is_its_last_line_too() {
    let long = fewest(&["solve", "panex:5"]).quietly(0).stdout;
    let (first, last) = (long.lines().next().unwrap(), long.lines().last().unwrap());
    assert!(first.starts_with("panex:5: OPTIMAL: 343 moves, and no shorter solution exists if "));
    assert_eq!(last, first);
    let short = fewest(&["solve", "1230"]).quietly(0).stdout;
    assert_eq!(short.matches("OPTIMAL").count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_does_not_arrive_is_an_error() {
    let folder = Folder::new();
    for verb in [&["solve", "water"][..], &["levels"], &["completions", "bash"], &["--version"]] {
        let command = folder.command(verb);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", r#"exec "$0" "$@" >&-"#]).arg(command.get_program()).args(verb);
        let ran = Ran::of(shell.current_dir(folder.path()).output().unwrap());
        let message = "fewest: input/output error: standard output is closed: there is nowhere to \
                       write to\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(74), message), "{verb:?}");
    }
    if std::path::Path::new("/dev/full").exists() {
        let message = "fewest: input/output error: No space left on device (os error 28)\n";
        for words in [
            &["solve", "water"][..],
            &["levels"],
            &["completions", "bash"],
            &["man"],
            &["predict", "--help"],
            &["predict", "-h"],
            &["help", "solve"],
            &["--version"],
        ] {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let ran = Ran::of(folder.command(words).stdout(full).output().unwrap());
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(74), message), "{words:?}");
        }
    }
    // Nobody reads it, but it is written somewhere.
    let null = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    let ran = Ran::of(folder.command(["solve", "water"]).stdout(null).output().unwrap());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}
