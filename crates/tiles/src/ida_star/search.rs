//! IDA* from a position that can be solved.

use super::kernel::InnerLoop;
use crate::automaton::Automaton;
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Cell, Instance, Move};
use fewest_search::depth_first::iterative_deepening::{
    Counts, Driver, SearchCheckpoint, Start, SubtreeOrder,
};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;

/// What is known before the search starts.
#[derive(Default)]
pub(crate) struct WarmStart {
    /// A proved lower bound on the length of a plan.
    pub lower: Depth,
    /// The number of positions expanded to prove it.
    pub effort: u64,
    /// A plan that need not be a shortest one.
    pub known: Option<Vec<Move>>,
    /// The order of subtrees learnt from an earlier search's last iteration. Afterwards it is that
    /// of this search.
    pub order: SubtreeOrder<Cell>,
}

/// An instance, and what helps to solve it beside the heuristic of IDA*.
pub(crate) struct Task<'a> {
    pub instance: &'a Instance,
    /// Prunes moves.
    pub automaton: &'a Automaton,
    /// The same heuristic for beams, which are compiled once for all heuristics.
    pub of_beams: &'a AnyHeuristic,
    pub threads: NonZero<usize>,
}

/// Finds a shortest plan of a position that can be solved, with the heuristic of an inner loop. The
/// search is saved in a checkpoint, if there is one, and resumed from it.
///
/// The plan and all counts up to the last iteration depend neither on the number of threads nor on
/// how often the search was interrupted and resumed: see [`Driver::run`].
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or too large for the inner loop.
pub(crate) fn ida_star(
    task: &Task<'_>,
    inner_loop: &dyn InnerLoop,
    warm_start: &mut WarmStart,
    checkpoint: Option<&mut SearchCheckpoint<'_, '_>>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    let Instance { start, .. } = task.instance;
    assert!(task.instance.is_solvable(), "the search would never end");
    if *start == task.instance.solved() {
        return Outcome::with_plan(vec![], Depth::ZERO, Statistics::default());
    }
    let (mut kernel, estimate) = inner_loop.kernel(task);
    let WarmStart { lower, effort, known, order } = warm_start;
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
    let lower = resumed.map_or(*lower, |resumed| resumed.bound.max(*lower));
    let bound = first_bound(task.instance, estimate.max(lower));
    let known = known.take().map(|plan| path(start, plan));
    let begin = Start { bound, last: *effort, counts: Counts::default(), known };
    let mut driver = Driver::new(&mut *kernel, task.threads, begin, order, checkpoint);
    let found = driver.run(monitor);
    let Driver { bound, counts, known, .. } = driver;
    let plan = |path: Vec<Cell>| plan(start, &path);
    match found {
        Ok(path) => {
            // Only a bound claimed by a checkpoint can exceed the plan.
            let length = Depth::saturated(path.len());
            Outcome::with_plan(plan(path), bound.min(length), counts.all())
        }
        Err(Stop::Bound) if known.is_none() => Outcome::beyond_bound(bound, counts.all()),
        Err(stop) => monitor.stopped(stop, known.map(plan), bound, counts.all()),
    }
}

/// The least bound that is not below `lower` and has the parity of all plans: that of the
/// distance of the blank from its goal.
fn first_bound(instance: &Instance, Depth(lower): Depth) -> Depth {
    let start = &instance.start;
    let away = start.size().distance(start.blank(), instance.solved().blank());
    Depth(lower + (lower ^ u16::from(away)) % 2)
}

/// The tiles that are pushed when the blank takes a path from the start.
fn plan(start: &Board, path: &[Cell]) -> Vec<Move> {
    let mut board = *start;
    let mut push = |&cell: &Cell| {
        let step = Move(board.tile(cell));
        board = board.push(cell).expect("the blank goes from cell to cell");
        step
    };
    path.iter().map(&mut push).collect()
}

/// The path that the blank takes when some tiles are pushed.
pub(super) fn path(start: &Board, plan: Vec<Move>) -> Vec<Cell> {
    let mut board = *start;
    let mut push = |Move(tile)| {
        let cell = board.cell_of(tile).expect("plans push tiles of the board");
        board = board.push(cell).expect("plans push tiles beside the blank");
        cell
    };
    plan.into_iter().map(&mut push).collect()
}
