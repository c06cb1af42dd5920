//! Searches that are stopped end with what they have proved.

use crate::run::{Folder, Ran, data, fewest};
use serde_json::Value;

/// The reversed 24-puzzle, which no engine here solves.
pub const HARD: &str = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";

#[track_caller]
fn assert_bounded(ran: Ran, code: i32, stop: &str) {
    let result = ran.quietly(code).result();
    assert_eq!((&result["status"], &result["stop"]), (&"BOUNDED".into(), &stop.into()));
    assert!(result["lower"].as_u64().is_some_and(|lower| lower > 0), "{result}");
    assert_eq!((&result["upper"], &result["moves"]), (&Value::Null, &Value::Null));
}

#[test]
fn out_of_time() {
    assert_bounded(fewest(&["solve", "--json", HARD, "--time", "1s"]), 21, "time");
}

#[test]
fn out_of_nodes() {
    assert_bounded(fewest(&["solve", "--json", HARD, "--nodes", "10k"]), 21, "nodes");
}

#[test]
fn out_of_memory() {
    for engine in ["astar", "breadth-first"] {
        let arguments = ["solve", "--json", HARD, "--memory", "64MiB", "--engine", engine];
        assert_bounded(fewest(&arguments), 20, "memory");
    }
}

/// With a limit on address space the system refuses what `--memory` allows: large requests at any
/// time, and small ones once the limit is reached.
#[cfg(target_os = "linux")]
#[test]
fn refused_memory() {
    let script = r#"ulimit -v "$0"; exec "$@""#;
    let folder = Folder::new();
    for engine in [
        "astar",
        "state-table-astar",
        "partial-expansion-astar",
        "breadth-first",
        "nbs",
        "bae-star",
        "frontier",
    ] {
        for kibibytes in ["250000", "300000", "350000"] {
            let command =
                folder.command(["solve", "--json", HARD, "--engine", engine, "--memory", "1TiB"]);
            let mut shell = std::process::Command::new("sh");
            shell
                .args(["-c", script, kibibytes])
                .arg(command.get_program())
                .args(command.get_args());
            assert_bounded(Ran::of(shell.output().unwrap()), 20, "memory");
        }
    }
}

/// Without `--memory`, the budget is what the limit leaves.
#[cfg(target_os = "linux")]
#[test]
fn little_memory() {
    let script = r#"ulimit -v 250000; exec "$0" "$@""#;
    let folder = Folder::new();
    let command = folder.command(["solve", "--json", HARD, "--engine", "astar"]);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script]).arg(command.get_program()).args(command.get_args());
    assert_bounded(Ran::of(shell.output().unwrap()), 20, "memory");
}

#[test]
fn breadth_first_heuristic_search_goes_on_without_memory() {
    let engine = "breadth-first-heuristic";
    let limits = ["--memory", "1MiB", "--time", "1s"];
    let arguments = [&["solve", "--json", HARD, "--engine", engine][..], &limits].concat();
    assert_bounded(fewest(&arguments), 21, "time");
}

#[test]
fn hard_atomix_levels_are_stopped_as_well() {
    let Some(level) = data("atomix/levels/katomic_30") else { return };
    let level = level.to_str().unwrap();
    for limits in [&["--time", "1s"][..], &["--memory", "1MiB", "--time", "1s"]] {
        let ran = fewest(&[&["solve", "--json", level], limits].concat());
        // Whether a plan is also found by then depends on the machine.
        let code = if ran.stdout.contains("\"SOLVED\"") { 3 } else { 21 };
        let result = ran.quietly(code).result();
        assert_eq!(result["stop"], "time");
        // Players have a plan of 60 moves.
        let lower = result["lower"].as_u64().unwrap();
        assert!((1..=60).contains(&lower), "{result}");
        assert_eq!(result["upper"].is_null(), code == 21);
        assert!(result["upper"].as_u64().is_none_or(|upper| upper >= lower), "{result}");
    }
}

#[test]
fn a_plan_that_is_not_proved_says_what_stopped_the_proof() {
    let Some(level) = data("atomix/levels/atomix_07") else { return };
    let arguments = ["solve", "--json", level.to_str().unwrap(), "--nodes", "30k"];
    let result = fewest(&arguments).quietly(3).result();
    assert_eq!((&result["status"], &result["stop"]), (&"SOLVED".into(), &"nodes".into()));
    // A shortest plan has 27 moves.
    let [lower, upper] = ["lower", "upper"].map(|key| result[key].as_u64().unwrap());
    assert!(0 < lower && lower <= 27 && 27 <= upper && lower < upper, "{result}");
    assert_eq!(result["moves"].as_array().unwrap().len() as u64, upper);
}

