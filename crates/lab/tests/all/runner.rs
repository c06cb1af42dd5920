//! Runs of a program that is not fewest: false plans, failures and interrupts.
use fewest_lab::{
    Conditions, Event, Experiment, Limits, Machine, Puzzles, Refusal, Results, ResultsError,
    RunError, RunResult, Runner, Tally,
};
use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU64, NonZeroUsize};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A solver whose answer depends on the name of its input, which is the last argument.
const SOLVER: &str = r#"#!/bin/sh
for input; do :; done
result() {
    echo '{"type":"progress","data":{"lower":1,"expanded":0,"generated":0,"seconds":0}}'
    echo '{"type":"result","data":{"status":"'"$1"'","stop":null,"lower":'"$2"',"upper":'"$3"',"moves":['"$4"'],"engine":"","heuristic":"","direction":"","expanded":7,"expanded_until_last_layer":0,"generated":9,"stored":0,"reexpanded":0,"seconds":0.5,"cpu_seconds":0.5,"peak_rss_bytes":1}}'
}
case $input in
    right) result OPTIMAL 1 1 '"right"' ;;
    false) result OPTIMAL 1 1 '"wrong"' ;;
    short) result OPTIMAL 2 2 '"right"' ;;
    worse) result OPTIMAL 0 1 '"right"' ;;
    crash) echo 'out of luck' >&2; exit 70 ;;
    chatter) echo 'no record'; echo '{}'; result OPTIMAL 1 1 '"right"' ;;
    killed) kill -9 $$ ;;
    brief) sleep 1; result OPTIMAL 1 1 '"right"' ;;
    long) result OPTIMAL 1 1 "$(printf '"%20000s"' x)" ;;
    endless) exec sleep 600 ;;
esac
"#;

/// Puzzles whose instances have changed `changes` times.
#[derive(Default)]
struct OneMove {
    changes: AtomicU32,
}

impl Puzzles for OneMove {
    fn input(&self, _: Option<&str>, name: &str) -> Option<OsString> {
        (name != "absent").then(|| name.into())
    }

    fn instances(&self, _: Option<&str>, name: &str, _: &[String]) -> Result<Vec<String>, String> {
        Ok(vec![name.to_owned()])
    }

    fn check(&self, _: &[String], _: &OsStr) -> Result<(), Refusal> {
        Ok(())
    }

    fn identity(&self, _: &[String], _: &OsStr) -> Option<String> {
        Some(self.changes.load(Ordering::Relaxed).to_string())
    }

    fn replay(&self, _: &[String], _: &OsStr, moves: &[String]) -> Result<(), String> {
        if moves == ["right"] { Ok(()) } else { Err("move 1 is illegal".to_owned()) }
    }

    fn is_lossy(&self, _: &str) -> bool {
        false
    }
}

fn experiment(instances: &[&str]) -> Experiment {
    let instances = format!("{instances:?}");
    let text = format!(
        "title = \"t\"\ninstances = {instances}\n[limits]\nseconds = 1\nmebibytes = 64\n\
         threads = 1\n[[configuration]]\nname = \"only\"\n"
    );
    Experiment::parse("test", &text, |_| unreachable!()).map_err(|e| e.to_string()).unwrap()
}

fn runner<'a>(folder: &Path, is_interrupted: &'a (dyn Fn() -> bool + Sync)) -> Runner<'a> {
    let program = folder.join("solver");
    std::fs::write(&program, SOLVER).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let one = NonZeroUsize::MIN;
    let limits = Limits { seconds: 1.0, mebibytes: NonZeroU64::MIN, threads: one };
    let (version, build) = ("0".to_owned(), "0".to_owned());
    let conditions = Conditions { version, program: build, machine: Machine::this(), limits };
    Runner { program, conditions, jobs: NonZeroUsize::new(2).unwrap(), is_interrupted }
}

#[test]
fn only_plans_that_the_rules_accept_count() {
    let folder = tempfile::tempdir().unwrap();
    let interrupt = AtomicBool::new(false);
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    let names = ["right", "false", "short", "worse", "crash", "chatter", "killed", "absent"];
    let experiment = experiment(&names);
    let results = folder.path().join("results");
    let runner = runner(folder.path(), &is_interrupted);
    let mut absent = 0;
    let mut count = |event: Event<'_>| {
        if let Event::Absent(names) = event {
            absent = names.len();
        }
    };
    let tally = runner.run(&experiment, &OneMove::default(), &results, &mut count).unwrap();
    assert_eq!(absent, 1);
    assert_eq!(tally, Tally { recorded: 7, failed: 5 });
    let again = runner.run(&experiment, &OneMove::default(), &results, &mut |_| {}).unwrap();
    assert_eq!(again, tally, "those of before count as well");
    let read = Results::read(&results).unwrap();
    assert_eq!(read.records().len(), 7);
    for (name, result) in [
        ("right", Ok(1)),
        ("chatter", Ok(1)),
        ("false", Err("the plan is rejected: move 1 is illegal")),
        ("short", Err("the plan has 1 moves")),
        ("worse", Err("the result contradicts itself: OPTIMAL")),
        ("crash", Err("exit code 70: out of luck")),
        ("killed", Err("ended by signal 9")),
    ] {
        let task = experiment.tasks(name).next().unwrap();
        let record = read.find(&task, &runner.conditions).unwrap();
        let expected = match result {
            Ok(moves) => RunResult::Optimal(moves),
            Err(reason) => RunResult::Failed(reason.to_owned()),
        };
        assert_eq!(
            RunResult::of(record, Some(name.as_ref()), &OneMove::default()),
            expected,
            "{name}"
        );
    }
}

