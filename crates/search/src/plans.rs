//! Plans found beside a proof.

use crate::beam::beam;
use crate::breadth_first::Testing;
use crate::{Depth, Direction, Monitor, Outcome, StateSpace, Statistics, Verdict};

/// Looks for short plans by beam search in each direction, wider and wider.
pub(crate) struct Plans<'a, S: StateSpace> {
    /// One of each direction.
    spaces: Vec<(Direction, &'a S)>,
    best: Option<(Direction, Vec<S::Action>)>,
    /// That of the beams so far.
    width: usize,
    pub(crate) statistics: Statistics,
}

impl<'a, S: StateSpace> Plans<'a, S> {
    /// What the beams may take of the effort of the proof: one of this many states.
    const SHARE: u64 = 4;
    /// Takes some hundredths of a second where plans have forty moves.
    const LEAST_WIDTH: usize = 100;
    /// Wider beams take minutes.
    const MOST_WIDTH: usize = 200_000;
    /// What beams may take of the memory: one of this many bytes.
    const MEMORY_SHARE: u64 = 8;
    /// What a beam takes for a state of a layer and its children, about.
    const STATE_BYTES: u64 = 200;

    /// Plans of the first space of each direction.
    pub(crate) fn new(spaces: impl Iterator<Item = (Direction, &'a S)>) -> Self {
        let mut spaces: Vec<_> = spaces.collect();
        spaces.sort_by_key(|&(direction, _)| direction);
        spaces.dedup_by_key(|&mut (direction, _)| direction);
        Self { spaces, best: None, width: 0, statistics: Statistics::default() }
    }

    /// Looks for a shorter plan, given that none is shorter than `bound` and that the proof has
    /// expanded `cost` states for the bound before.
    ///
    /// A limit met here is met again by the search that follows, and reported there.
    pub(crate) fn improve(&mut self, bound: Depth, cost: u64, monitor: &mut Monitor<'_>) {
        let beams = 2 * u64::from(bound.0.max(1));
        let memory = monitor.limits().memory.unwrap_or(u64::MAX);
        let room = memory / Self::MEMORY_SHARE / Self::STATE_BYTES / u64::from(bound.0.max(1));
        let affordable = (cost / Self::SHARE / beams).min(room);
        let affordable = usize::try_from(affordable).unwrap_or(usize::MAX);
        let width = affordable.clamp(Self::LEAST_WIDTH, Self::MOST_WIDTH);
        if width < 2 * self.width {
            return;
        }
        self.width = width;
        for &(direction, space) in &self.spaces {
            let limit = match &self.best {
                Some((_, plan)) if plan.len() <= bound.index() => return,
                // The less a beam may take, the fewer states of no use are in it.
                Some((_, plan)) => Depth(bound.0.midpoint(plan.len() as u16 - 1)),
                // Plans twice as long as the bound are of no use to anybody.
                None => bound + bound + Depth(10),
            };
            let limit = monitor.limits().upper_bound.map_or(limit, |asked| asked.min(limit));
            if limit < bound {
                return;
            }
            // Where there is more slack, tests refute hardly anything.
            let testing = if limit == bound { Testing::Always } else { Testing::Never };
            match beam(space, width, limit, testing, monitor, &mut self.statistics) {
                Ok(Some(plan)) => self.best = Some((direction, plan)),
                Ok(None) => {}
                Err(_) => return,
            }
        }
    }

    /// The end of the search, if the best plan is as long as the bound that is proved.
    pub(crate) fn end(&self, bound: Depth) -> Option<(Direction, Outcome<S::Action>)> {
        let (direction, plan) = self.best.as_ref()?;
        let statistics = Statistics::default();
        (plan.len() <= bound.index())
            .then(|| (*direction, Outcome::with_plan(plan.clone(), bound, statistics)))
    }

    /// What a search has shown, with the best plan if it found none itself.
    pub(crate) fn complete(
        self,
        direction: Direction,
        outcome: Outcome<S::Action>,
    ) -> (Direction, Outcome<S::Action>) {
        match (self.best, outcome.verdict()) {
            (Some((found_in, plan)), Verdict::Bounded(stop)) => {
                let (lower, statistics) = (outcome.bounds().lower, *outcome.statistics());
                (found_in, Outcome::stopped_with_plan(stop, plan, lower, statistics))
            }
            _ => (direction, outcome),
        }
    }
}
