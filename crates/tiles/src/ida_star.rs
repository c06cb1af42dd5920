//! IDA* made for this puzzle: on all cores, with bounds kept up to date along the path.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985).

use crate::automaton::Automaton;
use crate::beam::width;
use crate::checkpoint::{Checkpoint, Iteration};
use crate::frontier::Frontier;
use crate::guess::guess;
use crate::heuristic::Heuristic;
use crate::iteration::{Counts, Searched, Tasks};
use crate::promise::Promises;
use crate::tree::{Node, Tree};
use fewest_rules::tiles::{Board, Cell, Instance, Move};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;

/// Where a search begins.
#[derive(Default)]
pub struct Beginning<'a, 'b> {
    /// No plan is shorter, as is known.
    pub at_least: Depth,
    /// Positions that were expanded to know it.
    pub effort: u64,
    /// A plan that need not be a shortest one.
    pub known: Option<Vec<Move>>,
    /// Positions that A* stores at most before IDA* begins where it ends: with less than five,
    /// IDA* begins at the start.
    pub stored: usize,
    /// What the last iteration of an earlier search has promised; afterwards that of this one.
    pub promises: Option<&'a mut Promises>,
    /// Where a search without A* writes how far it has come, and begins if it goes on.
    pub checkpoint: Option<&'a mut Checkpoint<'b>>,
}

/// Finds a shortest plan of a position that can be solved.
///
/// The plan and all counts up to the last iteration do not depend on the number of threads, or on
/// how often the search was broken off and taken up again; the counts of the last iteration do,
/// and so does the plan if a limit ends that iteration when another thread has found one already.
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or has more than `CELLS` cells.
pub fn ida_star<const CELLS: usize, H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    automaton: &Automaton,
    threads: NonZero<usize>,
    Beginning { at_least, effort, mut known, stored, promises, mut checkpoint }: Beginning<'_, '_>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<CELLS, H>::new(instance, heuristic, automaton);
    let root = tree.root(&instance.start);
    let away = instance.start.size().distance(root.blank, instance.solved().blank());
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
    let excluded = resumed.map_or(at_least, |iteration| iteration.bound.max(at_least));
    let least = heuristic.bound(&root.value).max(excluded).0;
    // Every solution has the parity of the blank's distance from its place.
    let bound = Depth(least + (least ^ u16::from(away)) % 2);
    let mut unknown = Promises::default();
    let promises = promises.unwrap_or(&mut unknown);
    let mut counts = Counts::default();
    let mut frontier = Frontier::new(root, bound);
    if let Err(stop) = frontier.grow(&tree, stored, &mut counts.searched, monitor) {
        return stopped(stop, known, frontier.bound, counts.searched);
    }
    let Counts { searched: statistics, .. } = &mut counts;
    let grown = statistics.expanded;
    statistics.stored = if grown > 0 { frontier.len() as u64 } else { 0 };
    let mut bound = frontier.bound;
    let mut last = grown.max(effort);
    let mut widest = 0;
    if let Some(Iteration { expanded, generated, last: before, .. }) = resumed {
        (statistics.expanded, statistics.generated, last) = (expanded, generated, before);
    }
    loop {
        let statistics = &mut counts.searched;
        let Statistics { expanded, generated, .. } = *statistics;
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.begin(Iteration { bound, expanded, generated, last });
        }
        statistics.expanded_until_last_layer = expanded;
        statistics.reexpanded = expanded - grown;
        if let Some(number) = frontier.solution(&tree.target, bound) {
            let plan = plan(&instance.start, &frontier.path(number));
            return solved(plan, bound, counts.all());
        }
        let asked = monitor.limits().upper_bound;
        if asked.is_some_and(|asked| bound > asked) {
            return Outcome::bounded(Stop::Bound, bound, counts.all());
        }
        // An iteration that is taken up again and again gets on, however short the runs are.
        let is_resumed = resumed.is_some_and(|iteration| iteration.bound == bound);
        // A plan that need not be a shortest one: of this length at most, and shorter than the last.
        let longest = Depth(bound.0.saturating_add(bound.0 / 2));
        let shorter = known.as_ref().map_or(longest.0, |plan| plan.len().saturating_sub(2) as u16);
        let room = asked.map_or(shorter, |asked| shorter.min(asked.0));
        let wider = width::<CELLS, H>(last, longest, monitor.limits()).filter(|&w| w > widest);
        if let Some(width) = wider.filter(|_| room >= bound.0 && grown == 0 && !is_resumed) {
            widest = width;
            match guess(&tree, Node { room, ..root }, bound, width, &mut counts, monitor) {
                Err(stop) => return stopped(stop, known, bound, counts.all()),
                Ok(path) => known = path.map(|path| plan(&instance.start, &path)).or(known),
            }
        }
        if let Some(plan) = known.take_if(|plan| plan.len() <= bound.index()) {
            return solved(plan, bound, counts.all());
        }
        let many =
            usize::try_from(last / POSITIONS).map_or(MOST_SUBTREES, |many| many.min(MOST_SUBTREES));
        let statistics = &mut counts.searched;
        let subtrees = frontier.subtrees(&tree, bound, statistics);
        let mut subtrees = tree.deepened(subtrees, many, statistics);
        match &mut checkpoint {
            Some(checkpoint) => checkpoint.promise(promises, &mut subtrees),
            None => promises.give(&mut subtrees),
        }
        // Ties stay in the order of the tree: neighbours look at the same entries of tables.
        subtrees.sort_by_key(|subtree| subtree.promise);
        let tasks = Tasks { bound, subtrees: &subtrees };
        let threads = if last >= LARGE { threads } else { NonZero::<usize>::MIN };
        let checkpoint = checkpoint.as_deref_mut();
        match tasks.search(&tree, threads, &mut counts, checkpoint, monitor) {
            Err(stop) => return stopped(stop, known, bound, counts.all()),
            Ok(Searched::Found((origin, below))) => {
                let mut path = frontier.path(origin);
                path.extend(below);
                return solved(plan(&instance.start, &path), bound, counts.all());
            }
            Ok(Searched::Exhausted(left)) => *promises = Promises::new(subtrees, &left),
        }
        bound = bound + Depth(2);
        last = counts.searched.expanded - expanded;
    }
}

