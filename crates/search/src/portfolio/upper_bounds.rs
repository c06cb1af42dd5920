//! UpperBounds found beside a proof.

use crate::outcome::Work;
use crate::portfolio::beam::beam;
use crate::problem::{Action, LazyTesting, Parts};
use crate::{Depth, Direction, Monitor, Outcome, Statistics, Verdict};

/// Looks for short plans by beam search in each direction, wider and wider.
pub(crate) struct UpperBounds<'a, P: Parts> {
    /// One of each direction.
    problems: Vec<(Direction, &'a P)>,
    best: Option<(Direction, Vec<Action<P>>)>,
    /// The bound when beams were last wide enough to be tried, and the width of the tested ones.
    last: (Depth, u64),
    /// What all beams took.
    pub(crate) work: Work,
    /// Bytes that a beam may take; none for as many as it wants.
    memory: Option<u64>,
}

/// Whether a beam is tested, how wide it is, and the most moves of the plan that it looks for.
type Kind = (LazyTesting, usize, Depth);

impl<'a, P: Parts> UpperBounds<'a, P> {
    /// What all beams may take of the work of the proofs: one of this many states, and half of it
    /// once only one move can be saved.
    const SHARE: u64 = 8;
    /// What all beams of a layer take for one state of a tested one, in states expanded: a dozen
    /// tests for each state that is kept, in two beams of each direction.
    const STATE: u64 = 100;
    /// The width of the first beams: some hundredths of a second where plans have forty moves.
    const FIRST_WIDTH: usize = 100;
    /// Tested beams are not narrower.
    const LEAST_WIDTH: u64 = 25;
    /// Wider beams were not tried.
    const MOST_WIDTH: u64 = 50_000;
    /// A beam without tests is so many times as wide, and takes about half as long.
    const UNTESTED: usize = 4;
    /// What a beam takes for a state of a layer and its children, estimated.
    const STATE_BYTES: u64 = 500;

    /// UpperBounds of the first problem of each direction, looked for in `memory` bytes.
    pub(crate) fn new(
        problems: impl Iterator<Item = (Direction, &'a P)>,
        memory: Option<u64>,
    ) -> Self {
        let mut problems: Vec<_> = problems.collect();
        problems.sort_by_key(|&(direction, _)| direction);
        problems.dedup_by_key(|&mut (direction, _)| direction);
        Self { problems, best: None, last: (Depth::ZERO, 0), work: Work::default(), memory }
    }

    /// Looks for any plan, given that none is shorter than `bound`, to have an answer soon.
    pub(crate) fn begin(&mut self, bound: Depth, monitor: &mut Monitor<'_>) {
        self.look(bound, &[(LazyTesting::Off, Self::FIRST_WIDTH, Depth::MAX)], monitor);
    }

    /// Looks for a shorter plan, given that none is shorter than `bound`, in the midst of a proof
    /// that has taken `work` so far; `others` is what others took. The monitor is that of the
    /// proof. Whether it is to go on: it is not if a plan as long as the bound is known.
    ///
    /// In each direction two beams look for any plan that is shorter, without tests and with them,
    /// and a third one for a plan as long as the bound: there tests refute most states that are of
    /// no use. None of them finds all that the others do. Beams narrower than before are left out,
    /// and those less than twice as wide if the bound is the same.
    ///
    /// A limit met here is met again by the proof, and reported there.
    pub(crate) fn improve(
        &mut self,
        bound: Depth,
        others: &Work,
        work: &Work,
        monitor: &mut Monitor<'_>,
    ) -> bool {
        let layers = u64::from(bound.0.max(1));
        let room = self.memory.unwrap_or(u64::MAX);
        let untested = Self::UNTESTED as u64 * Self::STATE_BYTES;
        let widest = (room / untested / layers).clamp(Self::LEAST_WIDTH, Self::MOST_WIDTH);
        let spent = others.in_states() + work.in_states();
        let can_save_one = self.wanted(bound, Depth::MAX) == Some(bound);
        let share = if can_save_one { 2 * Self::SHARE } else { Self::SHARE };
        let left = (spent / share).saturating_sub(self.work.in_states());
        let width = (left / (Self::STATE * layers)).min(widest);
        let (last_bound, last_width) = self.last;
        let least = if bound == last_bound { 2 * last_width } else { last_width };
        if width < least.max(Self::LEAST_WIDTH) {
            return !self.are_done(bound);
        }
        self.last = (bound, width);
        let width = width as usize;
        let beams = [
            (LazyTesting::Off, Self::UNTESTED * width, Depth::MAX),
            (LazyTesting::On, width, Depth::MAX),
            (LazyTesting::On, width, bound),
        ];
        let counts = self.look(bound, &beams, &mut monitor.after(&work.statistics));
        monitor.count_beside(&counts);
        !self.are_done(bound)
    }

    fn look(&mut self, bound: Depth, beams: &[Kind], monitor: &mut Monitor<'_>) -> Statistics {
        let mut work = Work::default();
        self.try_beams(bound, beams, monitor, &mut work);
        self.work = self.work.beside(&work);
        work.statistics
    }

    fn try_beams(
        &mut self,
        bound: Depth,
        beams: &[Kind],
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) {
        let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
        for number in 0..self.problems.len() {
            let (direction, problem) = self.problems[number];
            let mut last = None;
            for &(testing, width, most) in beams {
                let Some(wanted) = self.wanted(bound, asked) else { return };
                let limit = wanted.min(most);
                // Where one move can be saved, both tested beams look for the same.
                if last.replace((testing, limit)) == Some((testing, limit)) {
                    continue;
                }
                match beam(problem, width, limit, testing, monitor, work) {
                    Ok(Some(plan)) => {
                        monitor.found(Depth(plan.len() as u16), &work.statistics);
                        self.best = Some((direction, plan));
                    }
                    Ok(None) => {}
                    Err(_) => return,
                }
            }
        }
    }

    /// The most moves of a plan that would be of use; none if there is no such plan.
    fn wanted(&self, bound: Depth, asked: Depth) -> Option<Depth> {
        let shorter = match &self.best {
            Some((_, plan)) => Depth((plan.len() as u16).checked_sub(1)?),
            // UpperBounds twice as long as the bound are of no use to anybody.
            None => bound + bound + Depth(10),
        };
        Some(shorter.min(asked)).filter(|&wanted| wanted >= bound)
    }

    /// Whether the best plan is as long as the bound that is proved.
    pub(crate) fn are_done(&self, bound: Depth) -> bool {
        self.best.as_ref().is_some_and(|(_, plan)| plan.len() <= bound.index())
    }

    /// The end of the search, if the best plan is as long as the bound that is proved.
    pub(crate) fn end(&mut self, bound: Depth) -> Option<(Direction, Outcome<Action<P>>)> {
        let (direction, plan) = if self.are_done(bound) { self.best.take()? } else { return None };
        Some((direction, Outcome::with_plan(plan, bound, Statistics::default())))
    }

    /// What a search has shown, with the best plan if it found none itself.
    pub(crate) fn complete(
        self,
        direction: Direction,
        outcome: Outcome<Action<P>>,
        monitor: &Monitor<'_>,
    ) -> (Direction, Outcome<Action<P>>) {
        match (self.best, outcome.verdict()) {
            (Some((found_in, plan)), Verdict::Bounded(stop)) => {
                let (lower, statistics) = (outcome.bounds().lower, *outcome.statistics());
                (found_in, monitor.stopped(stop, Some(plan), lower, statistics))
            }
            _ => (direction, outcome),
        }
    }
}