#[test]
fn an_interrupted_run_is_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let interrupt = AtomicBool::new(false);
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    let experiment = experiment(&["right", "chatter", "endless", "crash"]);
    let mut runner = runner(folder.path(), &is_interrupted);
    runner.jobs = NonZeroUsize::MIN;
    let results = folder.path().join("results");
    let mut ran = 0;
    let mut stop = |event: Event<'_>| {
        ran += usize::from(matches!(event, Event::Ran { .. }));
        interrupt.store(ran == 2, Ordering::Relaxed);
    };
    runner.run(&experiment, &OneMove::default(), &results, &mut stop).unwrap();
    assert_eq!(Results::read(&results).unwrap().records().len(), 2);
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let interrupt = AtomicBool::new(false);
    let is_interrupted = || interrupt.load(Ordering::Relaxed);
    let experiment = experiment(&["right"]);
    let results = folder.path().join("results");
    let runner = runner(folder.path(), &is_interrupted);
    let (_, appender) = Results::to_append(&results).unwrap();
    let run = || runner.run(&experiment, &OneMove::default(), &results, &mut |_| {});
    let error = run().unwrap_err();
    assert!(error.to_string().contains("another \"fewest lab run\" is writing there"), "{error}");
    assert!(Results::read(&results).unwrap().records().is_empty(), "they can be read meanwhile");
    drop(appender);
    run().unwrap();
    assert_eq!(Results::read(&results).unwrap().records().len(), 1);
}

#[test]
fn an_instance_that_was_changed_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment(&["right"]);
    let results = folder.path().join("results");
    let runner = runner(folder.path(), &|| false);
    let puzzles = OneMove::default();
    let change = || puzzles.changes.fetch_add(1, Ordering::Relaxed);
    let run = || {
        let mut to_do = None;
        let mut count = |event: Event<'_>| {
            if let Event::Begins { runs, done } = event {
                to_do = Some((runs, done));
            }
        };
        runner.run(&experiment, &puzzles, &results, &mut count).unwrap();
        to_do.unwrap()
    };
    assert_eq!([run(), run()], [(1, 0), (0, 1)]);
    change();
    assert_eq!([run(), run()], [(1, 0), (0, 1)]);
    // Records of earlier programs are still valid.
    let file = results.join("runs.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let first = text.lines().next().unwrap().replace(r#""puzzle":"0","#, "") + "\n";
    assert!(!first.contains("puzzle"), "{first}");
    std::fs::write(&file, first).unwrap();
    assert_eq!(run(), (0, 1));
    // An instance that changes during the search is not recorded.
    std::fs::write(&file, "").unwrap();
    let mut change_then = |event: Event<'_>| {
        if let Event::Begins { .. } = event {
            change();
        }
    };
    let ran = runner.run(&experiment, &puzzles, &results, &mut change_then);
    assert!(matches!(ran, Err(RunError::Changed { instance }) if instance == "right"));
    assert!(Results::read(&results).unwrap().records().is_empty());
}

const FOLDER: &str = "FEWEST_LAB_TEST_FOLDER";

/// A process of its own in the test below; nothing otherwise.
#[test]
fn a_run_on_a_full_disk() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    let runner = runner(folder, &|| false);
    let results = folder.join("results");
    let experiment = experiment(&["long", "brief"]);
    let ran = runner.run(&experiment, &OneMove::default(), &results, &mut |_| {});
    assert!(matches!(ran, Err(RunError::Results(ResultsError::Io { .. }))), "{ran:?}");
}

/// The long record does not fit, while the brief one after it would.
#[test]
fn a_full_disk_leaves_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"trap "" XFSZ; ulimit -f 8; exec "$0" --exact runner::a_run_on_a_full_disk"#;
    let mut full = Command::new("sh");
    full.args(["-c", script]).arg(std::env::current_exe().unwrap()).env(FOLDER, folder.path());
    let full = full.output().unwrap();
    assert!(full.status.success(), "{}", String::from_utf8_lossy(&full.stdout));
    let results = folder.path().join("results");
    assert_eq!(std::fs::read_to_string(results.join("runs.jsonl")).unwrap(), "");
    let runner = runner(folder.path(), &|| false);
    let experiment = experiment(&["long", "brief"]);
    runner.run(&experiment, &OneMove::default(), &results, &mut |_| {}).unwrap();
    assert_eq!(Results::read(&results).unwrap().records().len(), 2);
}
