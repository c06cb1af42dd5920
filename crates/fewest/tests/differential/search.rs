//! How the library is asked, and what its answers claim.

use crate::claims::Claims;
use crate::request::Asked;
use fewest::rules::Puzzle;
use fewest::search::{
    Depth, Engine, Goals, Limits, Monitor, Outcome, Progress, Request, Reversible, Settings,
};
use fewest::{Family, Instance, MoveCount, Plan, SolveError, solve};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Thread pools for searches, with one thread and with two.
static POOLS: LazyLock<[rayon::ThreadPool; 2]> = LazyLock::new(|| {
    [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started")
    })
});

/// Runs a search within the limits, and returns with its answer what it has told on the way.
fn limited<T: Send>(
    asked: &Asked,
    search: impl FnOnce(&mut Monitor<'_>) -> T + Send,
) -> (T, Vec<(u64, u64)>) {
    let limits = Limits {
        nodes: asked.nodes,
        memory: asked.memory,
        upper_bound: asked.upper_bound.map(Depth),
        deadline: None,
    };
    POOLS[asked.threads - 1].install(|| {
        let never = AtomicBool::new(false);
        let mut told = Vec::new();
        let mut tell = |progress: &Progress| {
            told.push((progress.lower.0.into(), progress.statistics.expanded));
        };
        let answer = search(&mut Monitor::new(limits, &never, &mut tell));
        (answer, told)
    })
}

/// What the library answers to a request, with the plan replayed by the rules once more; `None` if
/// it refuses the request.
pub fn answer<P: Puzzle + Clone>(
    puzzle: &P,
    family: impl FnOnce(P) -> Family,
    asked: &Asked,
) -> Option<Claims> {
    let instance = Instance { name: String::new(), title: None, family: family(puzzle.clone()) };
    let request = Request {
        engine: asked.engine,
        direction: asked.direction,
        heuristic: asked.heuristic,
        ties: asked.ties,
        goals: if asked.goals_apart { Goals::Apart } else { Goals::Together },
        settings: Settings::default(),
    };
    let (report, progress) = limited(asked, |monitor| solve(&instance, &request, monitor));
    let report = match report {
        Ok(report) => report,
        Err(SolveError::Unsupported(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let number = |moves: &MoveCount| moves.to_string().parse().expect("small puzzles, small plans");
    Some(Claims {
        verdict: report.status.0,
        lower: report.lower.as_ref().map_or(u64::MAX, number),
        upper: report.upper.as_ref().map(number),
        plan: report.plan.as_ref().map(|plan| (number(&plan.len()), is_accepted(puzzle, plan))),
        expanded: report.counts.expanded,
        progress,
    })
}

/// Whether the moves of a plan, read as they are printed, solve the puzzle.
fn is_accepted<P: Puzzle>(puzzle: &P, plan: &Plan) -> bool {
    let mut position = puzzle.start();
    let moves = plan.listed().expect("small puzzles have small plans");
    moves.iter().all(|text| {
        let step = puzzle.parse_move(&position, text);
        match step.and_then(|step| puzzle.play(&position, &step)) {
            Some(next) => position = next,
            None => return false,
        }
        true
    }) && puzzle.is_goal(&position)
}

/// What an engine answers on a state space of one's own.
pub fn run<S: Reversible>(
    engine: Engine,
    space: &S,
    asked: &Asked,
    accepts: impl FnOnce(&[S::Action]) -> bool,
) -> Claims
where
    S::Action: Send,
{
    let (outcome, progress): (Outcome<_>, _) =
        limited(asked, |monitor| engine.run(space, Settings::default(), monitor));
    let number = |depth: Depth| if depth == Depth::MAX { u64::MAX } else { depth.0.into() };
    Claims {
        verdict: outcome.verdict(),
        lower: number(outcome.bounds().lower),
        upper: outcome.bounds().upper.map(number),
        plan: outcome.plan().map(|plan| (plan.len() as u64, accepts(plan))),
        expanded: outcome.statistics().expanded,
        progress,
    }
}
