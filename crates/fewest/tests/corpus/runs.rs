//! The searches of an instance, and what must hold of each.

use crate::instances::Entry;
use fewest::search::{Direction, Engine, Guarantee, Limits, Request, Stop, Verdict};
use fewest::{MoveCount, Plan, Report, SolveError, Solver};

/// Nodes for engines other than the default: with the data folder, 1,540 of 1,982 searches
/// end within them. With 20,000 it is 1,153, with 100,000 it is 1,398.
const NODES: u64 = 300_000;

/// A search of an instance.
pub struct Run<'a> {
    entry: &'a Entry,
    /// The engine and its direction; without them the choice was left to fewest.
    asked: Option<(Engine, Direction)>,
    nodes: Option<u64>,
    report: Report,
}

/// All searches of an instance: with the choices of fewest, and with every engine in every
/// direction that it has.
pub fn all(entry: &Entry) -> Vec<Run<'_>> {
    let default = run(entry, None, None).expect("there is a default");
    let limit = |engine: Engine| (engine.name() != default.report.engine).then_some(NODES);
    let asked = Engine::ALL.into_iter().flat_map(|engine| Direction::ALL.map(|way| (engine, way)));
    let others: Vec<_> =
        asked.filter_map(|(engine, way)| run(entry, Some((engine, way)), limit(engine))).collect();
    [default].into_iter().chain(others).collect()
}

/// One search, or `None` if the puzzle has no such engine or direction.
///
/// Engines that do not take a direction count as forward.
fn run(entry: &Entry, asked: Option<(Engine, Direction)>, nodes: Option<u64>) -> Option<Run<'_>> {
    let (engine, direction) = asked.unzip();
    let solved = |direction| {
        let request = Request { engine, direction, ..Request::default() };
        let solver = Solver::new().request(request).limits(Limits { nodes, ..Limits::default() });
        match solver.solve(&entry.instance) {
            Ok(report) => Some(report),
            Err(SolveError::Unsupported(_)) => None,
            Err(error) => panic!("{}: {error}", entry.name),
        }
    };
    let is_forward = direction == Some(Direction::Forward);
    let undirected = || is_forward.then(|| solved(None)).flatten();
    let report = solved(direction).or_else(undirected)?;
    Some(Run { entry, asked, nodes, report })
}

impl Run<'_> {
    /// Whether the limit did not stop the search.
    pub fn has_ended(&self) -> bool {
        let verdict = self.report.status.0;
        !matches!(verdict, Verdict::Bounded(Stop::Nodes) | Verdict::Solved(Some(Stop::Nodes)))
    }

    /// A contradiction in the report, if there is one.
    pub fn contradiction(&self) -> Option<String> {
        let optimum = self.entry.optimum.map(|optimum| MoveCount::from(u64::from(optimum)));
        let Report { lower, upper, plan, .. } = &self.report;
        let is_lossy = self.asked.is_some_and(|(engine, _)| engine.guarantee() == Guarantee::Lossy);
        let holds = match self.report.status.0 {
            Verdict::Optimal => {
                let length = plan.as_ref().map(Plan::len);
                optimum.is_some() && [lower, upper, &length] == [&optimum; 3] && !is_lossy
            }
            Verdict::Unsolvable => optimum.is_none(),
            Verdict::Solved(_) | Verdict::Bounded(Stop::Nodes | Stop::Incomplete) => {
                let optimum = optimum.clone().unwrap_or_else(|| MoveCount::from(u64::MAX));
                let is_lower = lower.as_ref().is_some_and(|lower| *lower <= optimum);
                let is_upper = upper.as_ref().is_none_or(|upper| *upper >= optimum);
                self.nodes.is_some() && is_lower && is_upper
            }
            Verdict::Bounded(_) => false,
        };
        let (search, shown) = self.row();
        (!holds).then(|| format!("{search}: {shown}, but the optimum is {}", number(&optimum)))
    }

    /// The search, and its results and counts, as in the record.
    pub fn row(&self) -> (String, String) {
        let (engine, direction) = match self.asked {
            None => ("default", "auto"),
            Some((engine, direction)) => (engine.name(), direction.name()),
        };
        let Report { status, stop, lower, upper, counts, .. } = &self.report;
        let (status, stop) = (status.name(), stop.unwrap_or("-"));
        let [lower, upper] = [lower, upper].map(number);
        (
            format!("{}\t{engine}\t{direction}", self.entry.name),
            format!(
                "{status}\t{stop}\t{lower}\t{upper}\t{}\t{}",
                counts.expanded, counts.generated
            ),
        )
    }
}

fn number(moves: &Option<MoveCount>) -> String {
    moves.as_ref().map_or_else(|| "-".to_owned(), MoveCount::to_string)
}
