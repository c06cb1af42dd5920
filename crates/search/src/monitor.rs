//! Limits on a search, and its voice while it runs.

use crate::{Depth, Statistics, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. The default has no limits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes that the stores of the engine may take.
    pub memory: Option<u64>,
    /// States that may be expanded.
    pub nodes: Option<u64>,
    /// Only plans of at most this length are looked for.
    pub upper_bound: Option<Depth>,
}

/// What a running search says of itself.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// No plan is shorter than this.
    pub lower: Depth,
    /// The counts so far.
    pub statistics: Statistics,
}

/// Carries the limits into an engine and its progress out.
pub struct Monitor<'a> {
    limits: Limits,
    /// What other parts of the search have counted before.
    before: Statistics,
    interrupt: &'a AtomicBool,
    report: &'a mut dyn FnMut(&Progress),
    next_report: Instant,
    /// The last bound that was reported.
    reported: Option<Depth>,
}

impl<'a> Monitor<'a> {
    /// How often progress is reported.
    const INTERVAL: Duration = Duration::from_millis(200);
    /// The clock is read once in this many expanded states (a power of two): reading it costs
    /// about as much as expanding one.
    const CLOCK_EVERY: u64 = 256;

    /// Watches a search that stops at `limits` or once `interrupt` is true.
    pub fn new(
        limits: Limits,
        interrupt: &'a AtomicBool,
        report: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        let next_report = Instant::now() + Self::INTERVAL;
        let before = Statistics::default();
        Self { limits, before, interrupt, report, next_report, reported: None }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// To be called before every expansion with the bound shown so far.
    ///
    /// # Errors
    /// The limit that is reached. What the engine has proved by then stays true.
    #[inline]
    pub fn check(&mut self, lower: Depth, statistics: &Statistics) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| statistics.expanded >= limit) {
            return Err(Stop::Nodes);
        }
        // A risen bound is reported before anything is expanded for it: then the counts are those
        // of the bounds before.
        if statistics.expanded.is_multiple_of(Self::CLOCK_EVERY) || self.reported < Some(lower) {
            self.look_at_the_clock(lower, statistics)
        } else {
            Ok(())
        }
    }

    /// How many more states may be expanded.
    ///
    /// # Errors
    /// [`Stop::Nodes`] if it is none.
    pub fn nodes_left(&self, statistics: &Statistics) -> Result<usize, Stop> {
        let left =
            self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(statistics.expanded));
        if left == 0 { Err(Stop::Nodes) } else { Ok(usize::try_from(left).unwrap_or(usize::MAX)) }
    }

    /// The slow part of [`Monitor::check`]; engines that expand many states at a time call it
    /// alone.
    ///
    /// # Errors
    /// As [`Monitor::check`].
    #[cold]
    pub fn look_at_the_clock(&mut self, lower: Depth, statistics: &Statistics) -> Result<(), Stop> {
        let now = self.halt().check()?;
        if now >= self.next_report || self.reported < Some(lower) {
            self.next_report = now + Self::INTERVAL;
            self.reported = Some(lower);
            (self.report)(&Progress { lower, statistics: statistics.after(&self.before) });
        }
        Ok(())
    }

    /// For threads that work for a long time between two looks of the engine.
    pub(crate) fn halt(&self) -> Halt<'a> {
        Halt { deadline: self.limits.deadline, interrupt: self.interrupt }
    }

    /// The same monitor with other limits, for a part of the search.
    pub fn with(&mut self, limits: Limits) -> Monitor<'_> {
        Monitor {
            limits,
            before: self.before,
            interrupt: self.interrupt,
            report: &mut *self.report,
            next_report: self.next_report,
            reported: self.reported,
        }
    }

    /// The same monitor for a part of the search that may expand `nodes` states at most.
    pub fn with_fewer_nodes(&mut self, nodes: u64) -> Monitor<'_> {
        let nodes = Some(self.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        self.with(Limits { nodes, ..self.limits })
    }

    /// The same monitor for a part of the search that does not know what other parts have counted
    /// before: that is added to what it reports, and taken off its limit.
    pub fn after(&mut self, before: &Statistics) -> Monitor<'_> {
        let nodes = self.limits.nodes.map(|limit| limit.saturating_sub(before.expanded));
        let before = before.after(&self.before);
        Monitor { before, ..self.with(Limits { nodes, ..self.limits }) }
    }

    /// Lets `work` keep the limits of the search and none of its bounds: whatever it reports of
    /// itself, such as the layers of a table, is passed on as `lower` and `statistics`.
    pub fn aside<T>(
        &mut self,
        lower: Depth,
        statistics: &Statistics,
        work: impl FnOnce(&mut Monitor<'_>) -> T,
    ) -> T {
        let statistics = statistics.after(&self.before);
        let report = &mut *self.report;
        let mut report = |_: &Progress| report(&Progress { lower, statistics });
        work(&mut Monitor::new(self.limits, self.interrupt, &mut report))
    }

    /// Takes what another part of the search has counted in the midst of this one as
    /// [`Monitor::after`] does.
    pub fn count_beside(&mut self, other: &Statistics) {
        self.before = self.before.beside(other);
        self.limits.nodes = self.limits.nodes.map(|left| left.saturating_sub(other.expanded));
    }

    /// The same monitor for a part of the search that looks only for plans within `bound`.
    pub fn within(&mut self, bound: Depth) -> Monitor<'_> {
        let bound = self.limits.upper_bound.map_or(bound, |asked| asked.min(bound));
        self.with(Limits { upper_bound: Some(bound), ..self.limits })
    }

    /// Whether stores of `bytes` in all are more than the search may have.
    ///
    /// # Errors
    /// [`Stop::Memory`] if so.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::Memory),
            _ => Ok(()),
        }
    }
}

