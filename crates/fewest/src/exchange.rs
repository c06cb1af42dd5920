//! The exchange of two Panex towers of any height, by levels instead of by search.

use crate::{Counts, Instance, Plan, Report, SolveError, Status, Stopwatch};
use fewest_panex::exchange::Exchange;
use fewest_rules::panex;
use fewest_search::{Depth, Direction, Monitor, Statistics, Stop, Verdict};

/// The name of the method in reports.
const ENGINE: &str = "level-decomposition";

/// Memory that a size takes, about.
const BYTES_A_SIZE: u64 = 1 << 20;

/// Exchanges two towers of at least two pieces in the fewest moves.
///
/// # Errors
/// If the plan does not stand the replay.
pub(crate) fn solve(
    instance: &Instance,
    puzzle: &panex::Instance,
    monitor: &mut Monitor<'_>,
) -> Result<Report, SolveError> {
    let mut stopwatch = Stopwatch::start();
    let none = Statistics::default();
    let mut report = Report {
        puzzle: instance.family.name(),
        instance: instance.name.clone(),
        status: Status(Verdict::Optimal),
        stop: None,
        lower: None,
        upper: None,
        plan: None,
        engine: ENGINE,
        heuristic: "none",
        direction: Direction::Forward.name(),
        counts: Counts::from(none),
        cost: stopwatch.lap(),
        threads: 1,
        seed: 0,
        version: env!("CARGO_PKG_VERSION"),
        solved: None,
    };
    let stopped = |report: &mut Report, stop| {
        report.status = Status(Verdict::Bounded(stop));
        report.stop = report.status.stop();
    };
    let checked = Exchange::try_new(puzzle.n(), |size| {
        monitor.look_at_the_clock(Depth::ZERO, &none)?;
        monitor.check_memory(u64::from(size) * BYTES_A_SIZE)
    });
    let mut exchange = match checked {
        Ok(exchange) => exchange,
        Err(stop) => {
            report.lower = Some(Depth::ZERO.into());
            stopped(&mut report, stop);
            report.cost = stopwatch.lap();
            return Ok(report);
        }
    };
    let length = crate::MoveCount(exchange.moves());
    report.lower = Some(length.clone());
    if monitor.limits().upper_bound.is_some_and(|asked| length > asked.into()) {
        stopped(&mut report, Stop::Bound);
    } else {
        let plan = Plan::exchange(puzzle.clone(), exchange.plan())?;
        assert_eq!(plan.len(), length, "the plan is as long as the distance says");
        report.solved = plan.board_after(&length);
        report.plan = Some(plan);
        report.upper = Some(length);
    }
    report.cost = stopwatch.lap();
    Ok(report)
}
