//! `solve --disk`.

use crate::run::{Folder, Ran};
use std::fs;
use std::thread;
use std::time::Duration;

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join("states")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// One search of each family, and one without a solution.
#[test]
fn the_answer_is_that_of_memory_and_the_folder_is_empty_then() {
    let folder = Folder::new();
    for (instance, engine, more) in [
        ("water", "breadth-first-heuristic", &[][..]),
        ("masterclass:4", "breadth-first-heuristic", &["--direction", "backward"]),
        ("masterclass:4", "breadth-first", &[]),
        ("5 1 3 4 / 2 10 6 8 / 13 9 7 12 / 0 14 11 15", "breadth-first-heuristic", &[]),
        ("8 6 7 / 2 5 4 / 3 0 1", "breadth-first", &["--direction", "backward"]),
        ("panex:3", "breadth-first", &[]),
        ("panex:2", "breadth-first", &["--upper-bound", "12"]),
    ] {
        let search = [&["solve", instance, "--json", "--engine", engine], more].concat();
        let memory = folder.run(&search);
        let disk = folder.run(&[&search[..], &["--disk", "states"]].concat());
        assert_eq!(disk.code, memory.code, "{instance}: {}", disk.stderr);
        let (memory, disk) = (memory.result(), disk.result());
        for key in ["status", "stop", "lower", "upper", "engine", "direction"] {
            // In memory the cheaper direction is determined first.
            if (instance, key) != ("water", "direction") {
                assert_eq!(disk[key], memory[key], "{instance} {key}");
            }
        }
        assert_eq!(names(&folder), Vec::<String>::new(), "{instance}");
    }
}

fn kill_after(folder: &Folder, search: &[&str], milliseconds: u64) {
    let mut child = folder.command(search).spawn().unwrap();
    thread::sleep(Duration::from_millis(milliseconds));
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn what_is_killed_goes_on_and_counts_as_in_one_run() {
    let folder = Folder::new();
    let engine = ["--engine", "breadth-first-heuristic"];
    let search = [&["solve", "masterclass:14", "--json", "--disk", "states"][..], &engine].concat();
    let whole = folder.run(&search).quietly(0).result();
    for milliseconds in [200, 900, 500] {
        kill_after(&folder, &search, milliseconds);
    }
    // Files that were being written.
    for name in ["run-900", ".fewest-MANIFEST-AbC123.partial"] {
        fs::write(folder.path().join("states").join(name), "half a").unwrap();
    }
    let ran = folder.run(&search);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("fewest: resuming from states: at least "), "{}", ran.stderr);
    for key in ["status", "lower", "upper", "moves", "expanded", "generated", "stored"] {
        assert_eq!(ran.result()[key], whole[key], "{key}");
    }
    assert_eq!(names(&folder), Vec::<String>::new());
}

/// Without an engine Atomix begins in memory.
#[test]
fn where_the_memory_is_spent_it_goes_on_by_disk() {
    let folder = Folder::new();
    let level = ["solve", "masterclass:14", "--json"];
    let in_memory = folder.run(&level).quietly(0).result();
    let search = [&level[..], &["--memory", "1MB", "--disk", "states"]].concat();
    let whole = folder.run(&search).quietly(0).result();
    let stopped = folder.run(&[&search[..], &["--nodes", "150k"]].concat());
    assert_eq!(stopped.code, Some(21), "{}", stopped.stderr);
    assert!(names(&folder).iter().any(|name| name.starts_with("run-")), "it is on disk by now");
    for milliseconds in [100, 700, 500] {
        kill_after(&folder, &search, milliseconds);
    }
    let ran = folder.run(&search);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for key in ["status", "lower", "upper", "engine"] {
        assert_eq!(ran.result()[key], in_memory[key], "{key}");
        assert_eq!(whole[key], in_memory[key], "{key}");
    }
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn a_bound_that_was_shown_in_memory_is_kept() {
    let folder = Folder::new();
    let search = ["solve", "masterclass:13", "--json", "--disk", "states"];
    let stopped = folder.run(&[&search[..], &["--nodes", "4k"]].concat());
    let lower = stopped.result()["lower"].clone();
    let expanded = stopped.result()["expanded"].as_u64().unwrap();
    assert_eq!(names(&folder), ["MANIFEST"]);
    let ran = folder.run(&search);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let said = format!("fewest: resuming from states: at least {lower} moves");
    assert!(ran.stderr.starts_with(&said), "{}", ran.stderr);
    assert_eq!(ran.result()["resumed"]["expanded"].as_u64(), Some(expanded));
    assert!(ran.result()["expanded"].as_u64().unwrap() > expanded, "they are counted");
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn a_full_disk_is_a_limit_like_memory() {
    let folder = Folder::new();
    let search = ["solve", "masterclass:13", "--json", "--engine", "breadth-first"];
    let search = [&search[..], &["--disk", "states", "--disk-limit", "1MB"]].concat();
    let ran = folder.run(&search);
    assert_eq!(ran.code, Some(20), "{}", ran.stderr);
    let result = ran.result();
    assert_eq!(
        (result["status"].as_str(), result["stop"].as_str()),
        (Some("BOUNDED"), Some("disk"))
    );
    assert_eq!(names(&folder), Vec::<String>::new());
}

/// The number of states in the written certificate.
fn listed(ran: &Ran) -> u64 {
    let records = ran.records();
    let certificate = records.iter().find(|record| record["type"] == "certificate");
    certificate.expect("there is one")["data"]["states"].as_u64().unwrap()
}

#[test]
fn certificates_are_listed_on_disk_and_accepted() {
    let folder = Folder::new();
    for (instance, more, is_same) in [
        // In memory the cheaper direction is determined first.
        ("water", &[][..], false),
        ("masterclass:4", &["--direction", "backward"], true),
        ("8 6 7 / 2 5 4 / 3 0 1", &["--engine", "breadth-first"], true),
        ("5 1 3 4 / 2 10 6 8 / 13 9 7 12 / 0 14 11 15", &[], true),
        ("panex:3", &[], true),
    ] {
        let search = [&["solve", instance, "--json", "--certificate", "proof"], more].concat();
        let disk = folder.run(&[&search[..], &["--disk", "states"]].concat());
        assert_eq!(disk.code, Some(0), "{instance}: {}", disk.stderr);
        assert_eq!(names(&folder), Vec::<String>::new(), "{instance}");
        let verified = folder.run(&["verify", "proof"]).quietly(0).stdout;
        let lower = disk.result()["lower"].to_string();
        assert!(verified.starts_with("proof: accepted: "), "{instance}: {verified}");
        assert!(verified.contains(&format!(" {lower} moves")), "{instance}: {verified}");
        if is_same {
            assert_eq!(listed(&disk), listed(&folder.run(&search)), "{instance}");
        }
    }
}

#[test]
fn a_bound_below_the_saved_one_loses_nothing() {
    let folder = Folder::new();
    let search = ["solve", "-q", "masterclass:4", "--disk", "states"];
    let run = |more: [&str; 2]| folder.run(&[&search[..], &more].concat());
    assert_eq!(run(["--nodes", "2k"]).code, Some(21));
    let before = names(&folder);
    assert_eq!(before, ["MANIFEST"]);
    assert_eq!(run(["--upper-bound", "5"]).code, Some(11));
    assert_eq!(names(&folder), before);
    let ran = run(["--nodes", "0"]);
    assert!(ran.stderr.starts_with("fewest: resuming from states: at least "), "{}", ran.stderr);
}

/// The search leaves other files in the folder alone.
#[test]
fn a_certificate_may_be_in_the_same_folder() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("states")).unwrap();
    let search = ["solve", "-q", "water", "--disk", "states", "--certificate", "states/proof"];
    folder.run(&search).quietly(0);
    folder.run(&["verify", "states/proof"]).quietly(0);
    assert_eq!(names(&folder), ["proof"]);
}

