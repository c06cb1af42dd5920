//! Units of a folder, done by workers that live and die.

use fewest_work::{Claim, Done, Folder, Lease, Runner, Unit, WorkError, Worker};
use serde_json::value::RawValue;
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

const LEASE: Duration = Duration::from_secs(60);

fn folder(path: &Path, units: u32) -> Folder<String> {
    let units = (0..units).map(|unit| vec!["square".to_owned(), unit.to_string()]);
    Folder::create(&path.join("jobs"), "squares".to_owned(), units.collect()).unwrap()
}

/// The result of a unit that took `seconds`.
fn square(unit: &Unit, seconds: f64) -> Done {
    let number: u64 = unit.arguments[1].parse().unwrap();
    let record = serde_json::json!({"data": {"square": number * number, "seconds": seconds}});
    let record = RawValue::from_string(record.to_string()).unwrap();
    unit.done(unit.arguments.clone(), record)
}

fn total(folder: &Folder<String>) -> u64 {
    let square = |done: &Done| -> u64 {
        let record: serde_json::Value = serde_json::from_str(done.record.get()).unwrap();
        record["data"]["square"].as_u64().unwrap()
    };
    folder.results().unwrap().map(|results| square(&results.unwrap()[0])).sum()
}

fn taken<'a>(worker: &mut Worker<'a, String>) -> Lease<'a, String> {
    match worker.claim().unwrap() {
        Claim::Taken(lease) => lease,
        other => panic!("{other:?}"),
    }
}

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Makes the lease of a unit look as if nobody had kept it for `seconds`.
fn silence(folder: &Folder<String>, seconds: u64) {
    for name in files(&folder.path().join("leased")) {
        let file =
            File::options().write(true).open(folder.path().join("leased").join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
    }
}

const FOLDER: &str = "FEWEST_WORK_TEST_FOLDER";

/// A process of its own in the test below; nothing otherwise.
#[test]
fn a_worker() {
    let Some(path) = std::env::var_os(FOLDER) else { return };
    let folder = Folder::<String>::open(path.as_ref()).unwrap();
    let runner = Runner {
        folder: &folder,
        jobs: NonZeroUsize::MIN,
        lease: Duration::from_secs(1),
        only: None,
        work: &|unit| Ok(Some(square(unit, fastrand::f64()))),
        is_interrupted: &|| false,
    };
    runner.run(&mut |_| {}).unwrap();
}

#[test]
fn two_of_four_workers_are_killed_and_each_unit_counts_once() {
    const UNITS: u32 = 1000;
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), UNITS);
    let worker = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "a_worker"]).env(FOLDER, folder.path());
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let mut workers: Vec<Child> = (0..4).map(|_| worker()).collect();
    for done in [100, 300] {
        while folder.status().unwrap().done < done {
            thread::sleep(Duration::from_millis(5));
        }
        let mut killed = workers.pop().unwrap();
        killed.kill().unwrap();
        killed.wait().unwrap();
    }
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
    let status = folder.status().unwrap();
    assert_eq!((status.done, status.todo, status.leased.len()), (UNITS as usize, 0, 0));
    let is_file = |name: &&String| !name.starts_with('.');
    assert_eq!(files(&folder.path().join("done")).iter().filter(is_file).count(), UNITS as usize);
    assert_eq!(total(&folder), (0..u64::from(UNITS)).map(|unit| unit * unit).sum::<u64>());
}

#[test]
fn an_expired_lease_is_taken_over_and_a_result_counts_once() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 1);
    let mut slow = Worker::new(&folder, "slow", 0, LEASE, None).unwrap();
    let mut fast = Worker::new(&folder, "fast", 0, LEASE, None).unwrap();
    let lost = taken(&mut slow);
    assert!(matches!(fast.claim().unwrap(), Claim::Wait { for_others: true }));
    silence(&folder, 61);
    lost.keep().unwrap();
    assert!(matches!(fast.claim().unwrap(), Claim::Wait { for_others: true }), "it lives");
    silence(&folder, 61);
    let status = folder.status().unwrap();
    assert!(status.leased[0].worker == "slow-0" && status.leased[0].silent_seconds > 60.0);
    let lease = taken(&mut fast);
    assert_eq!(files(&folder.path().join("leased")), BTreeSet::from(["0.fast-0.json".to_owned()]));
    assert!(matches!(slow.claim().unwrap(), Claim::Wait { for_others: true }), "it is new");
    // Both workers do it.
    lost.keep().unwrap();
    let unit = lost.unit.clone();
    lost.finish(&square(&unit, 9.0)).unwrap();
    lease.finish(&square(&unit, 1.0)).unwrap();
    assert_eq!(files(&folder.path().join("done")).len(), 1);
    assert!(matches!(fast.claim().unwrap(), Claim::Finished));
}

