//! `fewest pdb split`: tables as work units.

use crate::run::{Folder, Ran};
use crate::work::give;
use fewest_work::Done;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Two tables of a partition, and another.
const WHAT: [&str; 2] = ["3x4:.AABABABABBB", "3x3:1,2,4:0"];

fn split(folder: &Folder, what: &[&str]) -> Ran {
    folder.run(&[&["pdb", "split", "jobs"], what].concat())
}

/// The records without their times.
fn tables(ran: &Ran) -> Vec<Value> {
    let mut records = ran.records();
    for record in &mut records {
        assert_eq!(record["type"], "table");
        assert!(record["data"].as_object_mut().unwrap().remove("seconds").is_some());
    }
    records
}

/// The output of `pdb build` for the same tables.
fn alone(what: &[&str]) -> Vec<Value> {
    tables(&Folder::new().run(&[&["pdb", "build", "--json"], what].concat()).quietly(0))
}

fn names(folder: &Folder, of: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder.path().join(of)) else { return vec![] };
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Repeats the only unit, which is done.
fn again(folder: &Folder) -> Ran {
    let work = fs::read(folder.path().join("jobs/work.json")).unwrap();
    let work: Value = serde_json::from_slice(&work).unwrap();
    let unit = serde_json::json!({"job": work["job"]});
    folder.write("jobs/todo/0.json", unit.to_string());
    folder.run(&["work", "run", "jobs"]).quietly(0)
}

#[test]
fn several_workers_build_what_one_does() {
    let folder = Folder::new();
    let ran = split(&folder, &WHAT).quietly(0);
    assert_eq!(ran.stdout, "jobs: 3 units\n");
    let early = folder.run(&["work", "merge", "jobs"]);
    let message = "fewest: jobs: 3 of 3 units are not done\n";
    assert_eq!((early.code, early.stderr.as_str()), (Some(2), message));
    // Two machines, each with its own data folder.
    let workers = ["here", "there"].map(|data| {
        let mut command = folder.command(["work", "run", "jobs"]);
        command.env("XDG_DATA_HOME", folder.path().join(data)).spawn().unwrap()
    });
    let mut lines = 0;
    for worker in workers {
        let ran = Ran::of(worker.wait_with_output().unwrap());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.lines().all(|line| line.ends_with(" states")), "{}", ran.stdout);
        lines += ran.stdout.lines().count();
    }
    assert_eq!(lines, 3, "each is built once");
    let stored = [names(&folder, "here/fewest/pdb"), names(&folder, "there/fewest/pdb")];
    assert_eq!(stored.concat().len(), 3);
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(0);
    assert_eq!(tables(&merged), alone(&WHAT));
}

