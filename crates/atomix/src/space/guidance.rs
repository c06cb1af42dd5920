//! The heuristics and the lazy test as parts of a problem.

use super::Graph;
use super::database::Database;
use crate::board::{Packed, Slide};
use crate::heuristic::{Child, FORBIDDEN, Heuristic, HeuristicName, LazyTest};
use crate::pdb::BuildError;
use fewest_search::outcome::Halt;
use fewest_search::problem::{self, BoundedEstimate, Consistent, IterationStart, Pruned};
use fewest_search::{Depth, Monitor};
use std::sync::Arc;

/// The heuristic that was chosen: a lower bound, and the value of a pattern database if it is
/// greater.
#[derive(Debug)]
pub struct Guidance<const N: usize> {
    pub(super) lower_bound: Arc<Heuristic<N>>,
    database: Option<Database<N>>,
}

impl<const N: usize> Guidance<N> {
    /// The heuristic of a name.
    ///
    /// # Errors
    /// [`BuildError`] if a pattern database is too large, or at a limit.
    pub fn new(
        graph: &Graph<N>,
        heuristic: HeuristicName,
        monitor: &Monitor<'_>,
    ) -> Result<Self, BuildError> {
        let targets = graph.targets().clone();
        let lower_bound = Heuristic::new(targets, heuristic.level(), monitor.halt())?;
        let database = Database::new(graph, heuristic, monitor)?;
        Ok(Self { lower_bound: Arc::new(lower_bound), database })
    }
}

impl<const N: usize> problem::Heuristic<Graph<N>> for Guidance<N> {
    type Value = ();

    #[inline]
    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        let h = self.lower_bound.value(state)?;
        match &self.database {
            None => Some(h),
            Some(database) => Some(database.value(&self.lower_bound, state)?.max(h)),
        }
    }

    fn estimate_within(&self, state: &Packed<N>, (): &(), budget: Depth) -> BoundedEstimate {
        match (&self.database, self.lower_bound.value_within(state, budget)) {
            (Some(_), BoundedEstimate::WithinBudget) => {
                BoundedEstimate::of(self.estimate(state, &()), budget)
            }
            (_, estimate) => estimate,
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
        if self.database.is_none() {
            return visit_within(graph, &self.lower_bound, state, budget, children, visit);
        }
        let mut beyond = Pruned::default();
        let look_up = |slide, child, ()| match self.estimate_within(&child, &(), budget) {
            BoundedEstimate::WithinBudget => visit(slide, child, ()),
            BoundedEstimate::AtLeast(least) => beyond.add(Some(least)),
            BoundedEstimate::DeadEnd => beyond.add(None),
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
    lower_bound: &Heuristic<N>,
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

/// The sum of generalized distances alone, for engines that need a consistent heuristic.
///
/// # Consistent because
/// see [`Heuristic`].
#[derive(Debug)]
pub struct GeneralizedDistance<const N: usize>(Heuristic<N>);

impl<const N: usize> GeneralizedDistance<N> {
    /// The distances to the targets of a graph.
    pub fn new(graph: &Graph<N>) -> Self {
        Self(Heuristic::of_distances(graph.targets().clone()))
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

impl<const N: usize> problem::LazyTest<Graph<N>> for LazyTest<N> {
    fn test(&self, state: &Packed<N>, budget: Depth) -> BoundedEstimate {
        if self.refutes(state, budget) {
            BoundedEstimate::AtLeast(budget.next())
        } else {
            BoundedEstimate::WithinBudget
        }
    }

    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        // At a limit the test is as strong as before, and the engine meets the limit itself.
        let _ = LazyTest::begin_iteration(self, start, halt);
    }
}
