//! From an instance to a report.

use crate::{Family, Instance, Plan, Report, Status, Stopwatch, exchange, instance::draw};
use fewest_rules::{Puzzle, ReplayError, replay};
use fewest_search::{Answer, Monitor, Request, Unsupported, Verdict};
use fewest_tiles::{Checkpoint, FileError, Tables};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The family cannot do what was asked.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// There are no checkpoints of such searches.
    #[error("there are checkpoints only of tile puzzles with the default engine")]
    NoCheckpoint,
    /// The search cannot go on from the checkpoint.
    #[error(transparent)]
    Checkpoint(FileError),
    /// The engine's plan was rejected by the rules: a bug in this program.
    #[error("the plan that was found is wrong: {0}")]
    WrongPlan(#[from] ReplayError),
}

/// Searches for a shortest plan with no tables but those made at the start: see
/// [`solve_with_tables`].
///
/// # Errors
/// As [`solve_with_tables`].
pub fn solve(
    instance: &Instance,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Report, SolveError> {
    Tables::none(|tables| solve_with_tables(instance, request, tables, None, monitor))
}

/// Searches for a shortest plan and reports what was shown.
///
/// `tables` are pattern databases for tile puzzles; from `checkpoint` a search for the solution of
/// one goes on, and says there how far it has come.
///
/// A plan in the report was replayed by the rules of the puzzle, which share no code with the
/// search. The exchange of two Panex towers is computed by levels, at any height, unless an
/// engine or a direction is asked for.
///
/// # Errors
/// If the family does not have the engine or direction that was asked for, or no checkpoints, or
/// not this one, or if a plan failed the replay, which no report may hide.
pub fn solve_with_tables(
    instance: &Instance,
    request: &Request,
    tables: &mut Tables<'_>,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Report, SolveError> {
    if checkpoint.is_some() && !matches!(instance.family, Family::Tiles(_)) {
        return Err(SolveError::NoCheckpoint);
    }
    match &instance.family {
        Family::Atomix(level) => {
            report(instance, level, |level| fewest_atomix::solve(level, request, monitor))
        }
        Family::Tiles(tiles) => report(instance, tiles, |tiles| {
            fewest_tiles::solve_with_tables(tiles, request, tables, checkpoint, monitor)
        }),
        Family::Panex(panex) if exchange::is_asked(panex, request) => {
            exchange::solve(instance, panex, monitor)
        }
        Family::Panex(panex) => {
            report(instance, panex, |panex| fewest_panex::solve(panex, request, monitor))
        }
    }
}

impl From<fewest_tiles::SolveError> for SolveError {
    fn from(error: fewest_tiles::SolveError) -> Self {
        match error {
            fewest_tiles::SolveError::Unsupported(error) => Self::Unsupported(error),
            fewest_tiles::SolveError::NoCheckpoint => Self::NoCheckpoint,
            fewest_tiles::SolveError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

fn report<P: Puzzle, E>(
    instance: &Instance,
    puzzle: &P,
    search: impl FnOnce(&P) -> Result<Answer<P::Move>, E>,
) -> Result<Report, SolveError>
where
    SolveError: From<E>,
{
    let mut stopwatch = Stopwatch::start();
    let Answer { outcome, engine, direction, heuristic, threads } = search(puzzle)?;
    let last = outcome.plan().map(|plan| replay(puzzle, plan.iter().cloned())).transpose()?;
    let status = Status(outcome.verdict());
    let bounds = outcome.bounds();
    // Where there is no plan, no number is below its length.
    let is_solvable = outcome.verdict() != Verdict::Unsolvable;
    Ok(Report {
        puzzle: instance.family.name(),
        instance: instance.name.clone(),
        status,
        stop: status.stop(),
        lower: is_solvable.then_some(bounds.lower.into()),
        upper: bounds.upper.map(Into::into),
        plan: outcome.plan().map(listed),
        engine: engine.name(),
        heuristic,
        direction: direction.name(),
        counts: (*outcome.statistics()).into(),
        cost: stopwatch.lap(),
        threads,
        seed: 0,
        version: env!("CARGO_PKG_VERSION"),
        solved: last.map(|position| draw(puzzle, &position)),
    })
}

fn listed<M: ToString>(plan: &[M]) -> Plan {
    Plan::Listed(plan.iter().map(M::to_string).collect())
}