#[test]
fn a_table_that_is_there_gives_the_record_of_one_that_is_built() {
    let folder = Folder::new();
    let what = "3x3:0,1,4:2";
    split(&folder, &[what]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let done = names(&folder, "jobs/done");
    // The table exists; it is built again.
    let file = folder.path().join("data/fewest/pdb/3x3_0-1-4_2.pdb");
    again(&folder);
    assert_eq!(names(&folder, "jobs/done"), done);
    fs::remove_file(&file).unwrap();
    again(&folder);
    assert_eq!(names(&folder, "jobs/done"), done);
    assert!(file.exists());
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(0);
    assert_eq!(tables(&merged), alone(&[what]));
}

/// A table with one wrong entry and a matching digest: only building it again reveals that.
fn with_a_wrong_entry(table: &[u8]) -> Vec<u8> {
    let end = table.windows(2).position(|two| two == b"\n\n").unwrap();
    let (head, mut words) = (&table[..end], table[end + 2..].to_vec());
    let middle = words.len() / 16 * 8;
    words[middle] ^= 1;
    let described = &head[..head.windows(7).position(|seven| seven == b"digest ").unwrap()];
    let digest = blake3::hash(&[described, &words].concat()).to_string();
    [described, format!("digest {digest}\n\n").as_bytes(), &words].concat()
}

#[test]
fn a_wrong_table_disagrees_and_force_builds_it_again() {
    let what = "4x4:1,4,5,6:0";
    let file = |folder: &Folder| folder.path().join("data/fewest/pdb/4x4_1-4-5-6_0.pdb");
    let right = Folder::new();
    right.run(&["pdb", "build", what]).quietly(0);
    let right = fs::read(file(&right)).unwrap();
    for (options, is_wrong) in [(&[][..], true), (&["--force", "--memory=600MiB"], false)] {
        let folder = Folder::new();
        split(&folder, &[&[what], options].concat()).quietly(0);
        folder.run(&["work", "run", "jobs"]).quietly(0);
        fs::write(file(&folder), with_a_wrong_entry(&right)).unwrap();
        again(&folder);
        assert_eq!(fs::read(file(&folder)).unwrap() != right, is_wrong);
        let done = names(&folder, "jobs/done");
        let merged = folder.run(&["work", "merge", "jobs"]);
        let status = folder.run(&["work", "status", "jobs"]);
        if is_wrong {
            let [first, second] = &done[..] else { panic!("{done:?}") };
            let message = format!("jobs/done/{second}: contradicts jobs/done/{first}\n");
            assert_eq!(
                (merged.code, merged.stdout, merged.stderr),
                (Some(31), String::new(), message)
            );
            assert!(status.stdout.ends_with("unit 0: its results disagree\n"), "{}", status.stdout);
            assert_eq!(folder.run(&["pdb", "verify"]).code, Some(30));
        } else {
            assert_eq!((done.len(), merged.code, status.code), (1, Some(0), Some(0)));
        }
    }
}

/// As if a machine is lost, and as if a person needs the machine.
#[cfg(target_os = "linux")]
#[test]
fn what_a_worker_leaves_is_built_by_another() {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::CommandExt as _;
    use std::process::Child;
    use std::thread;
    use std::time::{Duration, Instant};
    // The second takes at least a second.
    let what = ["3x3:1,2,4:0", "5x5:0,1,2,5,6,7:3"];
    let folder = Folder::new();
    split(&folder, &what).quietly(0);
    let start = || -> (Child, Pid) {
        let mut command = folder.command(["work", "run", "jobs", "--index", "1", "--lease", "2s"]);
        let worker = command.process_group(0).spawn().unwrap();
        let began = Instant::now();
        while names(&folder, "jobs/leased").is_empty() && began.elapsed() < Duration::from_secs(60)
        {
            thread::sleep(Duration::from_millis(10));
        }
        let id = Pid::from_raw(worker.id().try_into().unwrap());
        (worker, id)
    };
    let (interrupted, id) = start();
    kill(id, Signal::SIGINT).unwrap();
    let ran = Ran::of(interrupted.wait_with_output().unwrap());
    let message = "fewest: interrupted; unfinished units were put back\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(22), message));
    assert_eq!(names(&folder, "jobs/todo"), ["0.json", "1.json"]);
    let (mut killed, id) = start();
    killpg(id, Signal::SIGKILL).unwrap();
    killed.wait().unwrap();
    assert_eq!(names(&folder, "jobs/leased").len(), 1);
    assert_eq!(names(&folder, "data/fewest/pdb"), [""; 0], "neither came to its end");
    let ran = folder.run(&["work", "run", "jobs", "--lease", "2s"]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 2), "{}", ran.stderr);
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(0);
    assert_eq!(tables(&merged), alone(&what));
}

