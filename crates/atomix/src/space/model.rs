//! A level as a state space with a level of the heuristic.

use super::Graph;
use super::move_pruning::MovePruning;
use crate::board::{Packed, Slide};
use crate::heuristic::{Child, FORBIDDEN, Heuristic, HeuristicLevel, LazyTest};
use fewest_rules::atomix::{Level, Position};
use fewest_search::monitor::{Halt, unlimited};
use fewest_search::{Asking, Depth, Direction, Fit, Numbering, Refused, StateSpace, Stop};
use std::sync::Arc;

/// A level of at most `N` atoms, searched in one direction: its graph, heuristic, lazy test and move
/// pruning together.
#[derive(Debug)]
pub struct Model<const N: usize> {
    pub(super) graph: Graph<N>,
    pub(super) heuristic: Arc<Heuristic<N>>,
    lazy_test: Option<LazyTest<N>>,
    move_pruning: MovePruning,
}

impl<const N: usize> Model<N> {
    /// The level as a state space. Building its tables has no limits.
    ///
    /// # Panics
    /// If the level has more than `N` atoms.
    pub fn new(level: &Level, direction: Direction, heuristic: HeuristicLevel) -> Self {
        let graph = Graph::new(level, direction);
        let model = unlimited(|monitor| Self::of_graph(graph, heuristic, monitor.halt()));
        model.expect("without limits nothing stops it")
    }

    /// A graph with a level of the heuristic.
    ///
    /// # Errors
    /// The limit that is reached while tables are built.
    pub fn of_graph(graph: Graph<N>, level: HeuristicLevel, halt: Halt<'_>) -> Result<Self, Stop> {
        let heuristic = Arc::new(Heuristic::new(graph.targets().clone(), level, halt)?);
        let lazy_test = LazyTest::new(&heuristic, level, graph.direction(), halt)?;
        Ok(Self { lazy_test, ..Self::with_heuristic(graph, heuristic) })
    }

    /// A graph with a heuristic and without a lazy test.
    pub(super) fn with_heuristic(graph: Graph<N>, heuristic: Arc<Heuristic<N>>) -> Self {
        let move_pruning = MovePruning::new(Arc::clone(graph.board()), graph.direction());
        Self { graph, heuristic, lazy_test: None, move_pruning }
    }

    /// The graph alone.
    pub fn graph(&self) -> &Graph<N> {
        &self.graph
    }

    /// The state of a position of the rules.
    pub fn state(&self, position: &Position) -> Packed<N> {
        self.graph.state(position)
    }
}

/// Visits the `children` of a state from which a target may be within `budget` moves. Those of one
/// atom must be together.
#[inline]
pub(super) fn visit_within<const N: usize>(
    graph: &Graph<N>,
    heuristic: &Heuristic<N>,
    state: &Packed<N>,
    budget: Depth,
    mut children: Vec<Child>,
    mut visit: impl FnMut(Slide, Packed<N>),
) -> Refused {
    let budget = u32::from(budget.0);
    heuristic.bound_children(state, budget, &mut children);
    let mut pruned = Refused::default();
    for Child { atom, to, least } in children {
        if least <= budget {
            let (slide, child) = graph.slid(state, usize::from(atom), to);
            visit(slide, child);
        } else {
            pruned.add((least < FORBIDDEN).then_some(Depth(least as u16)));
        }
    }
    pruned
}

impl<const N: usize> StateSpace for Model<N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn initial_states(&self) -> Vec<Packed<N>> {
        self.graph.roots().to_vec()
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.graph.is_goal(state)
    }

    fn heuristic(&self, state: &Packed<N>) -> Option<Depth> {
        self.heuristic.value(state)
    }

    fn fit(&self, state: &Packed<N>, budget: Depth) -> Fit {
        self.heuristic.fit(state, budget)
    }

    fn fit_when_new(&self, state: &Packed<N>, budget: Depth) -> Fit {
        match &self.lazy_test {
            Some(test) if test.refutes(state, budget) => Fit::Beyond(budget.next()),
            _ => Fit::Within,
        }
    }

    fn learn(&self, asking: Asking) {
        if let Some(test) = &self.lazy_test {
            // The engine has no limits to pass on here.
            let _ = unlimited(|monitor| test.begin_iteration(asking, monitor.halt()));
        }
    }

    fn expand(&self, state: &Packed<N>, visit: impl FnMut(Slide, Packed<N>)) {
        self.graph.successors(state, visit);
    }

    fn predecessors(&self, state: &Packed<N>, visit: impl FnMut(Packed<N>)) {
        self.graph.predecessors(state, visit);
    }

    fn expand_within(
        &self,
        state: &Packed<N>,
        budget: Depth,
        visit: impl FnMut(Slide, Packed<N>),
    ) -> Refused {
        let mut children = Vec::with_capacity(4 * self.graph.atoms());
        self.graph.moves(state, |atom, to| children.push(Child::new(atom, to)));
        visit_within(&self.graph, &self.heuristic, state, budget, children, visit)
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }

    fn prunes(&self, previous: Slide, next: Slide) -> bool {
        self.move_pruning.prunes(previous, next)
    }

    fn numbering(&self) -> Option<Box<dyn Numbering<Packed<N>>>> {
        self.graph.ranking()
    }
}
