//! Heuristics as parts of a problem.

use super::Graph;
use super::database::Database;
use crate::board::{Packed, Slide};
use crate::heuristic::{Child, FORBIDDEN, HeuristicName, LowerBound};
use crate::pdb::BuildError;
use fewest_search::problem::{self, BoundedEstimate, Consistent, Pruned};
use fewest_search::{Depth, Monitor};
use std::sync::Arc;

/// The heuristic that was chosen: a lower bound, or the value of a pattern database if it is
/// larger.
#[derive(Debug)]
pub struct Guidance<const N: usize> {
    pub(crate) lower_bound: Arc<LowerBound<N>>,
    database: Option<Database>,
}

impl<const N: usize> Guidance<N> {
    /// Creates the heuristic with a name.
    ///
    /// # Errors
    /// [`BuildError`] if a pattern database is too large, or at a limit.
    pub fn new(
        graph: &Graph<N>,
        heuristic: HeuristicName,
        monitor: &Monitor<'_>,
    ) -> Result<Self, BuildError> {
        let targets = graph.targets().clone();
        let lower_bound = LowerBound::new(targets, heuristic.level(), monitor.halt())?;
        let database = Database::new(graph, heuristic, monitor)?;
        Ok(Self { lower_bound: Arc::new(lower_bound), database })
    }

    /// The sum of distances in another graph of the same board.
    pub(super) fn of_distances(&self, graph: &Graph<N>) -> Self {
        let lower_bound = self.lower_bound.towards_others(graph.targets().clone());
        Self { lower_bound: Arc::new(lower_bound), database: None }
    }

    /// The value of the database; 0 without one.
    #[inline]
    fn look_up(&self, state: &Packed<N>) -> Option<Depth> {
        match &self.database {
            None => Some(Depth::ZERO),
            Some(database) => database.value(self.lower_bound.cells(state)),
        }
    }
}

impl<const N: usize> problem::Heuristic<Graph<N>> for Guidance<N> {
    type Value = ();

    #[inline]
    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        let h = self.lower_bound.value(state)?;
        Some(self.look_up(state)?.max(h))
    }

    fn estimate_within(&self, state: &Packed<N>, (): &(), budget: Depth) -> BoundedEstimate {
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
        let mut children = Vec::with_capacity(4 * graph.atoms());
        graph.moves(state, |atom, to| children.push(Child::new(atom, to)));
        let mut beyond = Pruned::default();
        let look_up = |slide, child, ()| match self.look_up(&child) {
            Some(h) if h <= budget => visit(slide, child, ()),
            least => beyond.add(least),
        };
        let mut pruned = visit_within(graph, &self.lower_bound, state, budget, children, look_up);
        pruned.merge(&beyond);
        pruned
    }
}

/// Visits the `children` of a state from which a target may be within `budget` moves. Those of one
/// atom must be together.
#[inline]
pub(super) fn visit_within<const N: usize>(
    graph: &Graph<N>,
    lower_bound: &LowerBound<N>,
    state: &Packed<N>,
    budget: Depth,
    mut children: Vec<Child>,
    mut visit: impl FnMut(Slide, Packed<N>, ()),
) -> Pruned {
    let budget = u32::from(budget.0);
    lower_bound.bound_children(state, budget, &mut children);
    let mut pruned = Pruned::default();
    for Child { atom, to, least } in children {
        if least <= budget {
            let (slide, child) = graph.slid(state, usize::from(atom), to);
            visit(slide, child, ());
        } else {
            pruned.add((least < FORBIDDEN).then_some(Depth(least as u16)));
        }
    }
    pruned
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
pub struct GeneralizedDistance<const N: usize>(LowerBound<N>);

impl<const N: usize> GeneralizedDistance<N> {
    /// Creates the heuristic for the targets of a graph.
    pub fn new(graph: &Graph<N>) -> Self {
        Self(LowerBound::of_distances(graph.targets().clone()))
    }
}

impl<const N: usize> Consistent for GeneralizedDistance<N> {}

impl<const N: usize> problem::Heuristic<Graph<N>> for GeneralizedDistance<N> {
    type Value = ();

    #[inline]
    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        self.0.value(state)
    }
}
