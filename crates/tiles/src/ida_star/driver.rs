//! The driver: one iteration after another, and beam searches beside them.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985).

use super::astar::Frontier;
use super::beam::{self, beam_search};
use super::checkpoint::Checkpoint;
use super::counts::Counts;
use super::iteration::{Found, Iteration, Searched};
use super::saved_search::IterationStart;
use super::subtree_order::SubtreeOrder;
use super::tree::{Node, Subtree, Tree};
use crate::automaton::Automaton;
use crate::heuristics::Heuristic;
use fewest_rules::tiles::{Cell, Instance, Move};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;

/// What is known before the search starts.
#[derive(Default)]
pub(crate) struct WarmStart<'a, 'b> {
    /// A proved lower bound on the length of a plan.
    pub lower: Depth,
    /// How many positions were expanded to prove it.
    pub effort: u64,
    /// A plan that need not be a shortest one.
    pub known: Option<Vec<Move>>,
    /// The most positions that A* may store before IDA* starts from its frontier. With less than
    /// five, IDA* starts from the root.
    pub stored: usize,
    /// The order of subtrees learnt from an earlier search's last iteration. Afterwards it is that
    /// of this search.
    pub order: Option<&'a mut SubtreeOrder>,
    /// Where a search without A* saves its state, and resumes.
    pub checkpoint: Option<&'a mut Checkpoint<'b>>,
}

/// Finds a shortest plan of a position that can be solved.
///
/// The plan and all counts up to the last iteration depend neither on the number of threads nor on
/// how often the search was interrupted and resumed. The counts of the last iteration do, and so
/// does the plan if a limit ends that iteration after some thread has found one.
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or has more than `CELLS` cells.
pub(crate) fn ida_star<const CELLS: usize, H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    automaton: &Automaton,
    threads: NonZero<usize>,
    warm_start: WarmStart<'_, '_>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<CELLS, H>::new(instance, heuristic, automaton);
    let WarmStart { lower, effort, known, stored, order, checkpoint } = warm_start;
    let mut unknown = SubtreeOrder::default();
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
    let root = tree.root(&instance.start);
    let lower = resumed.map_or(lower, |start| start.bound.max(lower));
    let bound = first_bound(instance, &root, heuristic.bound(&root.value).max(lower));
    let mut search = Search {
        tree: &tree,
        instance,
        threads,
        root,
        frontier: Frontier::new(root, bound),
        bound,
        counts: Counts::default(),
        expanded_by_astar: 0,
        last: effort,
        known,
        widest_beam: 0,
        order: order.unwrap_or(&mut unknown),
        checkpoint,
        resumed,
    };
    let found = search.grow_frontier(stored, monitor).and_then(|()| search.iterate(monitor));
    let Search { bound, counts, known, .. } = search;
    match found {
        Ok(plan) => {
            // Only a bound claimed by a checkpoint can exceed the plan.
            let length = Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX));
            Outcome::with_plan(plan, bound.min(length), counts.all())
        }
        Err(Stop::Bound) if known.is_none() => Outcome::beyond_bound(bound, counts.all()),
        Err(stop) => monitor.stopped(stop, known, bound, counts.all()),
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

/// After an iteration that expanded so many positions, the next one runs on all threads.
const LARGE: u64 = 10_000;
/// The tree is split into one subtree for so many positions of the iteration before. The more
/// subtrees there are, the more their order tells, and the longer it takes to sort them.
const POSITIONS_A_SUBTREE: u64 = 128;
/// The tree is not split much further than into so many subtrees.
const MOST_SUBTREES: usize = 1 << 14;

/// The state of a search.
struct Search<'a, 'b, const CELLS: usize, H: Heuristic> {
    tree: &'a Tree<'a, CELLS, H>,
    instance: &'a Instance,
    threads: NonZero<usize>,
    root: Node<CELLS, H::Value>,
    frontier: Frontier<CELLS, H::Value>,
    /// The bound of the iteration: no plan is shorter.
    bound: Depth,
    counts: Counts,
    expanded_by_astar: u64,
    /// Positions expanded in the iteration before.
    last: u64,
    /// The shortest plan known.
    known: Option<Vec<Move>>,
    /// The width of the widest beam so far.
    widest_beam: usize,
    order: &'a mut SubtreeOrder,
    checkpoint: Option<&'a mut Checkpoint<'b>>,
    /// The start of the iteration that is resumed.
    resumed: Option<IterationStart>,
}

impl<const CELLS: usize, H: Heuristic> Search<'_, '_, CELLS, H> {
    /// Lets A* store up to `most` positions, or takes over the counts of a resumed search.
    fn grow_frontier(&mut self, most: usize, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let statistics = &mut self.counts.searched;
        let grown = self.frontier.grow(self.tree, most, statistics, monitor);
        self.bound = self.frontier.bound;
        grown?;
        self.expanded_by_astar = statistics.expanded;
        self.last = self.last.max(statistics.expanded);
        if self.expanded_by_astar > 0 {
            statistics.stored = self.frontier.len() as u64;
        }
        if let Some(IterationStart { expanded, generated, last, .. }) = self.resumed {
            (statistics.expanded, statistics.generated, self.last) = (expanded, generated, last);
        }
        Ok(())
    }

