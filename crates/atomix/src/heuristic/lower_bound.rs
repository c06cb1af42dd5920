//! The lower bound of a state: distances and the excess of pairs.

use super::HeuristicLevel;
use super::assignment::{FORBIDDEN, least_cost};
use crate::board::{Cell, Targets};
use crate::distances::Distances;
use crate::excess::{PairExcess, Pieces, heaviest_packing};
use fewest_search::outcome::Halt;
use fewest_search::problem::BoundedEstimate;
use fewest_search::{Depth, Stop};
use std::ops::Range;

/// Lower bounds on the moves to the nearest of several targets.
///
/// # Admissible because
/// a plan ends at some target, and for each target the bound is
///
/// - the sum of generalized distances, equal labels assigned at least cost: every move of the rules
///   is a generalized move of one atom, so a plan has at least as many moves as the atoms need
///   separately in the relaxed game, whichever atom of a label goes to which place;
/// - plus the heaviest packing of the excesses of pairs: see [`PairExcess`].
///
/// # Consistent because
/// a move changes the distances of one atom by at most one, and with them the smallest sum.
/// Generalized moves are invertible, so this holds backward too. With excesses it need not hold
/// where labels are equal: different moves may change the assignments of the two minima.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.1 (distances) and 6.1 (equal atoms);
/// Gliesch 2015, section 3.1.4.2 (all final states at once).
#[derive(Debug)]
pub struct LowerBound {
    pub targets: Targets,
    pub(super) distances: Distances,
    pub(super) pairs: Option<PairExcess>,
}

impl LowerBound {
    /// Returns the bounds of a level that need no lazy test.
    ///
    /// # Errors
    /// The limit that is reached while tables are built.
    pub fn new(targets: Targets, level: HeuristicLevel, halt: Halt<'_>) -> Result<Self, Stop> {
        let mut bound = Self::of_distances(targets);
        if level >= HeuristicLevel::Pairs {
            let Self { targets, distances, .. } = &bound;
            bound.pairs = Some(PairExcess::new(targets, distances, halt)?);
        }
        Ok(bound)
    }

    /// Returns only the sum of distances, whose tables take no time.
    pub fn of_distances(targets: Targets) -> Self {
        let distances = Distances::new(&targets.board);
        Self { targets, distances, pairs: None }
    }

    /// Returns the sum of distances to other targets on the same board.
    pub fn towards_others(&self, targets: Targets) -> Self {
        Self { targets, distances: self.distances.clone(), pairs: None }
    }

    /// Returns the bound; `None` if no target can be reached even by generalized moves.
    ///
    /// # Complexity
    /// Targets times pairs of atoms, plus the cube of the size of each group of equal labels.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        match self.least(state, 0, FORBIDDEN) {
            FORBIDDEN.. => None,
            least => Some(Depth(least as u16)),
        }
    }

    /// Returns whether the bound is within a budget.
    ///
    /// # Complexity
    /// As [`LowerBound::value`], up to the first target within the budget.
    pub fn value_within(&self, state: &[Cell], budget: Depth) -> BoundedEstimate {
        let budget = u32::from(budget.0);
        match self.least(state, budget, budget) {
            FORBIDDEN.. => BoundedEstimate::DeadEnd,
            least if least <= budget => BoundedEstimate::WithinBudget,
            least => BoundedEstimate::AtLeast(Depth(least as u16)),
        }
    }

    /// The minimum over the targets, or the first that is at most `enough`. Above `budget` it may
    /// be any number between `budget` and the bound.
    #[inline]
    fn least(&self, state: &[Cell], enough: u32, budget: u32) -> u32 {
        let mut least = FORBIDDEN;
        for target in 0..self.targets.len() {
            least = least.min(self.towards(target, state, budget.min(least)));
            if least <= enough {
                break;
            }
        }
        least
    }

    /// The bound for one target; stops as soon as it is above `budget`.
    #[inline]
    pub(super) fn towards(&self, target: usize, state: &[Cell], budget: u32) -> u32 {
        let (goals, mut sum) = (self.targets.state(target), 0);
        for group in &*self.targets.groups {
            sum += least_cost(group.len(), self.costs(goals, state, group));
            if sum > budget {
                return sum.min(FORBIDDEN);
            }
        }
        let Some(pairs) = &self.pairs else { return sum };
        let mut pieces = Pieces::new();
        if !pairs.gather(target, state, &mut pieces) {
            return FORBIDDEN;
        }
        sum + heaviest_packing(&pieces, budget - sum)
    }

    /// The costs of assigning the atoms of a group to its places in a target.
    #[inline]
    pub(super) fn costs(
        &self,
        goals: &[Cell],
        state: &[Cell],
        group: &Range<usize>,
    ) -> impl Fn(usize, usize) -> u32 {
        let (from, to) = (&state[group.clone()], &goals[group.clone()]);
        move |atom, place| self.cost(to[place], from[atom])
    }

    /// The cost of bringing an atom to a place.
    #[inline]
    pub(super) fn cost(&self, place: Cell, at: Cell) -> u32 {
        match self.distances.between(place, at) {
            Distances::UNREACHABLE => FORBIDDEN,
            distance => u32::from(distance),
        }
    }
}
