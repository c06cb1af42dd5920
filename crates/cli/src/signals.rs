//! Signals that ask the command to end.

use signal_hook::{consts, flag};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Once};
use std::time::Duration;
use std::{io, process, thread};

/// All signals that end a process which does not catch them, but for those that stand for a
/// fault of its own.
#[cfg(unix)]
const SIGNALS: &[i32] = &[
    consts::SIGHUP,
    consts::SIGINT,
    consts::SIGQUIT,
    consts::SIGTERM,
    consts::SIGALRM,
    consts::SIGPROF,
    consts::SIGUSR1,
    consts::SIGUSR2,
    consts::SIGVTALRM,
    consts::SIGXCPU,
];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];

/// Signals that come no later than this after the first one belong to it: `timeout` sends its
/// signal to the command and, at once, to the group of processes that the command is in.
const TOGETHER: Duration = Duration::from_millis(250);

/// The signals that have come, and what the next one does.
pub(crate) struct Signals {
    interrupted: Arc<AtomicBool>,
    /// The number of a signal that has come, or 0.
    received: Arc<AtomicUsize>,
    ends_at_once: Arc<AtomicBool>,
    watched: Once,
}

impl Signals {
    /// From here on signals are noted, and nothing else.
    ///
    /// A hang-up that is ignored, as `nohup` has it, stays ignored.
    pub(crate) fn catch() -> io::Result<Self> {
        let signals = Self {
            interrupted: Arc::default(),
            received: Arc::default(),
            ends_at_once: Arc::default(),
            watched: Once::new(),
        };
        for &signal in SIGNALS {
            #[cfg(unix)]
            if signal == consts::SIGHUP && is_ignored(signal) {
                continue;
            }
            let ends_at_once = Arc::clone(&signals.ends_at_once);
            flag::register_conditional_shutdown(signal, code(signal), ends_at_once)?;
            flag::register_usize(signal, Arc::clone(&signals.received), signal as usize)?;
            flag::register(signal, Arc::clone(&signals.interrupted))?;
        }
        Ok(signals)
    }

    /// From here on a signal ends the command at once, as does one that has come already.
    pub(crate) fn end_at_once(&self) {
        self.ends_at_once.store(true, SeqCst);
        let received = self.received.load(SeqCst);
        if received != 0 {
            process::exit(code(received as i32));
        }
    }

    /// A flag that the first signal sets, or has set already, so that a search ends with what it
    /// has proved. A later one ends the command at once.
    pub(crate) fn watch(&self) -> &AtomicBool {
        self.ends_at_once.store(false, SeqCst);
        self.watched.call_once(|| {
            let interrupted = Arc::clone(&self.interrupted);
            let ends_at_once = Arc::clone(&self.ends_at_once);
            let wait = move || {
                while !interrupted.load(SeqCst) {
                    thread::sleep(TOGETHER);
                }
                thread::sleep(TOGETHER);
                ends_at_once.store(true, SeqCst);
            };
            // Where no thread can be started, later signals are not told from the first.
            let _ = thread::Builder::new().name("signals".into()).spawn(wait);
        });
        &self.interrupted
    }
}

/// What shells report of a program that a signal ended.
fn code(signal: i32) -> i32 {
    128 + signal
}

/// Whether whoever started the command has it ignore a signal, as far as the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
