//! The fewest generalized moves that bring all atoms to their places.
//!
//! # Source
//! Gliesch 2015, section 4.6 and table F (there by A* with a static pattern database).

use super::guidance::visit_within;
use super::{Graph, stopped_at_start};
use crate::board::{Packed, Slide};
use crate::heuristic::{Child, HeuristicLevel, LowerBound};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::best_first::partial_expansion_astar;
use fewest_search::problem::{self, BoundedEstimate, Pruned};
use fewest_search::{
    Depth, Direction, Interrupt, Limits, Monitor, Outcome, Problem, Progress, StateSpace, Verdict,
};

/// A shortest plan of generalized moves from the start of a level to a placement of the molecule:
/// atoms stop anywhere, but no two share a cell and none passes through another.
///
/// Every plan is one of generalized moves, so no plan is shorter than the lower bound; and no bound
/// that considers some atoms alone is above the optimum. The slides are generalized moves.
///
/// # Complexity
/// A* with partial expansion, guided by the excess of pairs: exponential in the number of atoms that
/// block each other. It stops at the limits of the monitor.
pub fn generalized_optimum(level: &Level, monitor: &mut Monitor<'_>) -> Outcome<Slide> {
    match level.atoms().len() {
        ..=16 => from_start::<16>(level, monitor),
        _ => from_start::<MAX_ATOMS>(level, monitor),
    }
}

fn from_start<const N: usize>(level: &Level, monitor: &mut Monitor<'_>) -> Outcome<Slide> {
    let graph = Graph::<N>::new(level, Direction::Forward);
    let start = graph.roots()[0];
    match LowerBound::new(graph.targets().clone(), HeuristicLevel::Pairs, monitor.halt()) {
        Ok(lower_bound) => {
            let game = GeneralizedGame { graph: &graph, start };
            partial_expansion_astar(&Problem::new(game, &lower_bound), monitor)
        }
        Err(stop) => stopped_at_start(level, stop, monitor),
    }
}

/// States that may be expanded for one value: some seconds, up to a minute with many placements of
/// a large molecule.
const EXPANDED: u64 = 1 << 17;

/// The fewest generalized moves from a state to a target, or the lower bound shown within `limits`
/// and [`EXPANDED`] expansions; `None` if no target can be reached.
///
/// # Admissible because
/// a plan is one of generalized moves, and the bound that a search has shown holds when it stops.
///
/// # Complexity
/// As [`generalized_optimum`], for every state: it is meant for start values and small boards. Limits
/// are checked; an interrupt is seen between two values.
pub(super) fn value<const N: usize>(
    graph: &Graph<N>,
    lower_bound: &LowerBound<N>,
    start: &Packed<N>,
    limits: &Limits,
) -> Option<Depth> {
    let limits = Limits { nodes: Some(EXPANDED), upper_bound: None, ..*limits };
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    let game = Problem::new(GeneralizedGame { graph, start: *start }, lower_bound);
    let outcome = partial_expansion_astar(&game, &mut Monitor::new(limits, &never, &mut silent));
    (outcome.verdict() != Verdict::Unsolvable).then(|| outcome.bounds().lower)
}

/// The targets of a graph with generalized moves, from another start.
struct GeneralizedGame<'a, const N: usize> {
    graph: &'a Graph<N>,
    start: Packed<N>,
}

impl<const N: usize> StateSpace for GeneralizedGame<'_, N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn roots(&self) -> Vec<Packed<N>> {
        vec![self.start]
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.graph.is_goal(state)
    }

    fn successors(&self, state: &Packed<N>, mut visit: impl FnMut(Slide, Packed<N>)) {
        self.graph.generalized_moves(state, |atom, to| {
            let (slide, child) = self.graph.slid(state, atom, to);
            visit(slide, child);
        });
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }
}

/// The lower bound of a level holds for generalized moves as well.
impl<'a, const N: usize> problem::Heuristic<GeneralizedGame<'a, N>> for &LowerBound<N> {
    type Value = ();

    fn value(&self, _: &Packed<N>) {}

    fn estimate(&self, state: &Packed<N>, (): &()) -> Option<Depth> {
        LowerBound::value(self, state)
    }

    fn estimate_within(&self, state: &Packed<N>, (): &(), budget: Depth) -> BoundedEstimate {
        self.value_within(state, budget)
    }

    fn successors_within(
        &self,
        game: &GeneralizedGame<'a, N>,
        state: &Packed<N>,
        (): &(),
        budget: Depth,
        visit: impl FnMut(Slide, Packed<N>, ()),
    ) -> Pruned {
        let mut children = Vec::new();
        game.graph.generalized_moves(state, |atom, to| children.push(Child::new(atom, to)));
        visit_within(game.graph, self, state, budget, children, visit)
    }
}
