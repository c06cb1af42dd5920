//! One run as a process of its own, watched from outside.

use crate::record::{Ended, Progress, Solved};
use crate::{Limits, Record, Task, revision};
use serde::Deserialize;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process is checked.
const GLANCE: Duration = Duration::from_millis(10);
/// A process that keeps its limits stops soon after its time; the rest is for slow disks and for
/// replaying plans.
const GRACE: Duration = Duration::from_secs(20);
/// Memory that a process may have besides that of the search: for its tables and itself.
const BESIDE: u64 = 1 << 30;
/// The number of bytes of standard error to keep.
const MESSAGE: usize = 1000;

/// Runs `program solve` for one task; `None` if it was interrupted before it ended, or if the
/// process itself reports that it was interrupted.
///
/// # Errors
/// If the program cannot be started or its output cannot be read.
pub fn run(
    program: &Path,
    task: &Task,
    input: &OsStr,
    conditions: &crate::Conditions,
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<Option<Record>> {
    let limits = conditions.limits;
    let began = jiff::Timestamp::now();
    let clock = Instant::now();
    let mut child = command(program, task, input, &limits).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reader = thread::Builder::new().spawn(move || read_records(stdout))?;
    let errors = thread::Builder::new().spawn(move || read_message(stderr))?;
    let ended = watch(&mut child, &limits, is_interrupted)?;
    let wall_seconds = clock.elapsed().as_secs_f64();
    // The threads end with the pipes, which end with the process.
    let joined = |_| io::Error::other("a reader of output failed");
    let (progress, result) = reader.join().map_err(joined)??;
    let message = errors.join().map_err(joined)??;
    let was_interrupted = |solved: &Solved| solved.stop.as_deref() == Some("interrupted");
    let Some(ended) = ended.filter(|_| !result.as_ref().is_some_and(was_interrupted)) else {
        return Ok(None);
    };
    Ok(Some(Record {
        task: task.clone(),
        conditions: conditions.clone(),
        began,
        wall_seconds,
        revision: Some(revision::of_task(task)),
        ended,
        result,
        progress,
        message,
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

fn command(program: &Path, task: &Task, input: &OsStr, limits: &Limits) -> Command {
    let mut command = Command::new(program);
    command
        .args(["solve", "--json"])
        .args(arguments(&task.arguments, limits))
        .arg("--")
        .arg(input)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits for the end of the process, and kills it if necessary; `None` after an interrupt.
fn watch(
    child: &mut Child,
    limits: &Limits,
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<Option<Ended>> {
    let time = Duration::try_from_secs_f64(limits.seconds).unwrap_or(Duration::MAX);
    // A limit too long for the clock sets no deadline.
    let deadline = Instant::now().checked_add(time.saturating_mul(2).saturating_add(GRACE));
    let memory = limits.mebibytes.get().saturating_mul(1 << 20).saturating_add(BESIDE);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((!is_interrupted()).then(|| how(status)));
        }
        let reason = if is_interrupted() {
            None
        } else if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            Some(Ended::KilledForTime)
        } else if resident(child.id()).is_some_and(|bytes| bytes > memory) {
            Some(Ended::KilledForMemory)
        } else {
            thread::sleep(GLANCE);
            continue;
        };
        child.kill()?;
        child.wait()?;
        return Ok(reason);
    }
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

/// Resident memory of a process in bytes, if Linux reports it.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    value.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

#[derive(Deserialize)]
struct Line {
    r#type: String,
    data: serde_json::Value,
}

/// The progress and the last result on standard output. Lines that are not records are skipped:
/// the record of the run will lack a result.
fn read_records(stdout: Option<impl Read>) -> io::Result<(Vec<Progress>, Option<Solved>)> {
    let (mut progress, mut result) = (Vec::new(), None);
    let Some(stdout) = stdout else { return Ok((progress, result)) };
    for line in BufReader::new(stdout).split(b'\n') {
        let Ok(Line { r#type, data }) = serde_json::from_slice(&line?) else { continue };
        match r#type.as_str() {
            "progress" => progress.extend(serde_json::from_value(data).ok()),
            "result" => result = serde_json::from_value(data).ok(),
            _ => {}
        }
    }
    Ok((progress, result))
}

/// The end of standard error.
fn read_message(stderr: Option<impl Read>) -> io::Result<String> {
    let mut bytes = Vec::new();
    let Some(mut stderr) = stderr else { return Ok(String::new()) };
    let mut buffer = [0; 4096];
    loop {
        match stderr.read(&mut buffer)? {
            0 => break,
            read => bytes.extend_from_slice(&buffer[..read]),
        }
        bytes.drain(..bytes.len().saturating_sub(MESSAGE));
    }
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}
