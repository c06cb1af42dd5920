//! Plans found beside a proof.

use crate::breadth_first::Unfinished;
use crate::outcome::Work;
use crate::portfolio::beam::{Beam, Swept};
use crate::portfolio::plan_search::{PlanSearch, moves};
use crate::portfolio::windows::Between;
use crate::problem::{Action, Key, LazyTest, LazyTesting, Parts, StateSpace};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::{Depth, Direction, Monitor, Outcome, Statistics, Stop, Verdict};
use std::io;

/// Looks for short plans by beams of growing width in each direction, and shortens the best one
/// window by window.
pub(crate) struct UpperBounds<'a, P: Parts> {
    plans: PlanSearch<'a, P>,
    /// The direction of the first problem, and of the plans.
    direction: Direction,
    /// The bound when beams were last wide enough to be tried, and the width of the tested ones.
    last: (Depth, u64),
    /// The total work.
    pub(crate) work: Work,
    /// The part of it for windows.
    work_of_windows: u64,
    /// The most bytes of a beam; `None` for no limit.
    memory: Option<u64>,
}

impl<'a, P: Parts> UpperBounds<'a, P> {
    /// The share of all beams in the work of the proofs: one state in this many, and half of it
    /// once only one move can be saved.
    const SHARE: u64 = 8;
    /// The share of windows: one state in this many, likewise.
    const SHARE_OF_WINDOWS: u64 = 16;
    /// The windows searched together expand about this many states.
    const WINDOWS: u64 = 10_000;
    /// The work of all beams of a layer per state of a tested one, in states expanded: a dozen
    /// tests for each state that is kept, in two beams per direction.
    const STATE: u64 = 100;
    /// Tested beams are at least this wide.
    const LEAST_WIDTH: u64 = 25;
    /// Wider beams were not tried.
    const MOST_WIDTH: u64 = 50_000;

