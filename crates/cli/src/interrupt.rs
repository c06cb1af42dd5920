//! Ctrl-C and the termination signal.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

/// Signals that come no later than this after the first one belong to it: `timeout` sends its
/// signal to the command and, at once, to the group of processes that the command is in.
const TOGETHER: Duration = Duration::from_millis(250);

/// A flag that the first signal sets, so that the search ends with what it has proved. One that
/// comes later ends the program at once.
pub(crate) fn watch() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let ends_at_once = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // What shells report of a program that this signal ended.
        let code = 128 + signal;
        flag::register_conditional_shutdown(signal, code, Arc::clone(&ends_at_once))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    let is_interrupted = Arc::clone(&interrupted);
    thread::Builder::new().name("signals".into()).spawn(move || {
        while !is_interrupted.load(Ordering::Relaxed) {
            thread::sleep(TOGETHER);
        }
        thread::sleep(TOGETHER);
        ends_at_once.store(true, Ordering::Relaxed);
    })?;
    Ok(interrupted)
}