/// The bound proved up to a limit is certified, and the search resumes after that.
#[test]
fn a_certificate_leaves_a_search_that_was_saved() {
    let folder = Folder::new();
    let engine = ["--engine", "breadth-first-heuristic"];
    let search = [&["solve", "masterclass:13", "--json", "--disk", "states"][..], &engine].concat();
    let whole = folder.run(&search).quietly(0).result();
    let stopped = [&search[..], &["--nodes", "40k", "--certificate", "proof"]].concat();
    let ran = folder.run(&stopped);
    assert_eq!(ran.code, Some(21), "{}", ran.stderr);
    assert!(listed(&ran) > 0);
    assert!(names(&folder).iter().any(|name| name == "MANIFEST"), "it is there still");
    let verified = folder.run(&["verify", "proof"]).quietly(0).stdout;
    assert!(verified.starts_with("proof: accepted: "), "{verified}");
    let ran = folder.run(&search);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("fewest: resuming from states: at least "), "{}", ran.stderr);
    for key in ["status", "lower", "upper", "expanded", "generated"] {
        assert_eq!(ran.result()[key], whole[key], "{key}");
    }
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn states_that_are_too_long_for_a_list_are_refused_before_the_search() {
    let folder = Folder::new();
    let search = ["solve", "panex:12", "--engine", "breadth-first", "--upper-bound", "3"];
    let ran = folder.run(&[&search[..], &["--disk", "states", "--certificate", "proof"]].concat());
    let expected = "fewest: --certificate: none for panex:12 with --disk: its states do not fit \
                    into 16 bytes\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(2), "", expected));
    assert!(!folder.path().join("proof").exists() && !folder.path().join("states").exists());
}

#[test]
fn folders_of_others_are_refused_and_left_alone() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("states")).unwrap();
    folder.write("states/run-0", "precious");
    let ran = folder.run(&["solve", "water", "--disk", "states"]);
    let expected = "states: this folder has other files in it; it must be empty\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(31), "", expected));
    assert_eq!(names(&folder), ["run-0"]);
    fs::remove_file(folder.path().join("states/run-0")).unwrap();
    let engine = ["--engine", "breadth-first-heuristic"];
    let stopped = ["solve", "masterclass:13", "--nodes", "40k", "--disk", "states"];
    assert_eq!(folder.run(&[&stopped[..], &engine].concat()).code, Some(21));
    let before = names(&folder);
    assert!(before.len() > 1, "{before:?}");
    let ran = folder.run(&["solve", "masterclass:14", "--disk", "states"]);
    assert_eq!(ran.code, Some(31), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("states: made for atomix "), "{}", ran.stderr);
    assert_eq!(names(&folder), before);
}

#[test]
fn other_searches_have_no_disk() {
    let folder = Folder::new();
    for (arguments, message) in [
        (
            &["water", "--engine", "astar"][..],
            "the engine astar does not support search on disk; breadth-first and",
        ),
        (&["water", "water"], "--disk works for one instance only"),
        (&["water", "--checkpoint", "saved"], "cannot be used with"),
    ] {
        let ran = folder.run(&[&["solve", "--disk", "states"], arguments].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
        let states = folder.path().join("states");
        assert!(!states.exists() || names(&folder).is_empty(), "nothing stays");
    }
}
