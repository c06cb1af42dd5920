//! `solve --checkpoint`.

use crate::run::{Folder, Ran};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Two million positions with the first tables, which with so little memory are also the last.
const SEARCH: [&str; 9] = [
    "solve",
    "ca6098dfb73254e1",
    "--memory",
    "40MiB",
    "--threads",
    "1",
    "--checkpoint",
    "saved",
    "--json",
];

/// A level whose search takes a second or two, in all configurations and with beams.
const LEVEL: &str = "masterclass:14";

/// The fields that distinguish two searches.
const COUNTS: [&str; 8] = [
    "status",
    "lower",
    "upper",
    "moves",
    "expanded",
    "expanded_until_last_layer",
    "generated",
    "reexpanded",
];

/// The existing generations, ascending.
fn generations(folder: &Folder) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path().join("saved")).unwrap();
    let mut all: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let number = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.strip_prefix("gen-").unwrap().parse::<u64>().unwrap()
    };
    all.sort_by_key(number);
    all
}

#[test]
fn a_search_goes_on_where_it_ended_and_the_folder_is_removed_when_it_is_done() {
    let folder = Folder::new();
    let whole = folder.run(&SEARCH).quietly(0).result();
    let saved = folder.path().join("saved");
    assert!(!saved.exists());
    assert!(whole.get("resumed").is_none());
    let ended = folder.run(&[&SEARCH[..], &["--nodes", "450k"]].concat()).quietly(21).result();
    let last = generations(&folder).pop().unwrap();
    let manifest = fs::read_to_string(last.join("MANIFEST")).unwrap();
    assert!(manifest.starts_with("fewest checkpoint 3\ninstance 4x4 12,10,6,0,"), "{manifest}");
    let ran = folder.run(&SEARCH);
    let lower = &ended["lower"];
    let expected = format!("fewest: resuming from saved: at least {lower} moves, ");
    assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    let result = ran.result();
    for key in ["status", "upper", "moves", "expanded_until_last_layer"] {
        assert_eq!(result[key], whole[key], "{key}");
    }
    assert_eq!(&result["resumed"]["lower"], lower);
    assert!(!saved.exists());
}

/// What it did when its memory was spent takes no more of a larger one.
#[test]
fn a_search_that_goes_on_with_more_memory_takes_what_it_needs() {
    let folder = Folder::new();
    let search = ["solve", "water", "--json", "--checkpoint", "saved"];
    let ended = folder.run(&[&search[..], &["--memory", "1MB", "--nodes", "5"]].concat()).result();
    assert_eq!(ended["status"], "BOUNDED");
    let result = folder.run(&[&search[..], &["--memory", "1GiB"]].concat()).result();
    assert_eq!((&result["status"], &result["upper"]), (&"OPTIMAL".into(), &13.into()));
    let taken = result["peak_rss_bytes"].as_u64().unwrap() >> 20;
    assert!(taken < 128, "{taken} MiB");
}

#[test]
fn a_search_that_a_limit_ends_with_a_plan_keeps_its_folder() {
    let folder = Folder::new();
    let hard = ["solve", "159d26ae37bf48c0"];
    let limited = ["--nodes", "30M"];
    let ended = folder.run(&[&hard[..], &SEARCH[2..], &limited].concat()).result();
    assert_eq!(ended["status"], "SOLVED");
    assert!(folder.path().join("saved").exists());
}

