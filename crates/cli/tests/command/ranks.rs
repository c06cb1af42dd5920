//! `solve --ranks`.

use crate::run::{Folder, Ran};
use std::fs;

#[test]
fn the_answer_is_that_of_one_process() {
    let folder = Folder::new();
    for (instance, engine, more) in [
        ("water", "breadth-first-heuristic", &["--direction", "forward"][..]),
        ("water", "astar", &["--direction", "backward"]),
        ("8 6 7 / 2 5 4 / 3 0 1", "breadth-first", &[]),
        ("5 1 3 4 / 2 10 6 8 / 13 9 7 12 / 0 14 11 15", "astar", &[]),
        ("panex:3", "breadth-first", &[]),
        ("panex:2", "breadth-first", &["--upper-bound", "12"]),
    ] {
        let search = [&["solve", instance, "--json", "--engine", engine], more].concat();
        let alone = folder.run(&search);
        let ranks = folder.run(&[&search[..], &["--ranks", "3"]].concat());
        assert_eq!(ranks.code, alone.code, "{instance}: {}", ranks.stderr);
        let (alone, ranks) = (alone.result(), ranks.result());
        for key in ["status", "stop", "lower", "upper", "engine", "direction"] {
            assert_eq!(ranks[key], alone[key], "{instance} {key}");
        }
        assert_eq!(ranks["threads"], 3);
    }
}

#[test]
fn layers_have_the_same_counts_with_any_number_of_ranks() {
    let folder = Folder::new();
    let counts = |ranks| {
        let search = ["solve", "masterclass:4", "--json", "--ranks", ranks];
        let result = folder.run(&search).quietly(0).result();
        ["expanded", "generated", "stored"].map(|key| result[key].clone())
    };
    let one = counts("1");
    assert_eq!(counts("2"), one);
    assert_eq!(counts("4"), one);
}

#[test]
fn limits_stop_all_ranks() {
    let folder = Folder::new();
    for engine in ["breadth-first-heuristic", "astar"] {
        let search = ["solve", "masterclass:14", "--json", "--ranks", "3", "--nodes", "1000"];
        let ran = folder.run(&[&search[..], &["--engine", engine]].concat());
        assert_eq!(ran.code, Some(21), "{engine}: {}", ran.stderr);
        let result = ran.result();
        assert!(result["lower"].as_u64() > Some(0) && result["expanded"].as_u64() <= Some(1000));
    }
}

#[test]
fn other_engines_have_no_ranks() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "water", "--engine", "ida-star", "--ranks", "2"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let having = "does not support ranks; astar, breadth-first and breadth-first-heuristic do";
    assert!(ran.stderr.contains(having), "{}", ran.stderr);
}

/// The number of states in the written certificate.
fn listed(ran: &Ran) -> u64 {
    let records = ran.records();
    let certificate = records.iter().find(|record| record["type"] == "certificate");
    certificate.expect("there is one")["data"]["states"].as_u64().unwrap()
}

/// One search of each family, a bound without a plan, and one stopped by a limit.
#[test]
fn the_certificate_is_the_same_with_any_number_of_ranks() {
    let folder = Folder::new();
    for (instance, more, code, has_plan) in [
        ("water", &["--direction", "forward"][..], 0, true),
        ("water", &["--direction", "backward", "--upper-bound", "12"], 11, false),
        // A test for unsupported stops that decides after each layer whether it pays.
        ("masterclass:4", &["--direction", "backward", "--upper-bound", "19"], 11, false),
        ("8 6 7 / 2 5 4 / 3 0 1", &[], 0, true),
        ("8 6 7 / 2 5 4 / 3 0 1", &["--upper-bound", "30"], 11, false),
        ("panex:3", &["--engine", "breadth-first"], 0, true),
        ("panex:2", &["--engine", "breadth-first", "--upper-bound", "12"], 11, false),
    ] {
        let search = [&["solve", instance, "--json", "--certificate", "proof"], more].concat();
        let written = |ranks: &[&str]| {
            let ran = folder.run(&[&search[..], ranks].concat());
            assert_eq!(ran.code, Some(code), "{instance}: {}", ran.stderr);
            (listed(&ran), fs::read(folder.path().join("proof")).unwrap())
        };
        let verify = || {
            let verified = folder.run(&["verify", "proof"]).quietly(0).stdout;
            assert!(verified.starts_with("proof: accepted: "), "{instance}: {verified}");
        };
        let alone = written(&[]);
        verify();
        let one = written(&["--ranks", "1"]);
        verify();
        assert_eq!(alone.0, one.0, "{instance}");
        // It may contain another plan of the same length.
        assert!(has_plan || alone == one, "{instance}");
        for ranks in ["2", "3"] {
            assert!(written(&["--ranks", ranks]) == one, "{instance}, {ranks} ranks");
        }
    }
}

#[test]
fn the_bound_of_a_search_that_was_stopped_is_certified() {
    let folder = Folder::new();
    let search = ["solve", "masterclass:14", "--json", "--ranks", "3", "--nodes", "1000"];
    let ran = folder.run(&[&search[..], &["--certificate", "proof"]].concat());
    assert_eq!(ran.code, Some(21), "{}", ran.stderr);
    let verified = folder.run(&["verify", "proof"]).quietly(0).stdout;
    let lower = ran.result()["lower"].to_string();
    assert!(verified.starts_with("proof: accepted: "), "{verified}");
    assert!(verified.contains(&format!(" {lower} moves")), "{verified}");
}

/// Each rank has its states on disk, with the same counts; a search that was stopped resumes.
#[test]
fn ranks_keep_their_states_on_disk() {
    let folder = Folder::new();
    let search = ["solve", "masterclass:4", "--json", "--direction", "forward", "--ranks", "2"];
    let memory = folder.run(&search).quietly(0).result();
    let on_disk = [&search[..], &["--disk", "states"]].concat();
    let stopped = folder.run(&[&on_disk[..], &["--nodes", "500"]].concat());
    assert_eq!(stopped.code, Some(21), "{}", stopped.stderr);
    let states = folder.path().join("states");
    assert!(states.join("rank-1/MANIFEST").exists());
    let ended = folder.run(&on_disk);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(ended.stderr.contains("resuming from states"), "{}", ended.stderr);
    let ended = ended.result();
    for key in ["status", "upper", "expanded", "generated", "stored"] {
        assert_eq!(ended[key], memory[key], "{key}");
    }
    assert_eq!(fs::read_dir(states).unwrap().count(), 0, "nothing stays");
}

#[test]
fn what_ranks_on_disk_do_not_have_is_refused() {
    let folder = Folder::new();
    for (more, said) in [
        (&["--engine", "astar"][..], "does not support search on disk"),
        (
            &["--certificate", "list"],
            "--certificate cannot be used with --ranks and --disk together, only with one of them",
        ),
        (&["--checkpoint", "saved"], "cannot be used with"),
    ] {
        let search = ["solve", "water", "--ranks", "2", "--disk", "states"];
        let ran = folder.run(&[&search[..], more].concat());
        assert_eq!(ran.code, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}
