//! A program as a process of its own, watched from outside.

use std::io::{self, BufReader, Read};
use std::process::{ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// How often a process is checked.
const GLANCE: Duration = Duration::from_millis(10);
/// The number of bytes of standard error to keep.
const MESSAGE: usize = 1000;

/// How a process ended, and what it wrote.
#[derive(Debug)]
pub struct Ended<T, K> {
    /// Its exit code or signal.
    pub status: ExitStatus,
    /// Why it was killed, if it was.
    pub killed: Option<K>,
    /// What was read from standard output.
    pub output: T,
    /// The end of what it wrote to standard error.
    pub message: String,
}

/// Runs a command, and kills it if `reason_to_kill` gives a reason for its process number; `None`
/// if it was interrupted, and so killed, before its end. `read` reads standard output to its end.
///
/// # Errors
/// If it cannot be started, or its output cannot be read.
pub fn run<T: Send + 'static, K>(
    command: &mut Command,
    read: fn(BufReader<ChildStdout>) -> io::Result<T>,
    reason_to_kill: &dyn Fn(u32) -> Option<K>,
    is_interrupted: &dyn Fn() -> bool,
) -> io::Result<Option<Ended<T, K>>> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::Error::other("there are no pipes"));
    };
    let output = thread::Builder::new().spawn(move || read(BufReader::new(stdout)))?;
    let message = thread::Builder::new().spawn(move || end_of(stderr))?;
    let (status, killed) = loop {
        if let Some(status) = child.try_wait()? {
            break (status, None);
        }
        let killed = reason_to_kill(child.id());
        if killed.is_some() || is_interrupted() {
            child.kill()?;
            break (child.wait()?, killed);
        }
        thread::sleep(GLANCE);
    };
    // The threads end with the pipes, which end with the process.
    let joined = |_| io::Error::other("a reader of output failed");
    let output = output.join().map_err(joined)??;
    let message = message.join().map_err(joined)??;
    Ok((!is_interrupted()).then_some(Ended { status, killed, output, message }))
}

/// The end of a text.
fn end_of(mut stderr: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
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
