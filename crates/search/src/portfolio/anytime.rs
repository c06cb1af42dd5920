//! Finds good plans soon, and shorter ones while there is time.
//!
//! # Source
//! Beams of growing width until one is complete: Zhang, "Complete anytime beam search" (AAAI 1998).
//! The rest is that of windows.

use crate::outcome::Work;
use crate::portfolio::beam::{Beam, Swept};
use crate::portfolio::plan_search::{PlanSearch, moves};
use crate::portfolio::windows::Between;
use crate::problem::{Action, Key, LazyTesting, Parts};
use crate::{Depth, Monitor, Outcome, Stop};

/// Looks for short plans: with wider and wider beams, in both directions, with tests and without;
/// and by replacing parts of the best plan with other paths, or parts of another plan if that
/// brings no progress. Every better plan is reported at once.
///
/// The search ends when a beam was wide enough to leave nothing out: then the best plan is a
/// shortest one, or there is none. Most puzzles are too large for that, and a limit stops the
/// search. Until then, the lower bound is that of the heuristics.
///
/// `between` makes the problem of a path between any two states. The plan is one of the first
/// problem. The result does not depend on the number of threads, unless a time limit stops the
/// search.
pub fn anytime<P: Parts>(
    problems: [&P; 2],
    between: Between<'_, P>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let estimates = problems.map(P::least_estimate);
    let [Some(first), Some(second)] = estimates else {
        return Outcome::unsolvable(Default::default());
    };
    let mut search = Anytime {
        plans: PlanSearch::new(problems.to_vec(), between),
        lower: first.max(second),
        current: None,
        beams: 0,
        restarts: 0,
        work: Work::default(),
        work_of_beams: 0,
    };
    let stop = search.run(monitor);
    let Anytime { lower, plans, work, .. } = search;
    match (stop, plans.plan()) {
        (End::Proved, Some(plan)) => Outcome::with_plan(plan, lower, work.statistics),
        (End::Proved, None) => Outcome::beyond_bound(lower, work.statistics),
        (End::Unsolvable, _) => Outcome::unsolvable(work.statistics),
        (End::Stopped(stop), plan) => monitor.stopped(stop, plan, lower, work.statistics),
    }
}

/// The plan of a beam as states, and the end if the beam was complete.
type PathAndEnd<P> = (Option<Vec<Key<P>>>, Option<End>);

/// How it ends.
enum End {
    /// The lower bound is as long as the best plan, or above the requested bound.
    Proved,
    Unsolvable,
    Stopped(Stop),
}

struct Anytime<'a, P: Parts> {
    plans: PlanSearch<'a, P>,
    /// No plan is shorter.
    lower: Depth,
    /// The plan that windows shorten.
    current: Option<Vec<Key<P>>>,
    /// Number of beams of growing width so far.
    beams: u32,
    /// Number of restarts so far.
    restarts: u32,
    work: Work,
    /// The part of it for beams of growing width and the windows of their plans.
    work_of_beams: u64,
}

