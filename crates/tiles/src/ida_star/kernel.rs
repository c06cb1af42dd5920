//! The tree of this puzzle for the driver of IDA*.

use super::depth_first::SubtreeSearcher;
use super::search::Task;
use super::tree::{Branch, Node, Tree};
use super::upper_bounds::UpperBounds;
use crate::heuristics::SlideHeuristic;
use blake3::Hasher;
use fewest_rules::tiles::Cell;
use fewest_search::depth_first::iterative_deepening::{
    Counts, Searcher, Subtree, TreeKernel, UNKNOWN,
};
use fewest_search::{Depth, Monitor, Stop};
use std::sync::Arc;

/// A heuristic with the inner loop of IDA* that is compiled for it.
pub(crate) trait InnerLoop: Send + Sync {
    /// The tree of a task, and the heuristic of its start.
    fn kernel<'a>(&'a self, task: &Task<'a>) -> (Box<dyn TreeKernel<Cell> + 'a>, Depth);
}

/// The inner loop of a heuristic for boards of at most `CELLS` cells.
pub(crate) struct CompiledHeuristic<const CELLS: usize, H>(pub Arc<H>);

impl<const CELLS: usize, H: SlideHeuristic + Send> InnerLoop for CompiledHeuristic<CELLS, H> {
    fn kernel<'a>(&'a self, task: &Task<'a>) -> (Box<dyn TreeKernel<Cell> + 'a>, Depth) {
        let tree = Tree::<CELLS, H>::new(task.instance, &*self.0, task.automaton);
        let start = tree.root(&task.instance.start);
        let bound = self.0.bound(&start.value);
        let upper_bounds = UpperBounds::new(task.instance, task.of_beams);
        (Box::new(TileKernel { tree, start, upper_bounds, roots: vec![] }), bound)
    }
}

/// The tree is split into one subtree per this many nodes of the previous iteration. The more
/// subtrees there are, the more their order helps, and the longer they take to sort.
const NODES_A_SUBTREE: u64 = 128;
/// The tree is not split into many more subtrees than this.
const MOST_SUBTREES: u64 = 1 << 14;

/// The tree below the start. Paths are the cells that the blank goes to.
struct TileKernel<'a, const CELLS: usize, H: SlideHeuristic> {
    tree: Tree<'a, CELLS, H>,
    start: Node<CELLS, H::Value>,
    upper_bounds: UpperBounds<'a>,
    /// The roots of the last split.
    roots: Vec<Node<CELLS, H::Value>>,
}

impl<const CELLS: usize, H: SlideHeuristic> TreeKernel<Cell> for TileKernel<'_, CELLS, H> {
    /// All plans have the same parity.
    fn next_bound(&mut self, bound: Depth) -> Option<Depth> {
        Some(bound + Depth(2))
    }

    /// A beam search in proportion to the previous iteration.
    fn improve(
        &mut self,
        bound: Depth,
        known: Option<usize>,
        last: u64,
        counts: &mut Counts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Cell>>, Stop> {
        self.upper_bounds.improve(bound, known, last, counts, monitor)
    }

    fn split(
        &mut self,
        bound: Depth,
        last: u64,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Subtree<Cell>>, Stop> {
        let many = (last / NODES_A_SUBTREE).min(MOST_SUBTREES) as usize;
        let root = Node { budget: bound.0, ..self.start };
        let branches = self.tree.branches(root, many, counts, monitor)?;
        self.roots.clear();
        let subtree = |Branch { root, path }| {
            self.roots.push(root);
            Subtree { root: self.roots.len() as u32 - 1, path, priority: UNKNOWN }
        };
        Ok(branches.into_iter().map(subtree).collect())
    }

    /// The same in every kernel for a board.
    fn digest(&self, root: u32, hasher: &mut Hasher) {
        let Node { board, state, budget, .. } = &self.roots[root as usize];
        hasher.update(&board.bytes()[..self.tree.size.cells()]);
        hasher.update(&state.to_le_bytes());
        hasher.update(&budget.to_le_bytes());
    }

    fn searcher<'a>(&'a self, subtrees: &'a [Subtree<Cell>]) -> Box<dyn Searcher<Cell> + 'a> {
        Box::new(SubtreeSearcher::new(&self.tree, &self.roots, subtrees))
    }
}
