//! The generalized-distance heuristic over all goal placements.

use crate::Distances;
use crate::assignment::{FORBIDDEN, least_cost};
use crate::model::Packed;
use fewest_search::Depth;
use std::ops::Range;

/// The least sum of generalized distances over all targets, equal labels assigned at least cost.
///
/// # Admissible because
/// every move of the rules is a generalized move of one atom, so a plan to one target has at
/// least as many moves as the atoms need one by one in the relaxed game, whichever atom of a
/// label goes to which place; and a plan ends at some target.
///
/// # Consistent because
/// a move changes the distances of one atom by at most one, and with them the least sum.
/// Generalized moves can be taken back, so this holds backward too.
///
/// # Source
/// Hüffner et al. 2001, section 5.1 (distances) and 6.1 (equal atoms); Gliesch 2015, section
/// 3.1.4.2 (all final states at once).
#[derive(Debug, Clone)]
pub struct GeneralizedDistance<const N: usize> {
    distances: Distances,
    groups: Vec<Range<usize>>,
    targets: Vec<Packed<N>>,
}

impl<const N: usize> GeneralizedDistance<N> {
    /// The heuristic towards `targets`; atoms in one of the `groups` have equal labels.
    pub fn new(distances: Distances, groups: Vec<Range<usize>>, targets: Vec<Packed<N>>) -> Self {
        Self { distances, groups, targets }
    }

    /// The distances it sums.
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The value of a state, `None` if no target can be reached even by generalized moves.
    ///
    /// # Complexity
    /// Targets times atoms, plus the cube of the size of each group of equal labels.
    pub fn value(&self, state: &Packed<N>) -> Option<Depth> {
        let mut least = FORBIDDEN;
        for target in &self.targets {
            let mut sum = 0;
            for group in &self.groups {
                let (from, to) = (&state.cells()[group.clone()], &target.cells()[group.clone()]);
                sum += least_cost(group.len(), |atom, place| {
                    match self.distances.between(from[atom], to[place]) {
                        Distances::UNREACHABLE => FORBIDDEN,
                        distance => u32::from(distance),
                    }
                });
                if sum >= least {
                    break;
                }
            }
            least = least.min(sum);
        }
        (least < FORBIDDEN).then_some(Depth(least as u16))
    }
}
