//! The cave heuristic.

use super::{FORBIDDEN, LowerBound};
use crate::board::{Cell, Targets};
use crate::excess::Caves;
use fewest_search::outcome::Halt;
use fewest_search::{Depth, Direction, Stop};

/// The sum of distances, plus the excess of atoms that are alone in [`Caves`].
///
/// # Admissible because
/// a plan ends at some target, with the atoms on the places of their labels in some order; whatever
/// the order, its moves are at least the distances and the excess of the caves, and both are
/// minimised over all orders.
#[derive(Debug)]
pub struct CaveBound {
    distances: LowerBound,
    caves: Caves,
}

impl CaveBound {
    /// Creates the heuristic for states searched in a `direction`.
    ///
    /// # Errors
    /// The limit that is reached while tables are built.
    pub fn new(targets: Targets, direction: Direction, halt: Halt<'_>) -> Result<Self, Stop> {
        let bound = LowerBound::of_distances(targets);
        let caves = Caves::new(&bound.targets, &bound.distances, direction, halt)?;
        Ok(Self { distances: bound, caves })
    }

    /// Returns the value of a state; `None` if no target can be reached.
    ///
    /// # Complexity
    /// That of the sum of distances, and the atoms for each target and cave.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let targets = &self.distances.targets;
        let towards = |target| {
            let excess = self.caves.excess(target, targets.state(target), state)?;
            let sum = self.distances.towards(target, state, FORBIDDEN) + excess;
            (sum < FORBIDDEN).then_some(Depth(sum as u16))
        };
        (0..targets.len()).filter_map(towards).min()
    }
}