#[cfg(unix)]
mod signals {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};

    /// The command once it searches, and its output, of which the first progress record was read.
    fn searching(
        folder: &Folder,
        inputs: &[&str],
    ) -> (Child, BufReader<std::process::ChildStdout>) {
        let arguments = ["solve", "--json", "--engine", "ida-star"];
        running(folder.command([&arguments[..], inputs].concat()))
    }

    fn running(mut command: Command) -> (Child, BufReader<std::process::ChildStdout>) {
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(r#""type":"progress""#), "{line}");
        (child, output)
    }

    fn send(child: &Child, signal: Signal) {
        kill(Pid::from_raw(child.id().try_into().unwrap()), signal).unwrap();
    }

    fn finish(mut child: Child, mut output: impl Read) -> Ran {
        let mut stdout = String::new();
        output.read_to_string(&mut stdout).unwrap();
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        Ran { code: child.wait().unwrap().code(), stdout, stderr }
    }

    #[test]
    fn interrupted() {
        let hang_up = (!is_ignored(Signal::SIGHUP)).then_some(Signal::SIGHUP);
        let others = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGQUIT, Signal::SIGUSR1];
        let more = [Signal::SIGALRM, Signal::SIGXCPU];
        for signal in hang_up.into_iter().chain(others).chain(more) {
            let (child, output) = searching(&Folder::new(), &[HARD]);
            send(&child, signal);
            assert_bounded(finish(child, output), 22, "interrupted");
        }
    }

    /// Whether a set of signals of a process, as Linux shows it, has this one.
    fn has(pid: &str, set: &str, signal: Signal) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix(set)?.strip_prefix(":\t"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask, 16).ok());
        mask.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
    }

    /// Whether the tests themselves were started with a signal ignored, as by `nohup`.
    fn is_ignored(signal: Signal) -> bool {
        has("self", "SigIgn", signal)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_hang_up_that_is_ignored_stays_ignored() {
        let script = r#"trap "" HUP; exec "$0" solve --json --nodes 2M --engine ida-star "$1""#;
        let folder = Folder::new();
        let program = env!("CARGO_BIN_EXE_fewest");
        let mut shell = Command::new("sh");
        shell.args(["-c", script, program, HARD]).current_dir(folder.path());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        let (child, output) = running(shell);
        send(&child, Signal::SIGHUP);
        assert_eq!(finish(child, output).code, Some(21));
    }

    /// A command that already records signals.
    #[cfg(target_os = "linux")]
    fn noting(folder: &Folder, input: &str) -> Child {
        let child = folder.command(["solve", "--json", input]).spawn().unwrap();
        while !has(&child.id().to_string(), "SigCgt", Signal::SIGTERM) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child
    }

    /// A signal that comes while the input is read ends the search before it begins.
    #[cfg(target_os = "linux")]
    #[test]
    fn signals_are_noted_from_the_start() {
        let folder = Folder::new();
        folder.write("list", format!("{HARD}\n").repeat(100_000));
        let mut child = noting(&folder, "list");
        send(&child, Signal::SIGTERM);
        let output = child.stdout.take().unwrap();
        assert_bounded(finish(child, output), 22, "interrupted");
    }

    /// There may never be an instance that a record could describe.
    #[cfg(target_os = "linux")]
    #[test]
    fn waiting_for_a_named_pipe_ends_at_the_first_signal() {
        let folder = Folder::new();
        let input = folder.path().join("input");
        nix::unistd::mkfifo(&input, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let mut child = noting(&folder, "input");
        send(&child, Signal::SIGTERM);
        let output = child.stdout.take().unwrap();
        let ran = finish(child, output);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(128 + 15), ""), "{}", ran.stderr);
    }

    #[test]
    fn an_interrupt_ends_a_series() {
        let (child, output) = searching(&Folder::new(), &[HARD, "water"]);
        send(&child, Signal::SIGINT);
        let ran = finish(child, output);
        let results = ran.records().iter().filter(|record| record["type"] == "result").count();
        assert_eq!(results, 1);
        assert_bounded(ran, 22, "interrupted");
    }

    /// The command with nobody reading its output, so that it cannot end by itself.
    #[cfg(target_os = "linux")]
    fn waiting(folder: &Folder) -> Child {
        folder.write("list.txt", "1 2 3 0\n".repeat(5000));
        let child = folder.command(["solve", "--json", "list.txt"]).spawn().unwrap();
        let stat = format!("/proc/{}/stat", child.id());
        let is_asleep = || std::fs::read_to_string(&stat).unwrap().contains(") S ");
        // It sleeps now and then while it starts; once its output is full, for good.
        let mut asleep = 0;
        while asleep < 50 {
            std::thread::sleep(std::time::Duration::from_millis(2));
            asleep = if is_asleep() { asleep + 1 } else { 0 };
        }
        child
    }

    /// `timeout` sends its signal twice, to the command and to its group of processes.
    #[cfg(target_os = "linux")]
    #[test]
    fn signals_that_come_together_are_one() {
        let folder = Folder::new();
        let mut child = waiting(&folder);
        for _ in 0..5 {
            send(&child, Signal::SIGINT);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let output = child.stdout.take().unwrap();
        assert_eq!(finish(child, output).code, Some(22));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_later_signal_ends_the_command_at_once() {
        let folder = Folder::new();
        let mut child = waiting(&folder);
        send(&child, Signal::SIGINT);
        // Signals that belong to the first are not counted: send until it ends.
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None => send(&child, Signal::SIGINT),
            }
        };
        assert_eq!(status.code(), Some(130));
    }
}
