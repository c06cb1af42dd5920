//! The tree of this puzzle for the driver of IDA*.

use super::astar::Frontier;
use super::depth_first;
use super::search::path;
use super::tree::{Branch, Node, Tree};
use super::upper_bounds::UpperBounds;
use crate::heuristics::SlideHeuristic;
use blake3::Hasher;
use fewest_rules::tiles::Cell;
use fewest_search::depth_first::iterative_deepening::{
    Batch, Counts, Flow, IsStopped, Searcher, Subtree, TreeKernel, UNKNOWN,
};
use fewest_search::{Depth, Monitor, Stop};
use std::ops::Range;

/// The tree is split into one subtree per this many nodes of the previous iteration. The more
/// subtrees there are, the more their order helps, and the longer they take to sort.
const NODES_A_SUBTREE: u64 = 128;
/// The tree is not split into many more subtrees than this.
const MOST_SUBTREES: u64 = 1 << 14;

/// The tree below the start, or below the frontier of A*. Paths are the cells that the blank goes
/// to.
pub(super) struct TileKernel<'a, const CELLS: usize, H: SlideHeuristic> {
    pub tree: &'a Tree<'a, CELLS, H>,
    pub frontier: Frontier<CELLS, H::Value>,
    upper_bounds: UpperBounds<'a>,
    /// The roots of the last split.
    roots: Vec<Node<CELLS, H::Value>>,
}

impl<'a, const CELLS: usize, H: SlideHeuristic> TileKernel<'a, CELLS, H> {
    /// The tree below a start that takes at least `bound` moves.
    pub fn new(
        tree: &'a Tree<'a, CELLS, H>,
        start: Node<CELLS, H::Value>,
        bound: Depth,
        upper_bounds: UpperBounds<'a>,
    ) -> Self {
        Self { tree, frontier: Frontier::new(start, bound), upper_bounds, roots: vec![] }
    }
}

impl<const CELLS: usize, H: SlideHeuristic> TreeKernel<Cell> for TileKernel<'_, CELLS, H> {
    /// All plans have the same parity.
    fn next_bound(&mut self, bound: Depth) -> Option<Depth> {
        Some(bound + Depth(2))
    }

    fn solution(&self, bound: Depth) -> Option<Vec<Cell>> {
        let number = self.frontier.solution(&self.tree.target, bound)?;
        Some(self.frontier.path(number))
    }

    /// A beam search in proportion to the previous iteration, if A* has no frontier.
    fn improve(
        &mut self,
        bound: Depth,
        known: Option<usize>,
        last: u64,
        counts: &mut Counts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Cell>>, Stop> {
        if self.frontier.len() > 1 {
            return Ok(None);
        }
        let found = self.upper_bounds.improve(bound, known, last, counts, monitor)?;
        Ok(found.map(|plan| path(&self.upper_bounds.instance.start, &plan)))
    }

    fn split(
        &mut self,
        bound: Depth,
        last: u64,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Subtree<Cell>>, Stop> {
        let many = (last / NODES_A_SUBTREE).min(MOST_SUBTREES) as usize;
        let branches = self.frontier.branches(self.tree, bound, counts, monitor)?;
        let branches = self.tree.deepened(branches, many, counts, monitor)?;
        self.roots.clear();
        let subtree = |Branch { root, origin, path }| {
            self.roots.push(root);
            Subtree { root: self.roots.len() as u32 - 1, origin, path, priority: UNKNOWN }
        };
        Ok(branches.into_iter().map(subtree).collect())
    }

    fn path_to(&self, origin: u32) -> Vec<Cell> {
        self.frontier.path(origin)
    }

    /// The same in every kernel for a board.
    fn digest(&self, root: u32, hasher: &mut Hasher) {
        let Node { board, state, budget, .. } = &self.roots[root as usize];
        hasher.update(&board.bytes()[..self.tree.size.cells()]);
        hasher.update(&state.to_le_bytes());
        hasher.update(&budget.to_le_bytes());
    }

    fn searcher<'a>(&'a self, subtrees: &'a [Subtree<Cell>]) -> Box<dyn Searcher<Cell> + 'a> {
        let searcher = depth_first::Searcher::new(self.tree);
        Box::new(TileSearcher { roots: &self.roots, subtrees, searcher })
    }
}

/// Searches subtrees of the last split.
struct TileSearcher<'a, const CELLS: usize, H: SlideHeuristic> {
    roots: &'a [Node<CELLS, H::Value>],
    subtrees: &'a [Subtree<Cell>],
    searcher: depth_first::Searcher<'a, CELLS, H>,
}

impl<const CELLS: usize, H: SlideHeuristic> Searcher<Cell> for TileSearcher<'_, CELLS, H> {
    fn search(&mut self, subtrees: Range<usize>, is_stopped: &mut IsStopped<'_>) -> Flow<Cell> {
        let roots = self.subtrees[subtrees].iter();
        self.searcher.search(roots.map(|subtree| self.roots[subtree.root as usize]), is_stopped)
    }

    fn counts(&mut self) -> &mut Batch {
        &mut self.searcher.counts
    }

    fn left(&self) -> &[u16] {
        &self.searcher.left
    }
}
