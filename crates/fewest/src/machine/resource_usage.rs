//! Time and memory that a piece of work takes.

use serde::Serialize;
use web_time::Instant;
#[cfg(unix)]
use {super::memory::kilobytes, std::path::Path};

/// Time and memory taken by a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct ResourceUsage {
    /// Wall-clock time.
    ///
    /// # Units
    /// Seconds.
    pub seconds: f64,
    /// Processor time of all threads; `None` if the system does not say.
    ///
    /// # Units
    /// Seconds.
    pub cpu_seconds: Option<f64>,
    /// The peak resident memory of the process so far; `None` if the system does not say.
    ///
    /// # Units
    /// Bytes.
    pub peak_rss_bytes: Option<u64>,
}

/// A stopwatch for pieces of work that follow one another.
#[derive(Debug)]
pub struct Stopwatch {
    wall: Instant,
    /// The processor time of the process, in microseconds.
    cpu: Option<i64>,
}

impl Stopwatch {
    /// Starts the first piece.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: usage().map(|(cpu, _)| cpu) }
    }

    /// Returns the time at which the current piece began.
    pub fn began(&self) -> Instant {
        self.wall
    }

    /// Ends the current piece, starts the next one, and returns what the ended piece took.
    pub fn lap(&mut self) -> ResourceUsage {
        let (wall, usage) = (Instant::now(), usage());
        let cpu = usage.map(|(cpu, _)| cpu);
        let lap = ResourceUsage {
            seconds: (wall - self.wall).as_secs_f64(),
            cpu_seconds: cpu.zip(self.cpu).map(|(now, before)| (now - before) as f64 / 1e6),
            peak_rss_bytes: usage.map(|(_, rss)| rss),
        };
        *self = Self { wall, cpu };
        lap
    }
}

/// Processor microseconds and peak resident bytes of this process.
#[cfg(unix)]
fn usage() -> Option<(i64, u64)> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    // In kilobytes everywhere except on Apple's systems, where it is in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = high_water_mark().or_else(|| u64::try_from(usage.max_rss()).ok()?.checked_mul(unit));
    Some((microseconds, peak?))
}

/// Linux's own record. That of `getrusage` is at least what the parent process had when it
/// started this one.
#[cfg(unix)]
fn high_water_mark() -> Option<u64> {
    kilobytes(Path::new("/proc/self/status"), "VmHWM:")
}

#[cfg(not(unix))]
fn usage() -> Option<(i64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laps_do_not_overlap() {
        let mut stopwatch = Stopwatch::start();
        let began = stopwatch.began();
        let first = stopwatch.lap();
        let until = stopwatch.began();
        assert_eq!(first.seconds, (until - began).as_secs_f64());
        if cfg!(unix) {
            assert!(first.cpu_seconds.is_some_and(|seconds| seconds >= 0.0));
            assert!(first.peak_rss_bytes.is_some_and(|bytes| bytes > 100_000));
        }
    }
}