impl<P: Parts> Anytime<'_, P> {
    /// Beams of growing width take one part in this many of the work, once there is a plan.
    const SHARE: u64 = 6;
    /// A beam looks for plans up to this many moves longer than the best one: windows may shorten
    /// them below it.
    const LONGER: u16 = 6;
    /// Without a plan, the first beams look for one of at most four times the lower bound plus this
    /// many moves.
    const FIRST_LIMIT: u16 = 20;
    /// After this many fruitless rounds of windows, another plan is tried.
    const PATIENCE: u32 = 150;
    /// Its beam is as wide as one of this many first rounds.
    const ROUNDS_OF_RESTARTS: u32 = 4;

    fn run(&mut self, monitor: &mut Monitor<'_>) -> End {
        let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
        loop {
            let best = self.plans.shortest().unwrap_or(Depth::MAX);
            if self.lower >= best || self.lower > asked {
                return End::Proved;
            }
            let is_turn_of_beams = Self::SHARE * self.work_of_beams <= self.work.in_states();
            let step = match &mut self.current {
                Some(path)
                    if !is_turn_of_beams && self.plans.windows.in_vain() < Self::PATIENCE =>
                {
                    let improved = self.plans.windows.improve(path, monitor, &mut self.work);
                    if moves(path) < best {
                        self.plans.best = Some(path.clone());
                    }
                    improved.map(|()| None)
                }
                Some(_) if !is_turn_of_beams => self.restart(asked, monitor),
                _ => self.widen(best, asked, monitor),
            };
            match step {
                Ok(None) => {}
                Ok(Some(end)) => return end,
                Err(stop) => return End::Stopped(stop),
            }
        }
    }

    /// Starts from another plan, found by a narrow beam.
    fn restart(&mut self, asked: Depth, monitor: &mut Monitor<'_>) -> Result<Option<End>, Stop> {
        self.restarts += 1;
        self.plans.windows.begin();
        let limit = self.first_limit().min(asked);
        let round = self.restarts / 4 % Self::ROUNDS_OF_RESTARTS;
        let (path, end) = self.sweep(self.restarts, round, limit, monitor)?;
        if let Some(path) = path {
            self.current = Some(path);
        }
        Ok(end)
    }

    /// The next beam, wider than the earlier ones.
    fn widen(
        &mut self,
        best: Depth,
        asked: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<End>, Stop> {
        let before = self.work.in_states();
        let limit = match self.plans.best {
            Some(_) => Depth(best.0.saturating_add(Self::LONGER)),
            None => self.first_limit(),
        };
        let (path, end) = self.sweep(self.beams, self.beams / 4, limit.min(asked), monitor)?;
        self.beams += 1;
        if let Some(path) = path.filter(|path| moves(path) <= best) {
            self.plans.windows.begin();
            self.current = Some(path);
        }
        self.work_of_beams += self.work.in_states() - before;
        Ok(end)
    }

    /// The most moves of the first plans.
    fn first_limit(&self) -> Depth {
        let limit = Self::FIRST_LIMIT.saturating_add(self.lower.0.saturating_mul(4));
        Depth(limit.saturating_mul(1 << (self.beams / 4).min(9)))
    }

    /// The plan of a beam, shortened, and the end if the beam was complete. The number determines
    /// the direction and tests, the round the width.
    fn sweep(
        &mut self,
        number: u32,
        round: u32,
        limit: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<PathAndEnd<P>, Stop> {
        let first = PlanSearch::<P>::FIRST_WIDTH;
        let widest = PlanSearch::<P>::widest(monitor.limits().memory, limit).max(first);
        let width = (first << round.min(32)).min(widest);
        let (testing, width) = match number % 4 {
            0 | 1 => (LazyTesting::Off, width),
            _ => (LazyTesting::On, width / PlanSearch::<P>::UNTESTED),
        };
        let seed = u64::from(self.beams + self.restarts);
        let beam = Beam { width: width as usize, limit, testing, seed };
        let problem = number as usize % 2;
        let Swept { path, left_out } = self.plans.sweep(problem, beam, monitor, &mut self.work)?;
        let mut end = None;
        if !left_out.by_width {
            match path.as_deref().map(moves).or(left_out.least) {
                Some(shortest) => self.lower = self.lower.max(shortest),
                None => end = Some(End::Unsolvable),
            }
            monitor.poll(self.lower, &self.work.statistics)?;
        }
        let Some(mut path) = path else { return Ok((None, end)) };
        monitor.found(moves(&path), &self.work.statistics);
        let shortened = loop {
            match self.plans.windows.shorten(&mut path, monitor, &mut self.work) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
        if self.plans.shortest().is_none_or(|best| moves(&path) < best) {
            self.plans.best = Some(path.clone());
        }
        shortened?;
        Ok((Some(path), end))
    }
}