#[test]
fn a_time_in_the_future_is_no_expired_lease() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 1);
    let mut ahead = Worker::new(&folder, "ahead", 0, LEASE, None).unwrap();
    let lease = taken(&mut ahead);
    let path = folder.path().join("leased/0.ahead-0.json");
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(7200)).unwrap();
    let mut other = Worker::new(&folder, "other", 0, LEASE, None).unwrap();
    assert!(matches!(other.claim().unwrap(), Claim::Wait { for_others: true }));
    // When it is kept the next time, it has the file system's time again.
    lease.keep().unwrap();
    silence(&folder, 61);
    assert!(matches!(other.claim().unwrap(), Claim::Taken(_)));
}

#[test]
fn what_died_after_its_result_is_not_done_again() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 1);
    let mut worker = Worker::new(&folder, "worker", 0, LEASE, None).unwrap();
    let lease = taken(&mut worker);
    let leased = folder.path().join("leased").join("0.worker-0.json");
    let unit = fs::read(&leased).unwrap();
    let done = square(&lease.unit, 1.0);
    lease.finish(&done).unwrap();
    fs::write(&leased, unit).unwrap();
    assert_eq!(folder.status().unwrap().leased, []);
    silence(&folder, 61);
    assert!(matches!(worker.claim().unwrap(), Claim::Finished));
    assert_eq!(files(&folder.path().join("leased")).len(), 0);
}

#[test]
fn results_that_differ_are_named() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 2);
    let mut worker = Worker::new(&folder, "worker", 0, LEASE, None).unwrap();
    for _ in 0..2 {
        let lease = taken(&mut worker);
        let done = square(&lease.unit, 1.0);
        lease.finish(&done).unwrap();
    }
    let record = RawValue::from_string(r#"{"data":{"square":2}}"#.to_owned()).unwrap();
    let unit = folder.unit(1).unwrap();
    let other = unit.done(unit.arguments.clone(), record);
    let name = format!("1.{}.json", other.digest());
    fs::write(folder.path().join("done").join(&name), serde_json::to_vec(&other).unwrap()).unwrap();
    let status = folder.status().unwrap();
    assert_eq!((status.done, status.disagreeing), (2, vec![1]));
    let results: Vec<_> = folder.results().unwrap().collect();
    assert!(results[0].is_ok());
    let error = results[1].as_ref().unwrap_err().to_string();
    assert!(error.contains(": contradicts ") && error.contains(&name), "{error}");
    // A file that no longer matches its name is found, too.
    let altered =
        String::from_utf8(serde_json::to_vec(&other).unwrap()).unwrap().replace(":2}", ":3}");
    fs::write(folder.path().join("done").join(&name), altered).unwrap();
    let error = folder.status().unwrap_err().to_string();
    assert!(error.ends_with("it was altered"), "{error}");
}

