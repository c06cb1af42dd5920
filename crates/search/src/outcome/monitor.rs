//! Search limits and progress reporting.

use crate::outcome::{Halt, Interrupt, Limits};
use crate::{Depth, Outcome, Statistics, Stop};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

/// A progress report of a running search: bounds and counts never get worse from one report to the
/// next.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The lower bound: no plan is shorter.
    pub lower: Depth,
    /// The length of the best known plan.
    pub upper: Option<Depth>,
    /// The counts so far.
    pub statistics: Statistics,
}

/// Carries the limits into an engine and its progress out.
///
/// An engine that runs others gives each a monitor of its own; all of them report as one search.
pub struct Monitor<'a> {
    limits: Limits,
    /// Counts of earlier parts of the search.
    before: Statistics,
    interrupt: &'a Interrupt,
    report: &'a mut dyn FnMut(&Progress),
    /// Shared by all parts of the search.
    known: Rc<Cell<Known>>,
    scope: Scope,
    /// The last lower bound seen for this part.
    seen: Option<Depth>,
}

/// What the whole search knows.
#[derive(Debug, Clone, Copy)]
struct Known {
    lower: Depth,
    upper: Option<Depth>,
    statistics: Statistics,
    next_report: Instant,
}

/// The limits of a search, on any thread.
#[derive(Clone, Copy)]
pub(crate) struct Silent<'a> {
    limits: Limits,
    interrupt: &'a Interrupt,
}

impl Silent<'_> {
    /// Runs a part of the search that may expand this many states.
    pub(crate) fn run<T>(&self, nodes: u64, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
        let limits = Limits { nodes: Some(nodes), ..self.limits };
        Self { limits, ..*self }.watch(search)
    }

    /// Runs a part of the search.
    pub(crate) fn watch<T>(&self, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
        search(&mut Monitor::new(self.limits, self.interrupt, &mut |_| {}))
    }
}

/// What the lower bounds of a part of the search apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// For all plans.
    Whole,
    /// For some of the plans, such as those to one goal.
    Part,
}

impl<'a> Monitor<'a> {
    /// How often progress is reported while nothing happens.
    const INTERVAL: Duration = Duration::from_millis(200);
    /// The clock is read once per this many expanded states (a power of two): reading it costs
    /// about as much as expanding one.
    const CLOCK_EVERY: u64 = 256;

    /// Creates the monitor of a search that stops at `limits` or when `interrupt` asks it to.
    pub fn new(
        limits: Limits,
        interrupt: &'a Interrupt,
        report: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        let known = Known {
            lower: Depth::ZERO,
            upper: None,
            statistics: Statistics::default(),
            next_report: Instant::now() + Self::INTERVAL,
        };
        let longest = Depth::LONGEST_PLAN;
        let longest = limits.upper_bound.map_or(longest, |asked| asked.min(longest));
        Self {
            limits: Limits { upper_bound: Some(longest), ..limits },
            before: Statistics::default(),
            interrupt,
            report,
            known: Rc::new(Cell::new(known)),
            scope: Scope::Whole,
            seen: None,
        }
    }