#[test]
fn units_are_single_tables() {
    let folder = Folder::new();
    split(&folder, &["3x3:1,2,4:0"]).quietly(0);
    let refused = "a unit of tables is pdb build --json with one pattern, not [";
    for (arguments, message) in [
        (r#"["solve","--json","water"]"#, refused),
        (r#"["pdb","verify","3x3:1,2,4:0"]"#, refused),
        (r#"["pdb","split","--force","more","3x3:1,2,4:0"]"#, refused),
        (r#"["pdb","build","3x3:1,2,4:0"]"#, refused),
        (r#"["pdb","build","--json","4x4:7-8"]"#, refused),
        (
            r#"["pdb","build","--json","--memory=1MB","4x4:1,2,3,4,5,6:0"]"#,
            "4x4:1,2,3,4,5,6:0: out of memory: building takes ",
        ),
    ] {
        give(&folder, arguments);
        let ran = folder.run(&["work", "run", "jobs"]);
        let message = format!("fewest: unit 0 has no result: {message}");
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.starts_with(&message), "{}", ran.stderr);
        assert_eq!(names(&folder, "jobs/todo"), ["0.json"], "it is put back");
    }
    assert_eq!(names(&folder, "data/fewest/pdb"), [""; 0]);
}

#[test]
fn why_there_is_no_table_is_told_and_not_what_came_before() {
    let folder = Folder::new();
    let what = "4x4:1,2,3,4,5,6:0";
    folder.run(&["pdb", "build", what]).quietly(0);
    let path = folder.path().join("data/fewest/pdb").join(&names(&folder, "data/fewest/pdb")[0]);
    fs::write(path, "spoiled").unwrap();
    split(&folder, &[what]).quietly(0);
    let arguments = format!(r#"["pdb","build","--json","--memory=1MB","{what}"]"#);
    give(&folder, &arguments);
    let ran = folder.run(&["work", "run", "jobs"]);
    let message = format!("fewest: unit 0 has no result: {what}: out of memory: building takes ");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.starts_with(&message), "{}", ran.stderr);
}

#[test]
fn a_result_of_another_table_is_refused() {
    let folder = Folder::new();
    split(&folder, &["3x3:0,1,4:2"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let path = folder.path().join("jobs/done").join(&names(&folder, "jobs/done")[0]);
    let done: Done = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    fs::remove_file(&path).unwrap();
    for (from, to, message) in [
        ("3x3:0,1,4:2", "3x3:0,1,5:2", "the record is of 3x3:0,1,5:2"),
        ("\"table\"", "\"result\"", "the record is of type \"result\", not \"table\""),
    ] {
        let record = done.record.get().replace(from, to);
        let record = serde_json::value::RawValue::from_string(record).unwrap();
        let forged = Done { record, ..done.clone() };
        let name = PathBuf::from("jobs/done").join(format!("0.{}.json", forged.digest()));
        folder.write(&name, serde_json::to_string(&forged).unwrap());
        let ran = folder.run(&["work", "merge", "jobs"]);
        let message = format!("{}:1:1: {message}\n", name.display());
        assert_eq!((ran.code, ran.stderr), (Some(31), message));
        fs::remove_file(folder.path().join(name)).unwrap();
    }
}

#[test]
fn what_cannot_be_split_is_told_at_once() {
    let folder = Folder::new();
    folder.write("full/file", "precious");
    for (arguments, code, message) in [
        (
            &["full", "3x3:1,2,4:0"][..],
            2,
            "fewest: full: this folder has other files in it; it must be empty\n",
        ),
        (&["jobs", "4x4:9-9"], 2, "error: invalid value '4x4:9-9' for '<WHAT>...': "),
        (&["jobs"], 2, "error: the following required arguments were not provided:\n  <WHAT>..."),
        (
            &["jobs", "3x3:1,2,4:0", "4x4:1,2,3,4,5,6:0", "--memory", "1MB"],
            20,
            "fewest: 4x4:1,2,3,4,5,6:0: ",
        ),
    ] {
        let ran = folder.run(&[&["pdb", "split"], arguments].concat());
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert!(ran.stderr.starts_with(message), "{}", ran.stderr);
        assert!(!folder.path().join("jobs").exists());
    }
}
