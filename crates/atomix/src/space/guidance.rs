//! Heuristics as parts of a problem.

use super::Graph;
use super::database::Database;
use crate::board::{Cell, Packed, Slide, Targets};
use crate::heuristic::{Child, FORBIDDEN, HeuristicName, LowerBound};
use crate::pdb::BuildError;
use fewest_search::problem::{self, BoundedEstimate, Consistent, Pruned};
use fewest_search::{Depth, Monitor};
use std::sync::Arc;

/// The heuristic that was chosen: a lower bound, or the value of a pattern database if it is
/// larger.
#[derive(Debug)]
pub struct Guidance {
    pub(crate) lower_bound: Arc<LowerBound>,
    database: Option<Database>,
}

impl Guidance {
    /// Creates the heuristic with a name.
    ///
    /// # Errors
    /// [`BuildError`] if a pattern database is too large, or at a limit.
    pub fn new<const N: usize>(
        graph: &Graph<N>,
        heuristic: HeuristicName,
        monitor: &Monitor<'_>,
    ) -> Result<Self, BuildError> {
        let lower_bound = LowerBound::new(graph.targets(), heuristic.level(), monitor.halt())?;
        let database = Database::new(graph, heuristic, monitor)?;
        Ok(Self { lower_bound: Arc::new(lower_bound), database })
    }

    /// A lower bound alone.
    pub(super) fn of(lower_bound: Arc<LowerBound>) -> Self {
        Self { lower_bound, database: None }
    }

    /// The sum of distances in another graph of the same board.
    pub(super) fn of_distances(&self, targets: Targets) -> Self {
        Self::of(Arc::new(self.lower_bound.towards_others(targets)))
    }

    /// The children of a state, with their bounds.
    fn children<const N: usize>(
        &self,
        graph: &Graph<N>,
        state: &Packed<N>,
        budget: Depth,
    ) -> Vec<Child> {
        let mut children = Vec::with_capacity(4 * graph.atoms());
        graph.moves(state, &mut |atom, to| children.push(Child::new(atom, to)));
        self.lower_bound.bound_children(graph.cells(state), budget, &mut children);
        children
    }

    /// The value of the database; 0 without one.
    #[inline]
    fn look_up(&self, state: &[Cell]) -> Option<Depth> {
        self.database.as_ref().map_or(Some(Depth::ZERO), |database| database.value(state))
    }
}

impl<const N: usize> problem::Heuristic<Graph<N>> for Guidance {
    type Value = ();

    #[inline]
    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        let state = self.lower_bound.targets.cells(state);
        let h = self.lower_bound.value(state)?;
        Some(self.look_up(state)?.max(h))
    }

    fn estimate_within(&self, state: &Packed<N>, (): &(), budget: Depth) -> BoundedEstimate {
        let state = self.lower_bound.targets.cells(state);
        match self.lower_bound.value_within(state, budget) {
            BoundedEstimate::WithinBudget => BoundedEstimate::of(self.look_up(state), budget),
            beyond => beyond,
        }
    }

    #[inline]
    fn successors_within(
        &self,
        graph: &Graph<N>,
        state: &Packed<N>,
        (): &(),
        budget: Depth,
        mut visit: impl FnMut(Slide, Packed<N>, ()),
    ) -> Pruned {
        let mut pruned = Pruned::default();
        for Child { atom, to, least } in self.children(graph, state, budget) {
            if least > u32::from(budget.0) {
                pruned.add((least < FORBIDDEN).then_some(Depth(least as u16)));
                continue;
            }
            let (slide, child) = graph.slid(state, usize::from(atom), to);
            match self.look_up(graph.cells(&child)) {
                Some(h) if h <= budget => visit(slide, child, ()),
                least => pruned.add(least),
            }
        }
        pruned
    }
}

/// Only the sum of generalized distances, for engines that need a consistent heuristic.
///
/// # Admissible because
/// every move of the rules is a generalized move of one atom.
///
/// # Consistent because
/// a move changes the distances of one atom by at most one, and with them the smallest sum;
/// generalized moves are invertible, so this holds backward too.
#[derive(Debug)]
pub struct GeneralizedDistance(LowerBound);

impl GeneralizedDistance {
    /// Creates the heuristic for the targets of a graph.
    pub fn new<const N: usize>(graph: &Graph<N>) -> Self {
        Self(LowerBound::of_distances(graph.targets()))
    }
}

impl Consistent for GeneralizedDistance {}

impl<const N: usize> problem::Heuristic<Graph<N>> for GeneralizedDistance {
    type Value = ();

    #[inline]
    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        self.0.value(self.0.targets.cells(state))
    }
}
