//! Distances and what caves add to them.

use super::{FORBIDDEN, LowerBound};
use crate::board::{Packed, Targets};
use crate::excess::Caves;
use fewest_search::{Depth, Direction};

/// The sum of distances, and what [`Caves`] add.
///
/// # Admissible because
/// for each target, any plan brings the atoms to the places of their labels by some assignment; for
/// each assignment it has at least as many moves as the distances and the excess of the caves, and
/// both are the least over all of them.
#[derive(Debug)]
pub struct Cave<const N: usize> {
    distances: LowerBound<N>,
    caves: Caves,
}

impl<const N: usize> Cave<N> {
    /// The bound for states searched in a `direction`.
    pub fn new(targets: Targets<N>, direction: Direction) -> Self {
        let distances = LowerBound::of_distances(targets);
        let caves = Caves::new(&distances.targets, &distances.distances, direction);
        Self { distances, caves }
    }

    /// The bound; `None` if no target can be reached.
    pub fn value(&self, state: &Packed<N>) -> Option<Depth> {
        let targets = &self.distances.targets;
        let towards = |target| {
            let sum = self.distances.distance_sum(target, state);
            sum + self.caves.excess(targets, target, targets.cells(state))
        };
        let least = (0..targets.states.len()).map(towards).min()?;
        (least < FORBIDDEN).then_some(Depth(least as u16))
    }

    /// How many caves.
    pub fn count(&self) -> (usize, usize) {
        self.caves.count()
    }
}
