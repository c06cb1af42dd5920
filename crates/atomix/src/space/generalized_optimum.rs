//! The fewest generalized moves that bring all atoms to their places.
//!
//! # Source
//! Gliesch 2015, section 4.6 and table F (there by A* with a static pattern database).

use super::{Graph, Guidance, stopped_at_start};
use crate::board::{Cell, Packed, Slide};
use crate::heuristic::{HeuristicLevel, LowerBound};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::outcome::Halt;
use fewest_search::{
    Depth, Direction, Engine, Interrupt, Limits, Monitor, Outcome, Problem, Progress, Settings,
    StateSpace, Stop, Verdict,
};
use std::sync::Arc;

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
        Ok(lower_bound) => search(graph.generalized(start), &Arc::new(lower_bound), monitor),
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
    /// States have one capacity on all levels: an engine for each would take long to compile, and
    /// the searches are small.
    graph: Graph<MAX_ATOMS>,
    lower_bound: Arc<LowerBound>,
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
        let lower_bound = Arc::new(LowerBound::new(graph.targets(), HeuristicLevel::Pairs, halt)?);
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
        let graph = self.graph.generalized(Packed::of_cells(state));
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let mut monitor = Monitor::new(self.limits, &never, &mut silent);
        let outcome = search(graph, &self.lower_bound, &mut monitor);
        (outcome.verdict() != Verdict::Unsolvable).then(|| outcome.bounds().lower)
    }
}

/// The lower bound of a level holds for generalized moves as well.
fn search(
    graph: Graph<MAX_ATOMS>,
    lower_bound: &Arc<LowerBound>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Slide> {
    let guidance = Guidance::of(Arc::clone(lower_bound));
    let (engine, problem) = (Engine::PartialExpansionAstar, Problem::new(graph, guidance));
    engine.run_forward(&problem, Settings::default(), monitor).expect("it needs nothing more")
}