    /// Returns the limits. Plans of more than [`Depth::LONGEST_PLAN`] moves are never looked for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Checks the limits and reports progress. Must be called before every expansion, with the
    /// bound proved so far.
    ///
    /// # Errors
    /// The limit that is reached. What the engine has proved so far stays true.
    #[inline]
    pub fn check(&mut self, lower: Depth, statistics: &Statistics) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|limit| statistics.expanded >= limit) {
            return Err(Stop::Nodes);
        }
        // A new bound is reported before anything is expanded for it: then the counts are those of
        // the previous bounds.
        if statistics.expanded.is_multiple_of(Self::CLOCK_EVERY) || self.seen < Some(lower) {
            self.poll(lower, statistics)
        } else {
            Ok(())
        }
    }

    /// Returns how many more states may be expanded.
    ///
    /// # Errors
    /// [`Stop::Nodes`] if there are none.
    pub fn nodes_left(&self, statistics: &Statistics) -> Result<usize, Stop> {
        let left =
            self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(statistics.expanded));
        if left == 0 { Err(Stop::Nodes) } else { Ok(usize::try_from(left).unwrap_or(usize::MAX)) }
    }

    /// Does the slow part of [`Monitor::check`]: looks at the clock and reports. Engines that
    /// expand many states at a time call only this.
    ///
    /// # Errors
    /// As [`Monitor::check`].
    #[cold]
    pub fn poll(&mut self, lower: Depth, statistics: &Statistics) -> Result<(), Stop> {
        let now = self.halt().check()?;
        let mut known = self.known.get();
        let is_risen = self.seen < Some(lower) && self.raise(&mut known, lower);
        self.seen = self.seen.max(Some(lower));
        if is_risen || now >= known.next_report {
            self.tell(known, now, statistics);
        }
        Ok(())
    }

    /// Reports a plan of this length, as soon as it is known. Plans that are not better than the
    /// best one are not reported.
    pub fn found(&mut self, length: Depth, statistics: &Statistics) {
        let known = self.known.get();
        if known.upper.is_none_or(|upper| length < upper) {
            self.tell(Known { upper: Some(length), ..known }, Instant::now(), statistics);
        }
    }

    /// Records a lower bound of this part. Returns whether it improves on the known one.
    fn raise(&self, known: &mut Known, lower: Depth) -> bool {
        let is_first = self.seen.is_none() && known.lower == Depth::ZERO;
        let lower = match self.scope {
            Scope::Whole => self.limits.proved(lower),
            Scope::Part => Depth::ZERO,
        };
        let is_risen = lower > known.lower;
        known.lower = known.lower.max(lower);
        is_risen || is_first
    }

    fn tell(&mut self, mut known: Known, now: Instant, statistics: &Statistics) {
        known.next_report = now + Self::INTERVAL;
        known.statistics = statistics.after(&self.before).at_least(&known.statistics);
        self.known.set(known);
        let Known { lower, upper, statistics, .. } = known;
        // A plan limits the bound, so reports never contradict themselves.
        let lower = upper.map_or(lower, |upper| lower.min(upper));
        (self.report)(&Progress { lower, upper, statistics });
    }

    /// Returns the outcome of a search that was stopped after it had proved `lower`, with the best
    /// plan that it found.
    ///
    /// For a search that looks only for plans within [`Limits::upper_bound`], the proved bound is
    /// at most one more than that: see [`Limits::proved`].
    pub fn stopped<A>(
        &self,
        stop: Stop,
        plan: Option<Vec<A>>,
        lower: Depth,
        statistics: Statistics,
    ) -> Outcome<A> {
        Outcome::stopped(stop, plan, self.limits.proved(lower), statistics)
    }

    /// Returns the stop conditions for threads and table builders that work for a long time between
    /// two polls of the engine.
    pub fn halt(&self) -> Halt<'a> {
        Halt { deadline: self.limits.deadline, interrupt: self.interrupt }
    }

    /// The limits of the search, for parts of it on other threads, which report nothing.
    pub(crate) fn silent(&self) -> Silent<'a> {
        Silent { limits: self.limits, interrupt: self.interrupt }
    }

    /// Returns the same monitor with other limits, for a part of the search.
    pub fn with(&mut self, limits: Limits) -> Monitor<'_> {
        Monitor {
            limits,
            before: self.before,
            interrupt: self.interrupt,
            report: &mut *self.report,
            known: Rc::clone(&self.known),
            scope: self.scope,
            seen: self.seen,
        }
    }

    /// Returns the same monitor for a part of the search that may expand at most `nodes` states.
    pub fn with_fewer_nodes(&mut self, nodes: u64) -> Monitor<'_> {
        let nodes = Some(self.limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        self.with(Limits { nodes, ..self.limits })
    }

    /// The same monitor if earlier runs have expanded this many states, which are counted as well.
    pub(crate) fn with_more_nodes(&mut self, expanded: u64) -> Monitor<'_> {
        let nodes = self.limits.nodes.map(|nodes| nodes.saturating_add(expanded));
        self.with(Limits { nodes, ..self.limits })
    }

    /// Returns the same monitor for a part of the search that does not include the earlier counts
    /// of other parts: they are added to what it reports, and subtracted from its limit.
    pub fn after(&mut self, before: &Statistics) -> Monitor<'_> {
        let nodes = self.limits.nodes.map(|limit| limit.saturating_sub(before.expanded));
        let before = before.after(&self.before);
        Monitor { before, ..self.with(Limits { nodes, ..self.limits }) }
    }

    /// Runs `work` within the limits of the search, although it proves nothing about plans and
    /// counts no states. Its own progress, such as the layers of a table, is replaced in reports by
    /// the state of the search, which has proved `lower` and counted `statistics`.
    pub fn aside<T>(
        &mut self,
        lower: Depth,
        statistics: &Statistics,
        work: impl FnOnce(&mut Monitor<'_>) -> T,
    ) -> T {
        let mut known = self.known.get();
        self.raise(&mut known, lower);
        let statistics = statistics.after(&self.before).at_least(&known.statistics);
        self.known.set(Known { statistics, ..known });
        let progress = Progress { lower: known.lower, upper: known.upper, statistics };
        let report = &mut *self.report;
        let mut report = |_: &Progress| report(&progress);
        work(&mut Monitor::new(self.limits, self.interrupt, &mut report))
    }

    /// Adds the counts of another part of the search that ran in the middle of this one, as
    /// [`Monitor::after`] does.
    pub fn add_counts(&mut self, other: &Statistics) {
        self.before = self.before.plus(other);
        self.limits.nodes = self.limits.nodes.map(|left| left.saturating_sub(other.expanded));
    }

    /// Returns the same monitor for a part of the search that looks only for plans within `bound`.
    pub fn within(&mut self, bound: Depth) -> Monitor<'_> {
        let bound = self.limits.upper_bound.map_or(bound, |asked| asked.min(bound));
        self.with(Limits { upper_bound: Some(bound), ..self.limits })
    }

    /// Returns the same monitor for a part of the search that looks only for some of the plans: its
    /// lower bounds are not bounds of the search, but its plans are plans of the search.
    pub fn of_part(&mut self) -> Monitor<'_> {
        Monitor { scope: Scope::Part, ..self.with(self.limits) }
    }

    /// Checks that stores of `bytes` in all are within the memory limit.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they are not.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Stop::Memory),
            _ => Ok(()),
        }
    }
}