#[test]
fn what_is_interrupted_or_fails_is_put_back() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 3);
    let run = |work: &(dyn Fn(&Unit) -> Result<Option<Done>, WorkError> + Sync), stop: bool| {
        let jobs = NonZeroUsize::MIN;
        let is_interrupted = &move || stop;
        Runner { folder: &folder, jobs, lease: LEASE, only: None, work, is_interrupted }
            .run(&mut |_| {})
    };
    let fail = |unit: &Unit| match unit.unit {
        0 => Ok(Some(square(unit, 1.0))),
        unit => Err(WorkError::NoResult { unit, reason: "it fell over".to_owned() }),
    };
    run(&fail, true).unwrap();
    assert_eq!(folder.status().unwrap().todo, 3);
    let error = run(&fail, false).unwrap_err().to_string();
    assert_eq!(error, "unit 1 has no result: it fell over");
    let status = folder.status().unwrap();
    assert_eq!((status.todo, status.done), (2, 1));
    let error = folder.results().err().unwrap().to_string();
    assert!(error.ends_with("jobs: 2 of 3 units are not done"), "{error}");
    run(&|unit| Ok(Some(square(unit, 1.0))), false).unwrap();
    assert_eq!(total(&folder), 5);
}

#[test]
fn one_unit_alone_is_done_for_an_index() {
    let place = tempfile::tempdir().unwrap();
    let folder = folder(place.path(), 3);
    let mut worker = Worker::new(&folder, "../../of/an index", 0, LEASE, Some(1)).unwrap();
    let lease = taken(&mut worker);
    assert_eq!(lease.unit.unit, 1);
    let done = square(&lease.unit, 1.0);
    lease.finish(&done).unwrap();
    assert!(matches!(worker.claim().unwrap(), Claim::Finished));
    assert_eq!(folder.status().unwrap().todo, 2);
    let error = Worker::new(&folder, "w", 0, LEASE, Some(3)).unwrap_err().to_string();
    assert_eq!(error, "there is no unit 3: there are 3, counted from 0");
}

#[test]
fn files_that_are_none_of_ours_are_refused_with_their_place() {
    let place = tempfile::tempdir().unwrap();
    let open =
        |path: &str| Folder::<String>::open(&place.path().join(path)).unwrap_err().to_string();
    assert!(open("nowhere").ends_with("nowhere: not a folder of work units"));
    let folder = folder(place.path(), 2);
    let again = Folder::create(folder.path(), String::new(), vec![]).unwrap_err().to_string();
    assert!(
        again.ends_with("jobs: this folder has other files in it; it must be empty"),
        "{again}"
    );
    for (text, message) in [
        ("", "work.json:1:1: EOF while parsing a value"),
        (
            "{\n\"schema\":2,\n \"units\":-1}",
            "work.json:3:11: invalid type: integer `-1`, expected a sequence",
        ),
        (
            r#"{"schema":1,"units":1,"whole":"squares"}"#,
            "work.json:1:1: it is of version 1, and this program reads 2",
        ),
        (
            r#"{"schema":2,"job":"0","units":[],"whole":"","path":"/"}"#,
            "work.json:1:50: unknown field `path`, expected one of `schema`, `job`, `units`, `whole`",
        ),
    ] {
        fs::write(folder.path().join("work.json"), text).unwrap();
        let error = open("jobs");
        assert!(error.ends_with(message), "{error}");
    }
    let todo = folder.path().join("todo");
    for (text, message) in [
        ("", "0.json:1:1: EOF while parsing a value"),
        ("{\n\"job\":1}", "0.json:2:7: invalid type: integer `1`, expected a string"),
        (r#"{"job":"0"}"#, "0.json:1:1: it is a unit of another job"),
    ] {
        fs::write(todo.join("0.json"), text).unwrap();
        let mut worker = Worker::new(&folder, "worker", 0, LEASE, None).unwrap();
        let error = worker.claim().unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
        assert!(error.contains("todo"), "{error}");
        assert_eq!(fs::read_to_string(todo.join("0.json")).unwrap(), text, "it stays as it is");
    }
    for name in ["2.json", "x.json", "0.a b.json"] {
        fs::write(todo.join(name), "").unwrap();
        let error = folder.status().unwrap_err().to_string();
        assert!(error.ends_with(&format!("{name}: not a work-unit file")), "{error}");
        fs::remove_file(todo.join(name)).unwrap();
    }
    fs::remove_file(todo.join("0.json")).unwrap();
    fs::write(todo.join(".nfs0001"), "").unwrap();
    let status = folder.status().unwrap();
    assert_eq!((status.todo, status.missing), (1, vec![0]));
    let many = serde_json::json!({
        "schema": 2, "job": "0", "units": vec![[""; 0]; 1000], "whole": "squares",
    });
    fs::write(folder.path().join("work.json"), many.to_string()).unwrap();
    let claimed = Folder::<String>::open(folder.path()).unwrap();
    assert_eq!(claimed.status().unwrap().missing.len(), 100);
    assert!(claimed.results().is_err());
}

#[test]
fn a_result_of_another_job_does_not_count() {
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [other, folder] = places.each_ref().map(|place| folder(place.path(), 1));
    let mut worker = Worker::new(&other, "other", 0, LEASE, None).unwrap();
    let lease = taken(&mut worker);
    let done = square(&lease.unit, 1.0);
    lease.finish(&done).unwrap();
    let name = files(&other.path().join("done")).pop_first().unwrap();
    let copied = folder.path().join("done").join(&name);
    // There is also a lease that nobody keeps: the unit is still to be done.
    let _lost = taken(&mut Worker::new(&folder, "lost", 0, LEASE, None).unwrap());
    silence(&folder, 61);
    fs::copy(other.path().join("done").join(&name), &copied).unwrap();
    let message = format!("{}:1:1: it is a result of another job", copied.display());
    assert_eq!(folder.status().unwrap_err().to_string(), message);
    let error = folder.results().unwrap().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), message);
    assert!(folder.results_beyond(&mut HashSet::new()).is_empty());
    let mut worker = Worker::new(&folder, "worker", 0, LEASE, None).unwrap();
    let lease = taken(&mut worker);
    let done = square(&lease.unit, 1.0);
    lease.finish(&done).unwrap();
    fs::remove_file(copied).unwrap();
    assert_eq!(total(&folder), 0);
}

