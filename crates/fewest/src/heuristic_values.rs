//! The values of all heuristics of a puzzle in its start position.

use crate::report::stop_name;
use crate::{AnyPuzzle, Instance, SolveError, Solver, Status};
use fewest_atomix::generalized_optimum;
use fewest_search::{
    Direction, Engine, Interrupt, Limits, Monitor, Progress, Request, Stop, Verdict,
};
use serde::Serialize;

/// What a heuristic says of the start: no plan is shorter. `None` is no plan at all, or that the
/// heuristic does not work there; `stop` or `refused` tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeuristicValue {
    /// The name of the heuristic.
    pub name: &'static str,
    /// In a search from the start to the goals.
    pub forward: Option<u16>,
    /// In a search from the goals to the start.
    pub backward: Option<u16>,
    /// The limit that was reached before the heuristic had said all it can: the values are lower
    /// bounds on its own.
    pub stop: Option<&'static str>,
    /// Why the heuristic does not work on this puzzle.
    pub refused: Option<String>,
}

/// States that the generalized optimum may take, unless another number is asked for: as many as in
/// a search.
const NODES: u64 = 1 << 17;

/// The values of all heuristics that the puzzle has. The limits hold for each of them; that on nodes
/// for those that are searched for.
///
/// # Errors
/// If no search gives a value.
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
            // Generalized moves can be taken back: it is the same in both directions.
            Ok(HeuristicValue { name, forward: lower, backward: lower, stop, refused: None })
        }
        _ => of_start(instance, name, limits, interrupt),
    };
    names.into_iter().map(value).collect()
}

/// What a search shows that may not expand anything: it asks the lazy test of the start, too.
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
        let lower = report.lower.and_then(|lower| u16::try_from(&lower.0).ok());
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