/// What a search has shown that met a plan within its bound.
///
/// The plan is as long as that: a shorter one would show that a checkpoint claimed too much.
fn solved(plan: Vec<Move>, bound: Depth, statistics: Statistics) -> Outcome<Move> {
    let length = Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX));
    Outcome::with_plan(plan, bound.min(length), statistics)
}

/// What a search has shown that a limit ended.
pub(crate) fn stopped(
    stop: Stop,
    known: Option<Vec<Move>>,
    lower: Depth,
    statistics: Statistics,
) -> Outcome<Move> {
    match known {
        Some(plan) => Outcome::stopped_with_plan(stop, plan, lower, statistics),
        None => Outcome::bounded(stop, lower, statistics),
    }
}

/// After an iteration of so many positions the next one is shared by all threads.
const LARGE: u64 = 10_000;
/// A tree is split into a subtree for so many positions of the iteration before: the more there
/// are, the more their order tells, and the more there is to be put in order.
const POSITIONS: u64 = 128;
/// A tree is not split into much more than so many.
const MOST_SUBTREES: usize = 1 << 14;

/// The tiles that are pushed when the blank takes a path.
fn plan(start: &Board, path: &[Cell]) -> Vec<Move> {
    let mut board = start.clone();
    let mut push = |&cell: &Cell| {
        let step = Move(board.tile(cell));
        board = board.push(cell).expect("the blank goes from cell to cell");
        step
    };
    path.iter().map(&mut push).collect()
}