#[test]
fn a_worker_of_a_job_that_is_gone_leaves_the_next_one_alone() {
    let place = tempfile::tempdir().unwrap();
    let gone = folder(place.path(), 1);
    let mut worker = Worker::new(&gone, "slow", 0, LEASE, None).unwrap();
    let lease = taken(&mut worker);
    let done = square(&lease.unit, 1.0);
    fs::remove_dir_all(gone.path()).unwrap();
    let next = folder(place.path(), 1);
    let error = lease.finish(&done).unwrap_err().to_string();
    assert!(error.ends_with("work.json:1:1: the folder now holds another job"), "{error}");
    let error = worker.claim().unwrap_err().to_string();
    assert!(error.ends_with("todo/0.json:1:1: it is a unit of another job"), "{error}");
    let status = next.status().unwrap();
    assert_eq!((status.todo, status.done, status.leased), (1, 0, vec![]));
    // The same if there is no next job yet.
    let mut worker = Worker::new(&next, "slow", 0, LEASE, None).unwrap();
    let lease = taken(&mut worker);
    let done = square(&lease.unit, 1.0);
    fs::remove_file(next.path().join("work.json")).unwrap();
    let error = lease.finish(&done).unwrap_err().to_string();
    assert!(error.ends_with("not a folder of work units"), "{error}");
    assert_eq!(files(&next.path().join("done")).len(), 0);
}

/// Opening or reading a pipe would take for ever.
#[cfg(unix)]
#[test]
fn pipes_are_no_files_of_units() {
    let place = tempfile::tempdir().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let path = place.path().to_owned();
    thread::spawn(move || {
        let folder = folder(&path, 1);
        let pipe = |name: &str| {
            let path = folder.path().join(name);
            let _ = fs::remove_file(&path);
            assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        };
        pipe("todo/0.json");
        let claimed = Worker::new(&folder, "worker", 0, LEASE, None).unwrap().claim();
        let todo = claimed.unwrap_err().to_string();
        let digest = "0".repeat(64);
        pipe(&format!("done/0.{digest}.json"));
        let done = folder.status().unwrap_err().to_string();
        pipe("work.json");
        let work = Folder::<String>::open(folder.path()).unwrap_err().to_string();
        sender.send([todo, done, work]).unwrap();
    });
    for message in receiver.recv_timeout(LEASE).expect("it does not wait") {
        assert!(message.ends_with(".json:1:1: not a regular file"), "{message}");
    }
}
