//! Signals that ask the command to end.

use fewest::search::Interrupt;
#[cfg(unix)]
use signal_hook::flag;
use signal_hook::{consts, low_level};
use std::io;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// All signals that end a process which does not catch them, except those that report a
/// fault in the process itself.
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

/// A signal that comes within this time after the first one belongs to it: `timeout` sends its
/// signal to the command and, at once, to its process group.
const TOGETHER: Duration = Duration::from_millis(250);

/// Asks a search to stop: set by the first signal, and by the allocator.
pub(crate) static INTERRUPT: Interrupt = Interrupt::new();
/// When the first signal came, in milliseconds since the start, counted from 1; 0 if none has.
static FIRST: AtomicU64 = AtomicU64::new(0);
/// The number of the signal.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// Whether a signal ends the command at once, even the first.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// From here on signals are recorded; to be called before anything else.
///
/// A hang-up that is ignored, as `nohup` has it, stays ignored.
pub(crate) fn catch() -> io::Result<()> {
    let began = Instant::now();
    for &signal in SIGNALS {
        #[cfg(unix)]
        if signal == consts::SIGHUP && is_ignored(signal) {
            continue;
        }
        #[expect(
            unsafe_code,
            reason = "what is called reads the clock, writes atomic numbers and may end the \
                      process: all of it is allowed while anything else is interrupted. Without \
                      it a thread would have to wait for signals, and there may be none to spare"
        )]
        unsafe { low_level::register(signal, move || receive(signal, began)) }?;
    }
    // A file that reaches its size limit is like a full disk: the error of the write reports it.
    #[cfg(unix)]
    flag::register(consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

fn receive(signal: i32, began: Instant) {
    let now = u64::try_from(began.elapsed().as_millis()).map_or(u64::MAX, |now| now.max(1));
    let first = FIRST.compare_exchange(0, now, SeqCst, SeqCst);
    let is_late = |first| u128::from(now - first) > TOGETHER.as_millis();
    if AT_ONCE.load(SeqCst) || first.is_err_and(is_late) {
        low_level::exit(code(signal));
    }
    SIGNAL.store(signal, SeqCst);
    INTERRUPT.interrupt();
}

/// From here on a signal ends the command at once; so does one that has already come.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, SeqCst);
    if FIRST.load(SeqCst) != 0 {
        std::process::exit(code(SIGNAL.load(SeqCst)));
    }
}

/// The interrupt that the first signal sets, or has already set, so that a search ends with what it
/// has proved. A later signal ends the command at once.
pub(crate) fn watch() -> &'static Interrupt {
    AT_ONCE.store(false, SeqCst);
    &INTERRUPT
}

/// The exit code that shells report for a program ended by a signal.
fn code(signal: i32) -> i32 {
    128 + signal
}

/// Whether the command was started with a signal ignored, as far as the system reports it.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