    /// Looks for plans of the first problem of each direction, in `memory` bytes.
    pub(crate) fn new(
        problems: impl Iterator<Item = (Direction, &'a P)>,
        between: Between<'a, P>,
        memory: Option<u64>,
    ) -> Self {
        let mut problems: Vec<_> = problems.collect();
        problems.sort_by_key(|&(direction, _)| direction);
        problems.dedup_by_key(|&mut (direction, _)| direction);
        let direction = problems[0].0;
        let problems = problems.into_iter().map(|(_, problem)| problem).collect();
        let plans = PlanSearch::new(problems, between);
        let (last, work) = ((Depth::ZERO, 0), Work::default());
        Self { plans, direction, last, work, work_of_windows: 0, memory }
    }

    /// Looks for any plan, given that none is shorter than `bound`, to have an answer soon.
    pub(crate) fn begin(&mut self, bound: Depth, monitor: &mut Monitor<'_>) {
        // A limit that is reached here is reached again below.
        let first = beam(LazyTesting::Off, PlanSearch::<P>::FIRST_WIDTH, Depth::MAX);
        let _ = self.look(bound, &[first], monitor);
    }

    /// Reports the best plan, if one was restored.
    pub(crate) fn tell(&self, statistics: &Statistics, monitor: &mut Monitor<'_>) {
        if let Some(moves) = self.shortest() {
            monitor.found(moves, statistics);
        }
    }

    /// The length of the best plan.
    pub(crate) fn shortest(&self) -> Option<Depth> {
        self.plans.shortest()
    }

    /// Looks for a shorter plan, given that none is shorter than `bound`, during a proof that has
    /// taken `work` so far; `others` is the work of others. The monitor is that of the proof. A
    /// second call at the same place does nothing more.
    ///
    /// In each direction two beams look for any shorter plan, without tests and with them, and a
    /// third one for a plan as long as the bound: there tests refute most useless states. None of
    /// them finds all that the others do. Beams narrower than before are left out, as are those
    /// less than twice as wide if the bound is the same.
    ///
    /// A limit reached here is reached again by the proof, and reported there.
    ///
    /// # Errors
    /// If the proof is to stop: it is paused if it `is_due`, before anything else, and given up if
    /// a plan as long as the bound is known.
    pub(crate) fn improve(
        &mut self,
        bound: Depth,
        is_due: &dyn Fn() -> bool,
        others: &Work,
        work: &Work,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Unfinished> {
        if is_due() {
            return Err(Unfinished::Paused);
        }
        let layers = u64::from(bound.0.max(1));
        let untested = PlanSearch::<P>::UNTESTED;
        let widest = PlanSearch::<P>::widest(self.memory, bound) / untested;
        let widest = widest.clamp(Self::LEAST_WIDTH, Self::MOST_WIDTH);
        let spent = others.in_states() + work.in_states();
        let can_save_one = self.wanted(bound, Depth::MAX) == Some(bound);
        let half = if can_save_one { 2 } else { 1 };
        let of_windows = (spent / Self::SHARE_OF_WINDOWS / half).saturating_sub(Self::WINDOWS);
        self.shorten(bound, of_windows, work, monitor);
        let of_beams = self.work.in_states() - self.work_of_windows;
        let left = (spent / Self::SHARE / half).saturating_sub(of_beams);
        let width = (left / (Self::STATE * layers)).min(widest);
        let (last_bound, last_width) = self.last;
        let least = if bound == last_bound { 2 * last_width } else { last_width };
        if width < least.max(Self::LEAST_WIDTH) {
            return self.unless_done(bound);
        }
        let before = std::mem::replace(&mut self.last, (bound, width));
        let beams = [
            beam(LazyTesting::Off, untested * width, Depth::MAX),
            beam(LazyTesting::On, width, Depth::MAX),
            beam(LazyTesting::On, width, bound),
        ];
        let (looked, counts) = self.look(bound, &beams, &mut monitor.after(&work.statistics));
        monitor.add_counts(&counts);
        if looked.is_err() {
            // If the search is resumed later, it looks again as soon as the work allows.
            self.last = before;
        }
        self.unless_done(bound)
    }

    fn unless_done(&self, bound: Depth) -> Result<(), Unfinished> {
        if self.are_done(bound) { Err(Unfinished::GivenUp) } else { Ok(()) }
    }

    /// Shortens the best plan until windows have taken `most` work.
    fn shorten(&mut self, bound: Depth, most: u64, before: &Work, monitor: &mut Monitor<'_>) {
        while self.work_of_windows < most
            && !self.are_done(bound)
            && let Some(path) = &mut self.plans.best
        {
            let mut work = Work::default();
            let monitor_of_windows = &mut monitor.after(&before.statistics);
            let improved = self.plans.windows.improve(path, monitor_of_windows, &mut work);
            monitor.add_counts(&work.statistics);
            self.work_of_windows += work.in_states();
            self.work = self.work.plus(&work);
            if improved.is_err() {
                return;
            }
        }
    }

    /// Whether a limit was reached, and the work taken.
    fn look(
        &mut self,
        bound: Depth,
        beams: &[Beam],
        monitor: &mut Monitor<'_>,
    ) -> (Result<(), Stop>, Statistics) {
        let mut work = Work::default();
        let looked = self.try_beams(bound, beams, monitor, &mut work);
        self.work = self.work.plus(&work);
        (looked, work.statistics)
    }

    fn try_beams(
        &mut self,
        bound: Depth,
        beams: &[Beam],
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<(), Stop> {
        let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
        for problem in 0..self.plans.problems.len() {
            let mut last = None;
            for &beam in beams {
                let Some(wanted) = self.wanted(bound, asked) else { return Ok(()) };
                let beam = Beam { limit: wanted.min(beam.limit), ..beam };
                // If only one move can be saved, both tested beams look for the same plans.
                let sought = Some((beam.testing, beam.limit));
                if std::mem::replace(&mut last, sought) == sought {
                    continue;
                }
                let swept = self.plans.sweep(problem, beam, monitor, work)?;
                if let Swept { path: Some(path), .. } = swept {
                    monitor.found(moves(&path), &work.statistics);
                    self.plans.best = Some(path);
                }
            }
        }
        Ok(())
    }

    /// The most moves of a useful plan; `None` if there is no such plan.
    fn wanted(&self, bound: Depth, asked: Depth) -> Option<Depth> {
        let shorter = match &self.plans.best {
            Some(path) => Depth::saturated(path.len().checked_sub(2)?),
            // Plans twice as long as the bound are of no use to anyone.
            None => bound + bound + Depth(10),
        };
        Some(shorter.min(asked)).filter(|&wanted| wanted >= bound)
    }

    /// Whether the best plan is as long as the proved bound.
    pub(crate) fn are_done(&self, bound: Depth) -> bool {
        self.shortest().is_some_and(|shortest| shortest <= bound)
    }

    /// The direction of the first problem.
    pub(crate) fn direction(&self) -> Direction {
        self.direction
    }

    /// The end of the search, if the best plan is as long as the proved bound. The plan is in the
    /// direction of the first problem.
    pub(crate) fn end(&self, bound: Depth) -> Option<Outcome<Action<P>>> {
        if !self.are_done(bound) {
            return None;
        }
        let plan = self.plans.plan()?;
        // Only a bound claimed by a checkpoint can exceed the plan.
        let bound = bound.min(Depth::saturated(plan.len()));
        Some(Outcome::with_plan(plan, bound, Statistics::default()))
    }

    /// The outcome of a search, with the best plan if it found none itself.
    pub(crate) fn complete(
        self,
        direction: Direction,
        outcome: Outcome<Action<P>>,
        monitor: &Monitor<'_>,
    ) -> (Direction, Outcome<Action<P>>) {
        match (self.plans.plan(), outcome.verdict()) {
            (Some(plan), Verdict::Bounded(stop)) => {
                // Only a bound claimed by a file can exceed the plan.
                let lower = outcome.bounds().lower.min(Depth::saturated(plan.len()));
                let statistics = *outcome.statistics();
                (self.direction, monitor.stopped(stop, Some(plan), lower, statistics))
            }
            _ => (direction, outcome),
        }
    }

    /// Writes what was found and tried, and what the tests have learned.
    pub(crate) fn save(
        &self,
        format: &dyn KeyFormat<Key<P>>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        self.plans.problems.iter().try_for_each(|problem| problem.test().save(to))?;
        to.part(&self.last)?;
        to.part(&self.work)?;
        to.part(&self.work_of_windows)?;
        self.plans.windows.save(format, to)?;
        to.keys(format, self.plans.best.as_deref().unwrap_or_default())
    }

    /// Reads what [`UpperBounds::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        from: &mut Reader<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), Unreadable> {
        for problem in &self.plans.problems {
            problem.test().restore(from, monitor.halt())?;
        }
        let (bound, width) = (from.part()?, from.count()?);
        self.last = (bound, width);
        self.work = from.part()?;
        self.work_of_windows = from.count()?;
        let PlanSearch { problems, windows, best } = &mut self.plans;
        windows.restore(format, from)?;
        *best = Some(from.keys(format)?).filter(|path| !path.is_empty());
        let is_possible = self.work_of_windows <= self.work.in_states()
            && best.as_ref().is_none_or(|path| is_plan(problems[0].space(), path));
        // It may have been found when longer plans were still wanted.
        let most = monitor.limits().upper_bound.map_or(usize::MAX, Depth::index);
        best.take_if(|path| path.len() > most.saturating_add(1));
        if is_possible { Ok(()) } else { Err(Unreadable::Invalid("such plans beside a proof")) }
    }
}

/// A beam for a plan of at most `limit` moves, if so many are of use.
fn beam(testing: LazyTesting, width: u64, limit: Depth) -> Beam {
    Beam { width: width as usize, limit, testing, seed: 0 }
}

/// Whether the states are those of a plan.
fn is_plan<S: StateSpace>(space: &S, path: &[S::Key]) -> bool {
    let is_step = |pair: &[S::Key]| {
        let mut is_step = false;
        space.successors(&space.unpack(pair[0]), |_, child| {
            is_step |= space.pack(&child) == pair[1];
        });
        is_step
    };
    let (first, last) = (path.first(), path.last());
    path.len() <= usize::from(u16::MAX)
        && first.is_some_and(|&first| space.roots().iter().any(|root| space.pack(root) == first))
        && last.is_some_and(|&last| space.is_goal(&space.unpack(last)))
        && path.windows(2).all(is_step)
}
