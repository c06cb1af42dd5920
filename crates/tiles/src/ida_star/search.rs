//! IDA* from a position that can be solved.

use super::kernel::TileKernel;
use super::tree::{Node, Tree};
use super::upper_bounds::UpperBounds;
use crate::automaton::Automaton;
use crate::heuristics::SlideHeuristic;
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Cell, Instance, Move};
use fewest_search::depth_first::iterative_deepening::{
    Counts, Driver, SearchCheckpoint, Start, SubtreeOrder,
};
use fewest_search::{Depth, Monitor, Outcome, Stop};
use std::num::NonZero;

/// What is known before the search starts.
#[derive(Default)]
pub(crate) struct WarmStart<'a, 'b, 'c> {
    /// A proved lower bound on the length of a plan.
    pub lower: Depth,
    /// The number of positions expanded to prove it.
    pub effort: u64,
    /// A plan that need not be a shortest one.
    pub known: Option<Vec<Move>>,
    /// The most positions that A* may store before IDA* starts from its frontier. With less than
    /// five, IDA* starts from the root.
    pub stored: usize,
    /// The order of subtrees learnt from an earlier search's last iteration. Afterwards it is that
    /// of this search.
    pub order: Option<&'a mut SubtreeOrder<Cell>>,
    /// Where a search without A* saves its state, and resumes.
    pub checkpoint: Option<&'a mut SearchCheckpoint<'b, 'c>>,
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

/// Finds a shortest plan of a position that can be solved.
///
/// The plan and all counts up to the last iteration depend neither on the number of threads nor on
/// how often the search was interrupted and resumed: see [`Driver::run`].
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or has more than `CELLS` cells.
pub(crate) fn ida_star<const CELLS: usize, H: SlideHeuristic>(
    task: &Task<'_>,
    heuristic: &H,
    warm_start: WarmStart<'_, '_, '_>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    let &Task { instance, automaton, of_beams, threads } = task;
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<CELLS, H>::new(instance, heuristic, automaton);
    let WarmStart { lower, effort, known, stored, order, checkpoint } = warm_start;
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
    let lower = resumed.map_or(lower, |start| start.bound.max(lower));
    let root = tree.root(&instance.start);
    let bound = first_bound(instance, &root, heuristic.bound(&root.value).max(lower));
    let upper_bounds = UpperBounds { instance, heuristic: of_beams, widest: 0 };
    let mut kernel = TileKernel::new(&tree, root, bound, upper_bounds);
    let mut counts = Counts::default();
    let grown = kernel.frontier.grow(&tree, stored, &mut counts.searched, monitor);
    let bound = kernel.frontier.bound;
    if grown.is_ok() && counts.searched.expanded > 0 {
        counts.searched.stored = kernel.frontier.len() as u64;
    }
    let last = effort.max(counts.searched.expanded);
    let known = known.map(|plan| path(&instance.start, &plan));
    let mut unknown = SubtreeOrder::default();
    let order = order.unwrap_or(&mut unknown);
    let start = Start { bound, last, counts, known };
    let mut driver = Driver::new(&mut kernel, threads, start, order, checkpoint);
    let found = grown.and_then(|()| driver.run(monitor));
    let Driver { bound, counts, known, .. } = driver;
    let plan = |path: Vec<Cell>| plan(&instance.start, &path);
    match found {
        Ok(path) => {
            // Only a bound claimed by a checkpoint can exceed the plan.
            let length = Depth(u16::try_from(path.len()).unwrap_or(u16::MAX));
            Outcome::with_plan(plan(path), bound.min(length), counts.all())
        }
        Err(Stop::Bound) if known.is_none() => Outcome::beyond_bound(bound, counts.all()),
        Err(stop) => monitor.stopped(stop, known.map(plan), bound, counts.all()),
    }
}

/// The least bound that is not below `lower` and has the parity of all plans: that of the
/// distance of the blank from its goal.
fn first_bound<const CELLS: usize, V>(
    instance: &Instance,
    root: &Node<CELLS, V>,
    Depth(lower): Depth,
) -> Depth {
    let away = instance.start.size().distance(root.blank, instance.solved().blank());
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
pub(super) fn path(start: &Board, plan: &[Move]) -> Vec<Cell> {
    let mut board = *start;
    let mut push = |&Move(tile): &Move| {
        let cell = board.cell_of(tile).expect("plans push tiles of the board");
        board = board.push(cell).expect("plans push tiles beside the blank");
        cell
    };
    plan.iter().map(&mut push).collect()
}