/// Searches in one run, and again with saving as often as possible and killing at some moments,
/// also while saving: both find and count the same.
fn is_searched_as_in_one_run(search: &[&str], moments: &[u64]) {
    let folder = Folder::new();
    let search = [&["solve", "--json"], search].concat();
    let whole = folder.run(&search).quietly(0).result();
    let saved = [&search[..], &["--checkpoint", "saved", "--checkpoint-interval", "1ms"]].concat();
    for &milliseconds in moments {
        let mut child = folder.command(&saved).spawn().unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        // It may be done by then.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let ran = folder.run(&saved);
    assert_eq!(ran.code, Some(0), "{search:?}: {}", ran.stderr);
    let result = ran.result();
    for key in COUNTS {
        assert_eq!(result[key], whole[key], "{search:?}: {key}");
    }
}

#[test]
fn a_level_that_is_killed_again_and_again_is_searched_as_in_one_run() {
    is_searched_as_in_one_run(&[LEVEL], &[40, 300, 170, 450, 90, 600, 230]);
}

#[test]
fn a_level_with_one_direction_and_heuristic_is_searched_as_in_one_run() {
    let one = ["masterclass:4", "--direction", "backward", "--heuristic", "supported-stops"];
    is_searched_as_in_one_run(&one, &[60, 120, 90, 200]);
}

#[test]
fn other_engines_that_are_killed_search_as_in_one_run() {
    let astar = ["--engine", "partial-expansion-astar", "--threads", "1"];
    is_searched_as_in_one_run(&[&["masterclass:4"], &astar[..]].concat(), &[60, 250, 120, 400]);
    is_searched_as_in_one_run(&[&["867254301"], &astar[..]].concat(), &[30, 60, 90]);
    let frontier = ["--engine", "frontier"];
    is_searched_as_in_one_run(&[&["panex:4"], &frontier[..]].concat(), &[40, 70, 110]);
    is_searched_as_in_one_run(&[&["867254301"], &frontier[..]].concat(), &[30, 60, 90]);
}

#[test]
fn a_level_in_runs_of_some_states_is_solved_alike() {
    let folder = Folder::new();
    let whole = folder.run(&["solve", LEVEL, "--json"]).quietly(0).result();
    let search = ["solve", LEVEL, "--json", "--checkpoint", "saved", "--nodes", "40k"];
    let mut lower = 0;
    let mut runs = 0;
    let last = loop {
        runs += 1;
        let ran = folder.run(&search);
        let result = ran.result();
        assert!(result["lower"].as_u64() >= Some(lower), "what was shown stays shown");
        lower = result["lower"].as_u64().unwrap();
        if runs > 1 {
            assert!(ran.stderr.starts_with("fewest: resuming from saved: "), "{}", ran.stderr);
            assert_eq!(result["resumed"]["expanded"], 40_000 * (runs - 1));
        }
        if result["stop"].is_null() {
            break result;
        }
        assert_eq!(result["stop"], "nodes");
        assert!(runs < 50);
    };
    assert!(runs > 3, "{runs}");
    for key in ["status", "lower", "upper"] {
        assert_eq!(last[key], whole[key], "{key}");
    }
    assert!(!folder.path().join("saved").exists());
}

#[test]
fn a_plan_longer_than_is_asked_for_now_is_not_told() {
    let folder = Folder::new();
    let search = ["solve", "-q", "laboratory:8", "--threads", "1", "--checkpoint", "saved"];
    let stopped = folder.run(&[&search[..], &["--nodes", "6k"]].concat());
    assert!(stopped.stdout.contains(": SOLVED: "), "{}", stopped.stdout);
    let asked = folder.run(&[&search[..], &["--upper-bound", "13"]].concat());
    assert_eq!(asked.code, Some(11), "{}", asked.stdout);
    assert!(asked.stdout.contains(": BOUNDED: "), "{}", asked.stdout);
}

fn stopped(folder: &Folder, nodes: &str) -> Ran {
    folder.run(&["solve", LEVEL, "--quiet", "--checkpoint", "saved", "--nodes", nodes])
}

#[test]
fn a_damaged_generation_is_not_used_and_the_one_before_it_is() {
    let folder = Folder::new();
    for _ in 0..2 {
        assert_eq!(stopped(&folder, "50k").code, Some(21));
    }
    let both = generations(&folder);
    let state = both[1].join("state");
    let bytes = fs::read(&state).unwrap();
    fs::write(&state, &bytes[..bytes.len() / 2]).unwrap();
    let ran = stopped(&folder, "1k");
    let half = bytes.len() / 2;
    let expected = format!(
        "fewest: ignored: saved/gen-2/state: {half} bytes after the header instead of {}; make it \
         again\nfewest: resuming from saved: at least ",
        bytes.len()
    );
    assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    assert!(ran.stderr.ends_with(" moves, 50000 states expanded\n"), "{}", ran.stderr);
    // The damaged generation was removed.
    let names: Vec<_> = generations(&folder)
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["gen-1", "gen-3"]);
    for generation in generations(&folder) {
        fs::remove_file(generation.join("state")).unwrap();
    }
    let ran = stopped(&folder, "1k");
    assert_eq!(ran.code, Some(31), "{}", ran.stderr);
    assert_eq!(generations(&folder).len(), 2);
}

#[test]
fn a_checkpoint_of_something_else_is_refused_and_stays() {
    let folder = Folder::new();
    folder.write("file", "precious");
    let ran = folder.run(&["solve", "water", "--checkpoint", "file"]);
    let expected = "file: not a fewest checkpoint\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(31), "", expected));
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"precious");
    let ran = folder.run(&["solve", "water", "--checkpoint", "no/such/folder"]);
    assert_eq!(ran.code, Some(31), "{}", ran.stderr);
    stopped(&folder, "50k");
    let before = generations(&folder);
    for other in [&["masterclass:15"][..], &[LEVEL, "--direction", "backward"]] {
        let ran = folder.run(&[&["solve", "--checkpoint", "saved"], other].concat());
        assert_eq!(ran.code, Some(31), "{}", ran.stderr);
        assert!(ran.stderr.starts_with("saved: made for atomix "), "{}", ran.stderr);
    }
    assert_eq!(generations(&folder), before);
}

#[test]
fn other_searches_have_no_checkpoints() {
    let folder = Folder::new();
    let several = "fewest: --checkpoint works for one instance only\n";
    for (arguments, expected) in [
        (
            &["water", "--engine", "astar"][..],
            "fewest: the engine astar does not support checkpoints; partial-expansion-astar and \
             breadth-first-heuristic do\n",
        ),
        (
            &["867254301", "--engine", "astar"],
            "fewest: the engine astar does not support checkpoints; ida-star, \
             partial-expansion-astar, breadth-first-heuristic and frontier do\n",
        ),
        (
            &["867254301", "--direction", "backward"],
            "fewest: direction backward cannot be used on the (n²−1)-puzzle: ida-star keeps \
             checkpoints only when it searches from the start\n",
        ),
        (
            &["panex:3", "--engine", "nbs"],
            "fewest: the engine nbs does not support checkpoints; partial-expansion-astar and \
             frontier do\n",
        ),
        (&["867254301", "867254301"], several),
    ] {
        let ran = folder.run(&[&["solve", "--checkpoint", "saved"], arguments].concat());
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
        assert!(!folder.path().join("saved").exists());
    }
}
