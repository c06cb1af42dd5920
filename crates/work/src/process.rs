//! A command as a process of its own.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// How often a process is checked.
const GLANCE: Duration = Duration::from_millis(10);
/// The number of bytes of standard error to keep.
const MESSAGE: usize = 1000;

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code or signal.
    pub status: ExitStatus,
    /// The last line that it wrote to standard output.
    pub last_line: String,
    /// The end of what it wrote to standard error.
    pub message: String,
}

/// Runs a program; `None` if it was interrupted, and so killed, before its end.
///
/// # Errors
/// If it cannot be started, or its output cannot be read.
pub fn run(
    program: &Path,
    arguments: &[String],
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<Option<Ended>> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let lines = thread::Builder::new().spawn(move || last_line(stdout))?;
    let errors = thread::Builder::new().spawn(move || message(stderr))?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if is_interrupted() {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(GLANCE);
    };
    // The threads end with the pipes, which end with the process.
    let joined = |_| io::Error::other("a reader of output failed");
    let last_line = lines.join().map_err(joined)??;
    let message = errors.join().map_err(joined)??;
    let status = status.filter(|_| !is_interrupted());
    Ok(status.map(|status| Ended { status, last_line, message }))
}

fn last_line(stdout: Option<impl Read>) -> io::Result<String> {
    let mut last = Vec::new();
    let Some(stdout) = stdout else { return Ok(String::new()) };
    for line in BufReader::new(stdout).split(b'\n') {
        last = line?;
    }
    Ok(String::from_utf8_lossy(&last).into_owned())
}

/// The end of a text.
fn message(stderr: Option<impl Read>) -> io::Result<String> {
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