    /// Runs iterations until one finds a plan, which is a shortest one.
    fn iterate(&mut self, monitor: &mut Monitor<'_>) -> Result<Vec<Move>, Stop> {
        loop {
            let before = self.counts.searched.expanded;
            self.begin_iteration();
            if let Some(number) = self.frontier.solution(&self.tree.target, self.bound) {
                return Ok(self.plan(&self.frontier.path(number)));
            }
            if monitor.limits().upper_bound.is_some_and(|asked| self.bound > asked) {
                return Err(Stop::Bound);
            }
            self.improve_plan(monitor)?;
            if let Some(plan) = self.known.take_if(|plan| plan.len() <= self.bound.index()) {
                return Ok(plan);
            }
            let subtrees = self.split(monitor)?;
            match self.search(&subtrees, monitor)? {
                Searched::Found(Found { origin, path }) => {
                    return Ok(self.plan(&[self.frontier.path(origin), path].concat()));
                }
                Searched::Exhausted(left) => *self.order = SubtreeOrder::new(subtrees, &left),
            }
            self.bound = self.bound + Depth(2);
            self.last = self.counts.searched.expanded - before;
        }
    }

    /// Takes note of the counts at the start of an iteration.
    fn begin_iteration(&mut self) {
        let statistics = &mut self.counts.searched;
        let Statistics { expanded, generated, .. } = *statistics;
        statistics.expanded_until_last_layer = expanded;
        statistics.reexpanded = expanded - self.expanded_by_astar;
        if let Some(checkpoint) = &mut self.checkpoint {
            let (bound, last) = (self.bound, self.last);
            checkpoint.begin(IterationStart { bound, expanded, generated, last });
        }
    }

    /// Looks for a plan, or for one shorter than that known, with a beam search in proportion to
    /// the iteration before.
    ///
    /// Not where A* has a frontier, and not in an iteration that is resumed: that one must make
    /// progress however short the runs are.
    fn improve_plan(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let is_resumed = self.resumed.is_some_and(|start| start.bound == self.bound);
        if self.expanded_by_astar > 0 || is_resumed {
            return Ok(());
        }
        let longest = Depth(self.bound.0.saturating_add(self.bound.0 / 2));
        let shorter =
            self.known.as_ref().map_or(longest.0, |plan| plan.len().saturating_sub(2) as u16);
        let asked = monitor.limits().upper_bound;
        let budget = asked.map_or(shorter, |asked| shorter.min(asked.0));
        let width = beam::width::<CELLS, H>(self.last, longest, monitor.limits());
        let wider = width.filter(|&width| width > self.widest_beam && budget >= self.bound.0);
        let Some(width) = wider else { return Ok(()) };
        self.widest_beam = width;
        let root = Node { budget, ..self.root };
        let path = beam_search(self.tree, root, self.bound, width, &mut self.counts, monitor)?;
        if let Some(path) = path {
            monitor.found(Depth(path.len() as u16), &self.counts.all());
            self.known = Some(self.plan(&path));
        }
        Ok(())
    }

    /// Splits the tree into subtrees, in the order in which they are to be searched.
    fn split(
        &mut self,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Subtree<Node<CELLS, H::Value>>>, Stop> {
        let many = usize::try_from(self.last / POSITIONS_A_SUBTREE);
        let many = many.map_or(MOST_SUBTREES, |many| many.min(MOST_SUBTREES));
        let subtrees = self.frontier.subtrees(self.tree, self.bound, &mut self.counts, monitor)?;
        let mut subtrees = self.tree.deepened(subtrees, many, &mut self.counts, monitor)?;
        match &mut self.checkpoint {
            Some(checkpoint) => checkpoint.prioritize(self.order, &mut subtrees),
            None => self.order.prioritize(&mut subtrees),
        }
        // Ties stay in the order of the tree: neighbours read the same entries of tables.
        subtrees.sort_by_key(|subtree| subtree.priority);
        Ok(subtrees)
    }

    /// Searches all subtrees.
    fn search(
        &mut self,
        subtrees: &[Subtree<Node<CELLS, H::Value>>],
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Stop> {
        let threads = if self.last >= LARGE { self.threads } else { NonZero::<usize>::MIN };
        let checkpoint = self.checkpoint.as_deref_mut();
        Iteration { tree: self.tree, bound: self.bound, subtrees }.run(
            threads,
            &mut self.counts,
            checkpoint,
            monitor,
        )
    }

    /// The tiles that are pushed when the blank takes a path from the start.
    fn plan(&self, path: &[Cell]) -> Vec<Move> {
        let mut board = self.instance.start.clone();
        let mut push = |&cell: &Cell| {
            let step = Move(board.tile(cell));
            board = board.push(cell).expect("the blank goes from cell to cell");
            step
        };
        path.iter().map(&mut push).collect()
    }
}
