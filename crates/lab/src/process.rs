//! One run as a process of its own, watched from outside.

use crate::machine::bytes;
use crate::record::{Ended, Progress, Solved};
use crate::{Limits, Record, Task, revision};
use fewest_work::process;
use serde::Deserialize;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};

/// A process that keeps its limits stops soon after its time; the rest is for slow disks and for
/// replaying plans.
const GRACE: Duration = Duration::from_secs(20);
/// Memory that a process may have besides that of the search: for its tables and itself.
const BESIDE: u64 = 1 << 30;

/// Runs `program solve` for one task; `None` if it was interrupted before it ended, or if the
/// process itself reports that it was interrupted.
///
/// # Errors
/// If the program cannot be started or its output cannot be read.
pub(crate) fn run(
    program: &Path,
    task: &Task,
    input: &OsStr,
    conditions: &crate::Conditions,
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<Option<Record>> {
    let limits = &conditions.limits;
    let began = jiff::Timestamp::now();
    let clock = Instant::now();
    let mut command = Command::new(program);
    command.args(["solve", "--json"]).args(arguments(&task.arguments, limits));
    command.arg("--").arg(input);
    let time = Duration::try_from_secs_f64(limits.seconds).unwrap_or(Duration::MAX);
    // A limit too long for the clock sets no deadline.
    let deadline = clock.checked_add(time.saturating_mul(2).saturating_add(GRACE));
    let memory = limits.mebibytes.get().saturating_mul(1 << 20).saturating_add(BESIDE);
    let reason_to_kill = |process: u32| match deadline {
        Some(deadline) if Instant::now() > deadline => Some(Ended::KilledForTime),
        _ => {
            let resident = bytes(&format!("/proc/{process}/status"), "VmRSS")?;
            (resident > memory).then_some(Ended::KilledForMemory)
        }
    };
    let ran = process::run(&mut command, read_records, &reason_to_kill, is_interrupted)?;
    let wall_seconds = clock.elapsed().as_secs_f64();
    Ok(ran.and_then(|process::Ended { status, killed, output: (progress, result), message }| {
        let is_interrupted = result.as_ref().is_some_and(Solved::is_interrupted);
        (!is_interrupted).then(|| Record {
            task: task.clone(),
            conditions: conditions.clone(),
            began,
            wall_seconds,
            revision: Some(revision::of_task(task)),
            ended: killed.unwrap_or_else(|| how(status)),
            result,
            progress,
            message,
        })
    }))
}

/// The arguments of `fewest solve`, without the input and those only for reading the output.
pub fn arguments(arguments: &[String], limits: &Limits) -> Vec<String> {
    let Limits { seconds, mebibytes, threads } = limits;
    let limits = [
        ("--time", format!("{seconds}s")),
        ("--memory", format!("{mebibytes}MiB")),
        ("--threads", threads.to_string()),
    ];
    let limits = limits.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
    limits.chain(arguments.iter().cloned()).collect()
}

#[cfg(unix)]
fn how(status: ExitStatus) -> Ended {
    use std::os::unix::process::ExitStatusExt;
    let signal = || Ended::Signal(status.signal().unwrap_or(0));
    status.code().map_or_else(signal, Ended::Exit)
}

#[cfg(not(unix))]
fn how(status: ExitStatus) -> Ended {
    Ended::Exit(status.code().unwrap_or(-1))
}

/// The records that matter here.
#[derive(Deserialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
enum Line {
    Progress(Progress),
    Result(Box<Solved>),
}

/// The progress and the last result on standard output. Lines that are not such records are
/// skipped: without a result among them, the record of the run will lack one.
fn read_records(stdout: BufReader<ChildStdout>) -> io::Result<(Vec<Progress>, Option<Solved>)> {
    let (mut progress, mut result) = (Vec::new(), None);
    for line in stdout.split(b'\n') {
        match serde_json::from_slice(&line?) {
            Ok(Line::Progress(raised)) => progress.push(raised),
            Ok(Line::Result(solved)) => result = Some(*solved),
            Err(_) => {}
        }
    }
    Ok((progress, result))
}