/// Runs `search` with a monitor that limits and reports nothing.
pub fn unlimited<T>(search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    search(&mut Monitor::new(Limits::default(), &never, &mut silent))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(expanded: u64) -> Statistics {
        Statistics { expanded, generated: 10 * expanded, ..Statistics::default() }
    }

    /// The reports while `search` runs.
    fn reported(limits: Limits, search: impl FnOnce(&mut Monitor<'_>)) -> Vec<Progress> {
        let never = Interrupt::new();
        let mut reported = Vec::new();
        let mut report = |progress: &Progress| reported.push(*progress);
        search(&mut Monitor::new(limits, &never, &mut report));
        reported
    }

    #[test]
    fn parts_of_a_search_report_and_are_limited_together() {
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let reported = reported(limits, |monitor| {
            let mut second = monitor.after(&counts(60));
            assert_eq!(second.check(Depth(1), &counts(5)), Ok(()));
            let mut third = second.after(&counts(20));
            assert_eq!(third.check(Depth(2), &counts(19)), Ok(()));
            assert_eq!(third.check(Depth(2), &counts(20)), Err(Stop::Nodes));
            third.add_counts(&counts(3));
            assert_eq!(third.check(Depth(3), &counts(16)), Ok(()));
            assert_eq!(third.check(Depth(3), &counts(17)), Err(Stop::Nodes));
        });
        let expected = [(60, 5), (60 + 20, 19), (60 + 20 + 3, 16)].map(|(before, now)| {
            Statistics { expanded_until_last_layer: before, ..counts(before + now) }
        });
        let told: Vec<_> = reported.iter().map(|progress| progress.statistics).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn reports_never_get_worse() {
        let reported = reported(Limits::default(), |monitor| {
            assert_eq!(monitor.poll(Depth(7), &counts(50)), Ok(()));
            // Another part starts, which has proved less and counts from zero.
            assert_eq!(monitor.with(Limits::default()).poll(Depth(3), &counts(2)), Ok(()));
            assert_eq!(monitor.of_part().poll(Depth(20), &counts(2)), Ok(()));
            monitor.of_part().found(Depth(12), &counts(3));
            monitor.found(Depth(14), &counts(60));
            assert_eq!(monitor.with(Limits::default()).poll(Depth(8), &counts(4)), Ok(()));
        });
        let told: Vec<_> = reported
            .iter()
            .map(|now| (now.lower.0, now.upper.map(|upper| upper.0), now.statistics.expanded))
            .collect();
        assert_eq!(told, [(7, None, 50), (7, Some(12), 50), (8, Some(12), 50)]);
    }

    #[test]
    fn no_more_is_shown_than_that_longer_plans_are_longer() {
        let limits = Limits { upper_bound: Some(Depth(4)), ..Limits::default() };
        let reported = reported(limits, |monitor| {
            assert_eq!(monitor.poll(Depth(9), &counts(1)), Ok(()));
            let outcome: Outcome<u8> = monitor.stopped(Stop::Time, None, Depth(9), counts(1));
            assert_eq!(outcome.bounds().lower, Depth(5));
        });
        assert_eq!(reported.iter().map(|now| now.lower).collect::<Vec<_>>(), [Depth(5)]);
    }

    #[test]
    fn work_aside_is_reported_as_the_search_and_stops_with_it() {
        let interrupt = Interrupt::new();
        let mut reported = Vec::new();
        let mut report =
            |progress: &Progress| reported.push((progress.lower, progress.statistics.expanded));
        let mut monitor = Monitor::new(Limits::default(), &interrupt, &mut report);
        let mut monitor = monitor.after(&counts(60));
        monitor.aside(Depth(7), &counts(5), |monitor| {
            assert_eq!(monitor.poll(Depth(50), &counts(9_000)), Ok(()));
            interrupt.interrupt();
            assert_eq!(monitor.poll(Depth(51), &counts(9_000)), Err(Stop::Interrupted));
        });
        assert_eq!(reported, [(Depth(7), 65)]);
    }
}
