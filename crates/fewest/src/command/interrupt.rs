//! Ctrl-C and the termination signal.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first signal sets, so that the search ends with what it has proved. The
/// second signal ends the program at once.
pub(super) fn watch() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // What shells report of a program that this signal ended.
        let code = 128 + signal;
        // In this order: the first signal finds the flag not yet set.
        flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}
