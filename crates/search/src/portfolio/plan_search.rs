//! The best plan of a puzzle so far, and the beams and windows that look for shorter ones.

use crate::outcome::Work;
use crate::portfolio::beam::{Beam, Swept};
use crate::portfolio::windows::{Between, Windows};
use crate::problem::{Action, Key, Parts};
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Stop};

/// Looks for plans by beams in each direction, and shortens the best one window by window. Which of
/// them comes next is up to its user, who has a share of work for each.
pub(super) struct PlanSearch<'a, P: Parts> {
    /// One per direction.
    pub problems: Vec<&'a P>,
    pub windows: Windows<'a, P>,
    /// The states of the best plan, in the direction of the first problem.
    pub best: Option<Vec<Key<P>>>,
}

impl<'a, P: Parts> PlanSearch<'a, P> {
    /// The width of the first beams: some hundredths of a second if plans have forty moves.
    pub const FIRST_WIDTH: u64 = 100;
    /// A beam with tests is narrower by this factor, and takes about twice as long.
    pub const UNTESTED: u64 = 4;
    /// Estimated memory of a beam for a state of a layer and its children.
    const STATE_BYTES: u64 = 500;

    pub fn new(problems: Vec<&'a P>, between: Between<'a, P>) -> Self {
        Self { windows: Windows::new(problems.clone(), between), problems, best: None }
    }

    /// The width of the widest beam without tests that has so many layers.
    pub fn widest(memory: Option<u64>, layers: Depth) -> u64 {
        memory.unwrap_or(u64::MAX) / Self::STATE_BYTES / u64::from(layers.0.max(1))
    }

    /// The result of a beam in one direction, with a path in that of the first problem; adds its
    /// cost to `work`.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn sweep(
        &self,
        problem: usize,
        beam: Beam,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<Swept<Key<P>>, Stop> {
        let mut swept = beam.sweep(self.problems[problem], monitor, work)?;
        if let Some(path) = &mut swept.path
            && problem > 0
        {
            path.reverse();
        }
        Ok(swept)
    }

    /// The length of the best plan.
    pub fn shortest(&self) -> Option<Depth> {
        self.best.as_deref().map(moves)
    }

    /// The moves of the best plan.
    pub fn plan(&self) -> Option<Vec<Action<P>>> {
        Some(moves_between(self.problems[0].space(), self.best.as_ref()?))
    }
}

/// The number of moves of a plan given by its states.
pub(super) fn moves<K>(path: &[K]) -> Depth {
    Depth::saturated(path.len() - 1)
}
