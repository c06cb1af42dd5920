//! The fewest generalized moves that bring all atoms to their places.
//!
//! # Source
//! Gliesch 2015, section 4.6 and table F (there by A* with a static pattern database).

use super::guidance::visit_within;
use super::{Graph, stopped_at_start};
use crate::board::{Cell, Packed, Slide};
use crate::heuristic::{Child, HeuristicLevel, LowerBound};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::outcome::Halt;
use fewest_search::problem::{self, BoundedEstimate, Pruned};
use fewest_search::{
    Depth, Direction, Engine, Interrupt, Limits, Monitor, Outcome, Problem, Progress, Settings,
    StateSpace, Stop, Verdict,
};

/// Finds a shortest plan of generalized moves from the start of a level to a placement of the
/// molecule: atoms stop anywhere, but no two share a cell and none passes through another.
///
/// Every plan is also a plan of generalized moves, so no plan is shorter than the lower bound; and
/// no bound that considers only some of the atoms is above the optimum. The slides of the outcome
/// are generalized moves.
///
/// # Complexity
/// A* with partial expansion, guided by the excess of pairs: exponential in the number of atoms
/// that block each other. It stops at the limits of the monitor.
pub fn generalized_optimum(level: &Level, monitor: &mut Monitor<'_>) -> Outcome<Slide> {
    let graph = Graph::new(level, Direction::Forward);
    let start = graph.roots()[0];
    match LowerBound::new(graph.targets(), HeuristicLevel::Pairs, monitor.halt()) {
        Ok(lower_bound) => {
            let game = GeneralizedGame { graph: &graph, start };
            search(game, &lower_bound, monitor)
        }
        Err(stop) => stopped_at_start(level, stop, monitor),
    }
}

/// The fewest generalized moves from any state to a target.
///
/// # Admissible because
/// a plan is also a plan of generalized moves, and the bound that a search has proved holds when it
/// stops.
#[derive(Debug)]
pub struct GeneralizedOptimum {
    graph: Graph<MAX_ATOMS>,
    lower_bound: LowerBound,
    limits: Limits,
}

impl GeneralizedOptimum {
    /// States that may be expanded for one value: some seconds, up to a minute with many placements
    /// of a large molecule.
    const EXPANDED: u64 = 1 << 17;

    /// Creates a source of values that searches within these limits.
    ///
    /// # Errors
    /// The limit that is reached while tables are built.
    pub fn new<const N: usize>(
        graph: &Graph<N>,
        limits: Limits,
        halt: Halt<'_>,
    ) -> Result<Self, Stop> {
        let graph = graph.widened();
        let lower_bound = LowerBound::new(graph.targets(), HeuristicLevel::Pairs, halt)?;
        let limits = Limits { nodes: Some(Self::EXPANDED), upper_bound: None, ..limits };
        Ok(Self { graph, lower_bound, limits })
    }

    /// Returns the value of a state, or the lower bound proved within the limits; `None` if no
    /// target can be reached.
    ///
    /// # Complexity
    /// A search like that of [`generalized_optimum`], for every state: it is meant for start values
    /// and small boards. Limits are checked; an interrupt is noticed between two values.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let game = GeneralizedGame { graph: &self.graph, start: Packed::of_cells(state) };
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let mut monitor = Monitor::new(self.limits, &never, &mut silent);
        let outcome = search(game, &self.lower_bound, &mut monitor);
        (outcome.verdict() != Verdict::Unsolvable).then(|| outcome.bounds().lower)
    }
}

fn search(
    game: GeneralizedGame<'_>,
    lower_bound: &LowerBound,
    monitor: &mut Monitor<'_>,
) -> Outcome<Slide> {
    let (engine, problem) = (Engine::PartialExpansionAstar, Problem::new(game, lower_bound));
    engine.run_forward(&problem, Settings::default(), monitor).expect("it needs nothing more")
}

/// The targets of a graph with generalized moves, from another start.
///
/// States have one capacity on all levels: an engine for each would take long to compile, and the
/// searches are small.
struct GeneralizedGame<'a> {
    graph: &'a Graph<MAX_ATOMS>,
    start: Packed<MAX_ATOMS>,
}

impl StateSpace for GeneralizedGame<'_> {
    type State = Packed<MAX_ATOMS>;
    type Action = Slide;
    type Key = Packed<MAX_ATOMS>;

    fn roots(&self) -> Vec<Self::State> {
        vec![self.start]
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.graph.is_goal(state)
    }

    fn successors(&self, state: &Self::State, mut visit: impl FnMut(Slide, Self::State)) {
        self.graph.generalized_moves(state, &mut |atom, to| {
            let (slide, child) = self.graph.slid(state, atom, to);
            visit(slide, child);
        });
    }

    fn pack(&self, state: &Self::State) -> Self::Key {
        *state
    }

    fn unpack(&self, key: Self::Key) -> Self::State {
        key
    }
}

/// The lower bound of a level holds for generalized moves as well.
impl<'a> problem::Heuristic<GeneralizedGame<'a>> for &LowerBound {
    type Value = ();

    fn value(&self, _: &Packed<MAX_ATOMS>) {}

    fn estimate(&self, state: &Packed<MAX_ATOMS>, (): &()) -> Option<Depth> {
        LowerBound::value(self, self.targets.cells(state))
    }

    fn estimate_within(
        &self,
        state: &Packed<MAX_ATOMS>,
        (): &(),
        budget: Depth,
    ) -> BoundedEstimate {
        self.value_within(self.targets.cells(state), budget)
    }

    fn successors_within(
        &self,
        game: &GeneralizedGame<'a>,
        state: &Packed<MAX_ATOMS>,
        (): &(),
        budget: Depth,
        visit: impl FnMut(Slide, Packed<MAX_ATOMS>, ()),
    ) -> Pruned {
        let mut children = Vec::new();
        let push = &mut |atom, to| children.push(Child::new(atom, to));
        game.graph.generalized_moves(state, push);
        self.bound_children(game.graph.cells(state), budget, &mut children);
        visit_within(game.graph, state, budget, &children, visit)
    }
}
