//! Processor time, for the examples that measure.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// What this process has used so far, in seconds.
pub fn cpu_seconds() -> nix::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}
