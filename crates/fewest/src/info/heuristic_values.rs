//! The values of all heuristics of a puzzle in its start position.

use crate::report::stop_name;
use crate::{AnyPuzzle, Instance, MoveCount, SolveError, Solver, Status};
use fewest_atomix::generalized_optimum;
use fewest_search::{
    Direction, Engine, Interrupt, Limits, Monitor, Progress, Request, Stop, Verdict,
};
use serde::Serialize;

/// The value of a heuristic at the start: no plan is shorter. `None` means that there is no plan at
/// all, or that there is no value; then `stop` or `refused` gives the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeuristicValue {
    /// The name of the heuristic.
    pub name: &'static str,
    /// The value in a search from the start to the goals.
    pub forward: Option<u16>,
    /// The value in a search from the goals to the start.
    pub backward: Option<u16>,
    /// The limit that was reached before the heuristic was fully computed: the values are lower
    /// bounds on its own.
    pub stop: Option<&'static str>,
    /// The reason why the heuristic does not work on this puzzle.
    pub refused: Option<String>,
}

/// States that the generalized optimum may take, unless another number is asked for: the same as in
/// a search.
const NODES: u64 = 1 << 17;

/// Returns the names of the heuristics of all puzzles.
pub fn heuristic_names() -> Vec<&'static str> {
    let atomix = fewest_atomix::HeuristicName::ALL.map(fewest_atomix::HeuristicName::name);
    let tiles = fewest_tiles::HeuristicName::ALL.map(fewest_tiles::HeuristicName::name);
    let tasks = fewest_strips::HeuristicName::ALL.map(fewest_strips::HeuristicName::name);
    atomix.into_iter().chain(tiles).chain(tasks).collect()
}

/// Returns the values of all heuristics that the puzzle has. The limits apply to each heuristic on
/// its own; the limit on nodes, to those whose values take a search.
///
/// # Errors
/// If a value cannot be computed.
pub fn heuristic_values(
    instance: &Instance,
    limits: Limits,
    interrupt: &Interrupt,
) -> Result<Vec<HeuristicValue>, SolveError> {
    let names = match &instance.puzzle {
        AnyPuzzle::Atomix(_) => fewest_atomix::HeuristicName::ALL.map(|name| name.name()).to_vec(),
        AnyPuzzle::Tiles(_) => fewest_tiles::HeuristicName::ALL.map(|name| name.name()).to_vec(),
        AnyPuzzle::Panex(_) | AnyPuzzle::Pddl(_) => Vec::new(),
    };
    let value = |name| match &instance.puzzle {
        AnyPuzzle::Atomix(level)
            if name == fewest_atomix::HeuristicName::GeneralizedOptimum.name() =>
        {
            let mut silent = |_: &Progress| {};
            let limits = Limits { nodes: limits.nodes.or(Some(NODES)), ..limits };
            let outcome =
                generalized_optimum(level, &mut Monitor::new(limits, interrupt, &mut silent));
            let is_solvable = outcome.verdict() != Verdict::Unsolvable;
            let lower = is_solvable.then_some(outcome.bounds().lower.0);
            let stop = Status(outcome.verdict()).stop();
            // Generalized moves are reversible: the value is the same in both directions.
            Ok(HeuristicValue { name, forward: lower, backward: lower, stop, refused: None })
        }
        _ => of_start(instance, name, limits, interrupt),
    };
    names.into_iter().map(value).collect()
}

/// The bound of a search that may not expand any state: it includes the lazy test of the start.
fn of_start(
    instance: &Instance,
    name: &'static str,
    limits: Limits,
    interrupt: &Interrupt,
) -> Result<HeuristicValue, SolveError> {
    let mut value =
        HeuristicValue { name, forward: None, backward: None, stop: None, refused: None };
    for direction in Direction::ALL {
        let request = Request {
            engine: Some(Engine::BreadthFirstHeuristic),
            direction: Some(direction),
            heuristic: Some(name),
            ..Request::default()
        };
        let limits = Limits { nodes: Some(0), ..limits };
        let solver = Solver::new().request(request).limits(limits).interrupt(interrupt);
        let report = match solver.solve(instance) {
            Ok(report) => report,
            Err(SolveError::Unsupported(refused)) => {
                value.refused = Some(refused.to_string());
                return Ok(value);
            }
            Err(error) => return Err(error),
        };
        let lower = report.lower.as_ref().and_then(MoveCount::fitting);
        match direction {
            Direction::Forward => value.forward = lower,
            Direction::Backward => value.backward = lower,
        }
        if let Verdict::Bounded(stop) = report.status.0
            && stop != Stop::Nodes
        {
            value.stop = Some(stop_name(stop));
        }
    }
    Ok(value)
}