/// When a search has to stop, whatever it has counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Halt<'a> {
    deadline: Option<Instant>,
    interrupt: &'a AtomicBool,
}

impl Halt<'_> {
    /// What the clock says.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] and [`Stop::Time`].
    pub(crate) fn check(&self) -> Result<Instant, Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        let now = Instant::now();
        match self.deadline {
            Some(deadline) if now >= deadline => Err(Stop::Time),
            _ => Ok(now),
        }
    }
}

/// Runs `search` with a monitor that limits and reports nothing.
pub fn unlimited<T>(search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    search(&mut Monitor::new(Limits::default(), &never, &mut silent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_search_report_and_are_limited_together() {
        let never = AtomicBool::new(false);
        let mut reported = Vec::new();
        let mut report = |progress: &Progress| reported.push(progress.statistics);
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let counts =
            |expanded| Statistics { expanded, generated: 10 * expanded, ..Statistics::default() };
        let mut monitor = Monitor::new(limits, &never, &mut report);
        let mut second = monitor.after(&counts(60));
        assert_eq!(second.check(Depth(1), &counts(5)), Ok(()));
        let mut third = second.after(&counts(20));
        assert_eq!(third.check(Depth(2), &counts(19)), Ok(()));
        assert_eq!(third.check(Depth(2), &counts(20)), Err(Stop::Nodes));
        third.count_beside(&counts(3));
        assert_eq!(third.check(Depth(3), &counts(16)), Ok(()));
        assert_eq!(third.check(Depth(3), &counts(17)), Err(Stop::Nodes));
        let expected = [(60, 5), (60 + 20, 19), (60 + 20 + 3, 16)].map(|(before, now)| {
            Statistics { expanded_until_last_layer: before, ..counts(before + now) }
        });
        assert_eq!(reported, expected);
    }

    #[test]
    fn work_aside_is_reported_as_the_search_and_stops_with_it() {
        let interrupt = AtomicBool::new(false);
        let mut reported = Vec::new();
        let mut report =
            |progress: &Progress| reported.push((progress.lower, progress.statistics.expanded));
        let counts = |expanded| Statistics { expanded, ..Statistics::default() };
        let mut monitor = Monitor::new(Limits::default(), &interrupt, &mut report);
        let mut monitor = monitor.after(&counts(60));
        monitor.aside(Depth(7), &counts(5), |monitor| {
            assert_eq!(monitor.look_at_the_clock(Depth(50), &counts(9_000)), Ok(()));
            interrupt.store(true, Ordering::Relaxed);
            let stopped = monitor.look_at_the_clock(Depth(51), &counts(9_000));
            assert_eq!(stopped, Err(Stop::Interrupted));
        });
        assert_eq!(reported, [(Depth(7), 65)]);
    }
}
