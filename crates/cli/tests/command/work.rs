//! `fewest work`.

use crate::checkers::{agree, reject_what_is_altered, signed};
use crate::run::{Folder, Ran};
use serde_json::Value;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// A record without the fields that differ from run to run.
fn without_times(mut record: Value) -> Value {
    let data = record["data"].as_object_mut().unwrap();
    for name in ["seconds", "cpu_seconds", "peak_rss_bytes"] {
        assert!(data.remove(name).is_some(), "{name}");
    }
    record
}

fn results(ran: &Ran) -> Vec<Value> {
    let records = ran.records().into_iter().filter(|record| record["type"] == "result");
    records.map(without_times).collect()
}

/// Alters the contents of `work.json`.
pub(crate) fn alter(folder: &Folder, alter: impl FnOnce(&mut Value)) {
    let path = folder.path().join("jobs/work.json");
    let mut work = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    alter(&mut work);
    fs::write(path, work.to_string()).unwrap();
}

/// Gives the first unit other arguments.
pub(crate) fn give(folder: &Folder, arguments: &str) {
    alter(folder, |work| work["units"][0] = serde_json::from_str(arguments).unwrap());
}

/// Reads a result.
fn done(folder: &Folder, name: &str) -> fewest_work::Done {
    let text = fs::read(folder.path().join("jobs/done").join(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// Puts a result into a folder under its rightful name; returns that name.
fn put(folder: &Folder, done: &fewest_work::Done) -> String {
    let name = format!("jobs/done/{}.{}.json", done.unit, done.digest());
    folder.write(&name, serde_json::to_string(done).unwrap());
    name
}

fn names(folder: &Folder, of: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join("jobs").join(of)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Splits, runs and merges; returns the one result.
fn joined(arguments: &[&str], code: i32) -> Value {
    let folder = Folder::new();
    folder.run(&[&["work", "split", "jobs"], arguments].concat()).quietly(0);
    folder.run(&["work", "run", "jobs", "--jobs", "2"]).quietly(0);
    folder.run(&["work", "merge", "jobs"]).quietly(code).result()
}

#[test]
fn instances_give_the_records_of_one_run() {
    let folder = Folder::new();
    folder.write(
        "boards.txt",
        "1 2 3 / 4 5 6 / 7 0 8\n8 6 7 / 2 5 4 / 3 0 1\n2 1 3 / 4 5 6 / 7 8 0\n",
    );
    let search = ["water", "boards.txt", "first-steps:2-3", "panex:2", "--engine", "ida-star"];
    let split = folder.run(&[&["work", "split", "jobs"], &search[..]].concat()).quietly(0);
    assert_eq!(split.stdout, "jobs: 7 units\n");
    let early = folder.run(&["work", "merge", "jobs"]);
    let message = "fewest: jobs: 7 of 7 units are not done\n";
    assert_eq!((early.code, early.stderr.as_str()), (Some(2), message));
    // One unit by its index, as in a job array, and the rest by two workers at a time.
    let one = folder.run(&["work", "run", "jobs", "--index", "3"]).quietly(0);
    assert_eq!(one.stdout, "unit 3: boards_03: UNSOLVABLE\n");
    let workers: Vec<_> = ["1", "2"]
        .map(|jobs| folder.command(["work", "run", "jobs", "--jobs", jobs]).spawn().unwrap())
        .into();
    let workers = workers.into_iter().map(|worker| Ran::of(worker.wait_with_output().unwrap()));
    let lines: usize = workers
        .map(|ran| {
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
            ran.stdout.lines().count()
        })
        .sum();
    assert_eq!(lines, 6, "each is done once");
    let status = folder.run(&["work", "status", "jobs"]).quietly(0);
    assert_eq!(status.stdout, "7 units: 0 to be done, 0 leased, 7 done\n");
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(10);
    let whole = folder.run(&[&["solve", "--json", "--threads", "1"], &search[..]].concat());
    assert_eq!(merged.code, whole.code);
    assert_eq!(results(&merged), results(&whole));
    let order = |line: &str| line.find("\"instance\"") < line.find("\"status\"");
    assert!(merged.stdout.lines().all(order), "as they were written");
}

#[test]
fn a_tree_gives_the_optimum_of_one_search() {
    for (instance, depth, more) in [
        ("water", "2", &[][..]),
        ("8 6 7 / 2 5 4 / 3 0 1", "4", &["--engine", "ida-star", "--notation", "blank"]),
        ("1 2 3 / 4 5 6 / 0 7 8", "9", &[]),
        ("panex:2", "3", &["--engine", "breadth-first"]),
        ("water", "0", &[]),
    ] {
        let search = [&[instance], more].concat();
        let whole =
            Folder::new().run(&[&["solve", "--json"], &search[..]].concat()).quietly(0).result();
        let merged = joined(&[&["--depth", depth], &search[..]].concat(), 0);
        for name in ["puzzle", "instance", "status", "stop", "lower", "upper"] {
            assert_eq!(merged[name], whole[name], "{instance} {name}");
        }
        let folder = Folder::new();
        folder.write("plan", format!("{{\"type\":\"result\",\"data\":{merged}}}"));
        folder.run(&["verify", instance, "plan"]).quietly(0);
    }
}

#[test]
fn a_tree_shows_no_more_than_its_parts() {
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    let bounded = joined(&["--depth", "3", "--upper-bound", "24", board], 11);
    assert_eq!((&bounded["status"], &bounded["stop"]), (&"BOUNDED".into(), &"bound".into()));
    assert_eq!((&bounded["lower"], &bounded["upper"]), (&25.into(), &Value::Null));
    let unsolvable = joined(&["--depth", "1", "2 1 3 / 4 5 6 / 7 8 0"], 10);
    assert_eq!((&unsolvable["status"], &unsolvable["lower"]), (&"UNSOLVABLE".into(), &Value::Null));
    let stopped = joined(&["--depth", "1", "--nodes", "10", "--engine", "astar", board], 21);
    assert_eq!((&stopped["status"], &stopped["stop"]), (&"BOUNDED".into(), &"nodes".into()));
    let lower = stopped["lower"].as_u64().unwrap();
    assert!((21..=31).contains(&lower), "{lower}");
}

#[test]
fn a_divided_search_leaves_an_audit_that_is_checked() {
    for (instance, depth, most, moves) in [
        ("8 6 7 / 2 5 4 / 3 0 1", "5", "31", 31),
        ("water", "2", "13", 13),
        ("panex:2", "3", "12", 13),
    ] {
        let folder = Folder::new();
        let split = ["work", "split", "jobs", instance, "--depth", depth, "--upper-bound", most];
        folder.run(&split).quietly(0);
        folder.run(&["work", "run", "jobs", "--jobs", "2"]).quietly(0);
        let code = if most == "12" { 11 } else { 0 };
        let merge = ["work", "merge", "jobs", "--audit", "audit"];
        assert_eq!(folder.run(&merge).quietly(code).result()["lower"], moves);
        let checked = agree(&folder, "audit", 0);
        assert!(checked.contains(" units were searched again, "), "{checked}");
        let audit = fs::read_to_string(folder.path().join("audit")).unwrap();
        let (claimed, altered) = (format!("\"lower\":{moves}"), format!("\"lower\":{}", moves + 1));
        assert!(audit.contains(&claimed));
        reject_what_is_altered(&folder, "audit");
        folder.write("more", signed(&audit.replace(&claimed, &altered)));
        agree(&folder, "more", 30);
        // Bounds that do not hold, and a unit left out.
        let (head, units) = audit.split_once("\n\n").unwrap();
        let count = units.lines().count();
        let raised = units.lines().map(|unit| {
            let mut words = unit.split(' ');
            let (state, lower) = (words.next().unwrap(), words.next().unwrap());
            let (lower, expanded) = (lower.parse::<u16>().unwrap() + 1, words.next().unwrap());
            format!("{state} {lower} {expanded}\n")
        });
        let raised: String = raised.collect();
        folder.write("raised", signed(&format!("{head}\n\n{raised}")));
        agree(&folder, "raised", 30);
        let head = head.replace(&format!("\nunits {count}\n"), &format!("\nunits {}\n", count - 1));
        let (_, fewer) = units.split_once('\n').unwrap();
        folder.write("fewer", signed(&format!("{head}\n\n{fewer}")));
        agree(&folder, "fewer", 30);
    }
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "water"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let ran = folder.run(&["work", "merge", "jobs", "--audit", "audit"]);
    let message = "fewest: --audit is only for one search that was divided with --depth\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
    let solved = ["work", "split", "near", "1 2 3 / 4 5 6 / 7 0 8", "--depth", "3"];
    folder.run(&solved).quietly(0);
    folder.run(&["work", "run", "near"]).quietly(0);
    let ran = folder.run(&["work", "merge", "near", "--audit", "audit"]);
    let message = "fewest: --audit: not available for a search whose goal is no deeper than its \
                   division\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), message));
    assert!(!folder.path().join("audit").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_worker_loses_its_unit_alone_and_an_interrupted_one_none() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = Folder::new();
    let hard =
        ["work", "split", "jobs", "panex:6", "water", "--engine", "ida-star", "--time", "5m"];
    folder.run(&hard).quietly(0);
    let start = || {
        let worker = folder.command(["work", "run", "jobs", "--lease", "2s"]).spawn().unwrap();
        let began = Instant::now();
        while names(&folder, "leased").is_empty() && began.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(10));
        }
        worker
    };
    let interrupted = start();
    let id = Pid::from_raw(interrupted.id().try_into().unwrap());
    kill(id, Signal::SIGINT).unwrap();
    let ran = Ran::of(interrupted.wait_with_output().unwrap());
    let message = "fewest: interrupted; unfinished units were put back\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(22), message));
    assert_eq!(names(&folder, "todo").len(), 2);
    let mut killed = start();
    killed.kill().unwrap();
    killed.wait().unwrap();
    let status = folder.run(&["work", "status", "jobs", "--json"]).quietly(0).records().remove(0);
    assert_eq!((&status["type"], &status["data"]["todo"]), (&"work".into(), &1.into()));
    assert_eq!(status["data"]["leased"][0]["unit"], 0);
    // An easier search replaces the one that is too hard for a test.
    let easy = &fewest::read("panex:1".as_ref(), fewest::InputOptions::default()).unwrap()[0];
    alter(&folder, |work| {
        *work["units"][0].as_array_mut().unwrap().last_mut().unwrap() = "panex:1".into();
        work["whole"]["instances"][0] = fewest::identity(&easy.puzzle).into();
    });
    let ran = folder.run(&["work", "run", "jobs", "--lease", "2s"]);
    let message = "fewest: other workers have the remaining units; waiting for them\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), message));
    assert_eq!(ran.stdout, "unit 1: water: OPTIMAL\nunit 0: panex:1: OPTIMAL\n");
}

#[test]
fn results_that_disagree_or_are_altered_are_named() {
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "water", "1 2 3 / 4 5 6 / 7 0 8"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let done = folder.path().join("jobs/done");
    let name = names(&folder, "done").into_iter().find(|name| name.starts_with("0.")).unwrap();
    let text = fs::read_to_string(done.join(&name)).unwrap();
    fs::write(done.join(&name), text.replace("\"lower\":13", "\"lower\":12")).unwrap();
    let ran = folder.run(&["work", "merge", "jobs"]);
    let message = "1:1: its content does not match the digest in its name: it was altered\n";
    assert_eq!((ran.code, ran.stderr), (Some(31), format!("jobs/done/{name}:{message}")));
    fs::write(done.join(&name), &text).unwrap();
    assert_eq!(folder.run(&["work", "merge", "jobs"]).code, Some(0));
    fs::remove_file(done.join(&name)).unwrap();
    let status = folder.run(&["work", "status", "jobs"]);
    let message = "2 units: 0 to be done, 0 leased, 1 done\nunit 0: it is missing\n";
    assert_eq!((status.code, status.stdout.as_str()), (Some(31), message));
}

/// Claims of files are not believed if they can be seen to be false.
#[test]
fn hostile_trees_are_refused() {
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "--depth", "1", "1 2 3 / 4 5 6 / 0 7 8"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    // The one whose plan counts.
    let best = |name: &String| {
        let record: Value = serde_json::from_str(done(&folder, name).record.get()).unwrap();
        record["data"]["upper"].as_u64().unwrap_or(u64::MAX)
    };
    let name = names(&folder, "done").into_iter().min_by_key(best).unwrap();
    let found = done(&folder, &name);
    // A plan of another position, with a matching digest.
    let plan = found.record.get().replace("\"moves\":[\"", "\"moves\":[\"1\",\"");
    fs::remove_file(folder.path().join("jobs/done").join(&name)).unwrap();
    let record = serde_json::value::RawValue::from_string(plan).unwrap();
    put(&folder, &fewest_work::Done { record, ..found });
    let ran = folder.run(&["work", "merge", "jobs"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(31), ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("jobs/done/"), "{}", ran.stderr);
    let work = fs::read_to_string(folder.path().join("jobs/work.json")).unwrap();
    folder.write("jobs/work.json", work.replace("\"moves\":[", "\"moves\":[[],"));
    let ran = folder.run(&["work", "merge", "jobs"]);
    let message = "jobs/work.json:1:1: there are not as many positions as units\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}

#[test]
fn units_are_searches_and_write_no_files() {
    let folder = Folder::new();
    folder.run(&["work", "split", "jobs", "water"]).quietly(0);
    for (arguments, message) in [
        (
            r#"["solve","--json","--certificate","stolen","water"]"#,
            "not allowed in a work unit: unexpected argument '--certificate' found",
        ),
        (
            r#"["pdb","build","4x4:7-8"]"#,
            "a work unit begins with solve --json, not with [\"pdb\", \"build\", \"4x4:7-8\"]",
        ),
        (r#"["solve","--json","nowhere.txt"]"#, "nowhere.txt: not found; "),
    ] {
        give(&folder, arguments);
        let ran = folder.run(&["work", "run", "jobs"]);
        let message = format!("fewest: unit 0 has no result: {message}");
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.starts_with(&message), "{}", ran.stderr);
        assert_eq!(names(&folder, "todo"), ["0.json"], "it is put back");
    }
    assert!(!folder.path().join("stolen").exists());
}

/// Its name may by now belong to another puzzle, and to a different one on each machine.
#[test]
fn a_unit_is_the_puzzle_that_was_split() {
    const NEAR: &str = "1 2 3 / 4 5 6 / 7 0 8\n";
    const FAR: &str = "8 6 7 / 2 5 4 / 3 0 1\n";
    let message = "p.txt:1:1: it is not the puzzle that was split\n";
    let no_result = format!("fewest: unit 0 has no result: {message}");
    for options in [&[][..], &["--depth", "0"]] {
        let folder = Folder::new();
        folder.write("p.txt", NEAR);
        folder.run(&[&["work", "split", "jobs", "p.txt"], options].concat()).quietly(0);
        folder.write("p.txt", FAR);
        let ran = folder.run(&["work", "run", "jobs"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), no_result.as_str()));
        assert_eq!(names(&folder, "todo"), ["0.json"], "it is put back");
        folder.write("p.txt", NEAR);
        folder.run(&["work", "run", "jobs"]).quietly(0);
        assert_eq!(folder.run(&["work", "merge", "jobs"]).quietly(0).result()["lower"], 1);
        if !options.is_empty() {
            folder.write("p.txt", FAR);
            let ran = folder.run(&["work", "merge", "jobs"]);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
        }
    }
    // The input changes during the search.
    let folder = Folder::new();
    folder.write("p.txt", "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13\n");
    let search = ["--goal", "blank-first", "--engine", "ida-star", "--heuristic", "manhattan"];
    let split = ["work", "split", "jobs", "p.txt", "--time", "3s"];
    folder.run(&[&split[..], &search].concat()).quietly(0);
    let worker = folder.command(["work", "run", "jobs"]).spawn().unwrap();
    let began = Instant::now();
    while names(&folder, "leased").is_empty() && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(500));
    folder.write("p.txt", NEAR);
    let ran = Ran::of(worker.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.stderr), (Some(1), no_result));
    assert_eq!(names(&folder, "done"), [""; 0]);
}

#[test]
fn results_of_other_jobs_and_other_units_are_refused() {
    let folders = [Folder::new(), Folder::new()];
    for folder in &folders {
        folder.write("list", "1 2 3 / 4 5 6 / 7 0 8\n1 2 3 / 4 5 6 / 0 7 8\n");
        folder.run(&["work", "split", "jobs", "list"]).quietly(0);
        folder.run(&["work", "run", "jobs"]).quietly(0);
    }
    let [folder, other] = folders;
    let first = |folder: &Folder| {
        names(folder, "done").into_iter().find(|name| name.starts_with("0.")).unwrap()
    };
    // A result of the same search in another job.
    let name = put(&folder, &done(&other, &first(&other)));
    for verb in ["merge", "status"] {
        let ran = folder.run(&["work", verb, "jobs"]);
        let message = format!("{name}:1:1: it is a result of another job\n");
        assert_eq!((ran.code, ran.stderr), (Some(31), message), "{verb}");
    }
    fs::remove_file(folder.path().join(name)).unwrap();
    // The result of one unit, as if it were of another.
    let found = done(&folder, &first(&folder));
    let second = names(&folder, "done").into_iter().find(|name| name.starts_with("1.")).unwrap();
    fs::remove_file(folder.path().join("jobs/done").join(second)).unwrap();
    let name = put(&folder, &fewest_work::Done { unit: 1, ..found });
    let ran = folder.run(&["work", "merge", "jobs"]);
    let message = format!("{name}:1:1: the arguments that were run are not those of the unit\n");
    assert_eq!((ran.code, ran.stderr), (Some(31), message));
}

#[test]
fn what_cannot_be_split_is_told_at_once() {
    let folder = Folder::new();
    folder.write("full/file", "precious");
    for (arguments, code, message) in [
        (
            &["full", "water"][..],
            2,
            "fewest: full: this folder has other files in it; it must be empty",
        ),
        (&["jobs", "nowhere"], 31, "nowhere: "),
        (&["jobs", "-"], 2, "fewest: -: a work unit cannot read standard input"),
        (
            &["jobs", "water", "--weight", "2"],
            2,
            "fewest: the engine breadth-first-heuristic does not support weight",
        ),
        (
            &["jobs", "water", "panex:2", "--depth", "1"],
            2,
            "fewest: --depth divides one instance, not 2",
        ),
        (
            &["jobs", "water", "--depth", "5", "--upper-bound", "4"],
            2,
            "fewest: --depth: positions 5 moves away are beyond --upper-bound 4",
        ),
        (
            &["jobs", "water", "--certificate", "file"],
            2,
            "error: unexpected argument '--certificate' found",
        ),
        (
            &["jobs", "water", "--depth", "1", "--after", "1 down"],
            2,
            "error: the argument '--depth <MOVES>' cannot be used with",
        ),
    ] {
        let ran = folder.run(&[&["work", "split"], arguments].concat());
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert!(ran.stderr.starts_with(message), "{}", ran.stderr);
        assert!(!folder.path().join("jobs").exists());
    }
    let ran = folder.run(&["work", "run", "nowhere"]);
    let message = "nowhere: not a folder of work units\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}
