//! Finds good plans soon, and shorter ones while there is time.
//!
//! # Source
//! Beams of growing width until one is complete: Zhang, "Complete anytime beam search" (AAAI 1998).
//! The rest is that of [`Windows`].

use crate::outcome::Work;
use crate::portfolio::beam::{Beam, Swept};
use crate::portfolio::windows::{Between, Windows};
use crate::problem::{Action, Key, LazyTesting, Parts};
use crate::store::plan_extraction::moves_between;
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
        problems,
        windows: Windows::new(problems.to_vec(), between),
        lower: first.max(second),
        best: None,
        current: None,
        beams: 0,
        restarts: 0,
        work: Work::default(),
        work_of_beams: 0,
    };
    let stop = search.run(monitor);
    let Anytime { lower, best, work, .. } = search;
    let plan = best.map(|path| moves_between(problems[0].space(), &path));
    match (stop, plan) {
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
    problems: [&'a P; 2],
    windows: Windows<'a, P>,
    /// No plan is shorter.
    lower: Depth,
    /// The states of the best plan, forward.
    best: Option<Vec<Key<P>>>,
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
    /// The width of the first beams.
    const FIRST_WIDTH: u64 = 100;
    /// Beams with tests are narrower by this factor, and take longer.
    const TESTED: u64 = 4;
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
    /// Estimated memory of a beam for a state of a layer and its children.
    const STATE_BYTES: u64 = 500;

    fn run(&mut self, monitor: &mut Monitor<'_>) -> End {
        let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
        loop {
            let best = self.best.as_ref().map_or(Depth::MAX, |path| moves(path));
            if self.lower >= best || self.lower > asked {
                return End::Proved;
            }
            let is_turn_of_beams = Self::SHARE * self.work_of_beams <= self.work.in_states();
            let step = match &mut self.current {
                Some(path) if !is_turn_of_beams && self.windows.in_vain() < Self::PATIENCE => {
                    let improved = self.windows.improve(path, monitor, &mut self.work);
                    if moves(path) < best {
                        self.best = Some(path.clone());
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
        self.windows.begin();
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
        let limit = match self.best {
            Some(_) => Depth(best.0.saturating_add(Self::LONGER)),
            None => self.first_limit(),
        };
        let (path, end) = self.sweep(self.beams, self.beams / 4, limit.min(asked), monitor)?;
        self.beams += 1;
        if let Some(path) = path.filter(|path| moves(path) <= best) {
            self.windows.begin();
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
        let is_backward = !number.is_multiple_of(2);
        let room = monitor.limits().memory.unwrap_or(u64::MAX);
        let widest = (room / Self::STATE_BYTES / u64::from(limit.0.max(1))).max(Self::FIRST_WIDTH);
        let width = (Self::FIRST_WIDTH << round.min(32)).min(widest);
        let (testing, width) = match number % 4 {
            0 | 1 => (LazyTesting::Off, width),
            _ => (LazyTesting::On, width / Self::TESTED),
        };
        let seed = u64::from(self.beams + self.restarts);
        let beam = Beam { width: width as usize, limit, testing, seed };
        let problem = self.problems[usize::from(is_backward)];
        let Swept { path, left_out } = beam.sweep(problem, monitor, &mut self.work)?;
        let mut end = None;
        if !left_out.by_width {
            match path.as_deref().map(moves).or(left_out.least) {
                Some(shortest) => self.lower = self.lower.max(shortest),
                None => end = Some(End::Unsolvable),
            }
            monitor.poll(self.lower, &self.work.statistics)?;
        }
        let Some(mut path) = path else { return Ok((None, end)) };
        if is_backward {
            path.reverse();
        }
        monitor.found(moves(&path), &self.work.statistics);
        let shortened = loop {
            match self.windows.shorten(&mut path, monitor, &mut self.work) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
        if self.best.as_ref().is_none_or(|best| path.len() < best.len()) {
            self.best = Some(path.clone());
        }
        shortened?;
        Ok((Some(path), end))
    }
}

/// The number of moves of a plan given by its states.
fn moves<K>(path: &[K]) -> Depth {
    Depth::saturated(path.len() - 1)
}
