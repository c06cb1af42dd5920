//! Requests to the library, and the claims of its answers.

use crate::claims::Claims;
use crate::request::Asked;
use fewest::rules::Puzzle;
use fewest::search::{Depth, Interrupt, Limits, Monitor, Outcome, Progress, Request, Settings};
use fewest::{AnyPuzzle, Instance, MoveCount, Plan, SolveError, Solver};
use std::sync::LazyLock;

/// Thread pools for searches, with one thread and with two.
static POOLS: LazyLock<[rayon::ThreadPool; 2]> = LazyLock::new(|| {
    [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads can be started")
    })
});

/// The lower bounds and the numbers of expanded states that a search reports on its way.
type Told = Vec<(u64, u64)>;

fn tell(told: &mut Told, progress: &Progress) {
    told.push((progress.lower.0.into(), progress.statistics.expanded));
}

fn limits(asked: &Asked) -> Limits {
    Limits {
        nodes: asked.nodes,
        memory: asked.memory,
        upper_bound: asked.upper_bound.map(Depth),
        deadline: None,
    }
}

/// The answer of the library to a request, with the plan replayed once more by the rules; `None` if
/// it refuses the request.
pub fn answer<P: Puzzle + Clone>(
    puzzle: &P,
    any: impl FnOnce(P) -> AnyPuzzle,
    asked: &Asked,
) -> Option<Claims> {
    let instance = Instance { name: String::new(), title: None, puzzle: any(puzzle.clone()) };
    let request = Request {
        engine: asked.engine,
        direction: asked.direction,
        heuristic: asked.heuristic,
        tie_breaking: asked.tie_breaking,
        multi_goal: asked.multi_goal,
        rule_length: None,
        settings: Settings::default(),
    };
    let mut progress = Told::new();
    let report = POOLS[asked.threads - 1].install(|| {
        let solver = Solver::new().request(request).limits(limits(asked));
        solver.on_progress(|now| tell(&mut progress, now)).solve(&instance)
    });
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
    moves.iter().all(|step| {
        let step = puzzle.parse_move(&position, &step.to_string());
        match step.and_then(|step| puzzle.play(&position, &step)) {
            Some(next) => position = next,
            None => return false,
        }
        true
    }) && puzzle.is_goal(&position)
}

/// The answer of an engine on a user-defined problem.
pub fn run<A: Send>(
    asked: &Asked,
    search: impl FnOnce(&mut Monitor<'_>) -> Outcome<A> + Send,
    accepts: impl FnOnce(&[A]) -> bool,
) -> Claims {
    let (outcome, progress) = POOLS[asked.threads - 1].install(|| {
        let (never, mut progress) = (Interrupt::new(), Told::new());
        let mut report = |now: &Progress| tell(&mut progress, now);
        let outcome = search(&mut Monitor::new(limits(asked), &never, &mut report));
        (outcome, progress)
    });
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
