//! Depth-first search of several subtrees in turns.

use super::tree::{Node, Tree, directions_in};
use crate::board::{ByteBoard, Slide};
use crate::heuristics::SlideHeuristic;
use fewest_rules::tiles::{Cell, Direction, Tile};
use fewest_search::Depth;
use fewest_search::depth_first::iterative_deepening::{Batch, Flow, IsStopped, Searcher, Subtree};
use fewest_search::platform::cpu_dispatch::{self, Kernel};
use std::ops::Range;

/// Subtrees that are searched in turns: while one waits for memory, the others advance.
const LANES: usize = 8;

/// The number of directions.
const DIRECTIONS: usize = Direction::ALL.len();

/// Searches subtrees of a split, with stacks that are kept from one call to the next.
pub(super) struct SubtreeSearcher<'a, const CELLS: usize, H: SlideHeuristic> {
    tree: &'a Tree<'a, CELLS, H>,
    /// The roots of the split.
    roots: &'a [Node<CELLS, H::Value>],
    subtrees: &'a [Subtree<Cell>],
    counts: Batch,
    /// After a search: the moves left in the deepest position of each subtree.
    left: Vec<u16>,
    lanes: [Lane<CELLS, H>; LANES],
}

/// The search of one subtree.
struct Lane<const CELLS: usize, H: SlideHeuristic> {
    /// The number of the root.
    root: usize,
    /// Moves that may be made from the root.
    budget: u16,
    /// The level of the deepest position so far.
    deepest: u16,
    /// By level, the positions from the root to the one expanded last; beyond it unused entries.
    line: Vec<Position<CELLS, H>>,
    /// A stack of moves from positions of the line; beyond the top unused entries.
    open: Vec<Open<H>>,
    /// The height of the stack.
    opened: usize,
}

/// An expanded position.
struct Position<const CELLS: usize, H: SlideHeuristic> {
    value: H::Value,
    board: ByteBoard<CELLS>,
    /// The move that led here.
    slide: Slide,
}

/// A move whose evaluation has begun.
#[repr(align(16))]
struct Open<H: SlideHeuristic> {
    step: H::Step,
    slide: Slide,
    /// The automaton's state after it.
    state: u32,
    /// The level of the position in which it is made.
    level: u16,
}

/// The result of a lane's turn.
enum Turn {
    /// A position was expanded.
    Over,
    /// The subtree is exhausted.
    Done,
    Found(Vec<Cell>),
}

impl<'a, const CELLS: usize, H: SlideHeuristic> SubtreeSearcher<'a, CELLS, H> {
    pub fn new(
        tree: &'a Tree<'a, CELLS, H>,
        roots: &'a [Node<CELLS, H::Value>],
        subtrees: &'a [Subtree<Cell>],
    ) -> Self {
        let lane =
            |_| Lane { root: 0, budget: 0, deepest: 0, line: vec![], open: vec![], opened: 0 };
        let lanes = std::array::from_fn(lane);
        Self { tree, roots, subtrees, counts: Batch::default(), left: vec![], lanes }
    }
}

impl<const CELLS: usize, H: SlideHeuristic> Searcher<Cell> for SubtreeSearcher<'_, CELLS, H> {
    fn search(&mut self, subtrees: Range<usize>, is_stopped: &mut IsStopped<'_>) -> Flow<Cell> {
        let search = Search { searcher: self, subtrees, is_stopped };
        if const { H::IS_COMPILED_TWICE } { cpu_dispatch::run(search) } else { search.run() }
    }

    fn counts(&mut self) -> &mut Batch {
        &mut self.counts
    }

    fn left(&self) -> &[u16] {
        &self.left
    }
}

/// A search of some subtrees.
struct Search<'s, 'a, 'b, const CELLS: usize, H: SlideHeuristic> {
    searcher: &'s mut SubtreeSearcher<'a, CELLS, H>,
    subtrees: Range<usize>,
    is_stopped: &'s mut IsStopped<'b>,
}

impl<const CELLS: usize, H: SlideHeuristic> Kernel for Search<'_, '_, '_, CELLS, H> {
    type Output = Flow<Cell>;

    #[inline(always)]
    fn run(self) -> Flow<Cell> {
        let Self { searcher, subtrees, is_stopped } = self;
        searcher.left.clear();
        searcher.left.resize(subtrees.len(), 0);
        // A number that no root has.
        let none = subtrees.len();
        searcher.lanes.iter_mut().for_each(|lane| (lane.root, lane.opened) = (none, 0));
        let mut subtrees = searcher.subtrees[subtrees].iter().enumerate();
        let mut at_work = LANES;
        while at_work > 0 {
            let mut number = 0;
            while let Some(lane) = searcher.lanes[..at_work].get_mut(number) {
                if searcher.counts.is_used_up() && is_stopped(&mut searcher.counts) {
                    return Flow::Stopped;
                }
                number += 1;
                match lane.turn(searcher.tree, &mut searcher.counts) {
                    Turn::Over => {}
                    Turn::Found(path) => return Flow::Found(lane.root, path),
                    Turn::Done => {
                        if let Some(left) = searcher.left.get_mut(lane.root) {
                            *left = lane.budget - lane.deepest;
                        }
                        match subtrees.next() {
                            Some((at, subtree)) => {
                                let root = searcher.roots[subtree.root as usize];
                                lane.begin(searcher.tree, &mut searcher.counts, at, root);
                            }
                            None => {
                                (number, at_work) = (number - 1, at_work - 1);
                                searcher.lanes.swap(number, at_work);
                            }
                        }
                    }
                }
            }
        }
        Flow::Exhausted
    }
}

impl<const CELLS: usize, H: SlideHeuristic> Lane<CELLS, H> {
    /// Starts to search below a root.
    fn begin(
        &mut self,
        tree: &Tree<'_, CELLS, H>,
        counts: &mut Batch,
        root: usize,
        Node { board, value, state, budget, blank }: Node<CELLS, H::Value>,
    ) {
        (self.root, self.budget, self.deepest) = (root, budget, 0);
        let slide = Slide { tile: Tile::BLANK, from: blank, to: blank, direction: Direction::East };
        let empty = || Position { value, board, slide };
        let most = self.line.len().max(usize::from(budget) + 1);
        self.line.resize_with(most, empty);
        let nothing = || Open { step: H::Step::default(), slide, state, level: 0 };
        self.open.resize_with(DIRECTIONS * most, nothing);
        self.line[0] = empty();
        self.opened = self.line[0].expand(tree, counts, 0, state, &mut self.open);
    }

    /// Evaluates moves until another position is expanded.
    #[inline(always)]
    fn turn(&mut self, tree: &Tree<'_, CELLS, H>, counts: &mut Batch) -> Turn {
        while let Some((open, _)) = self.open[..self.opened].split_last() {
            self.opened -= 1;
            let &Open { step, slide, state, level } = open;
            let [position, next, ..] = &mut self.line[usize::from(level)..] else {
                unreachable!("the line has a position for each move of the budget");
            };
            let level = level + 1;
            let budget = Depth(self.budget - level);
            if !tree.heuristic.finish(&position.value, slide, &step, budget, &mut next.value) {
                continue;
            }
            next.board = position.board;
            next.board.slide(slide);
            next.slide = slide;
            self.deepest = self.deepest.max(level);
            if level < self.budget {
                let free = &mut self.open[self.opened..];
                self.opened += next.expand(tree, counts, level, state, free);
                return Turn::Over;
            }
            if next.board == tree.target {
                let line = &self.line[1..=usize::from(level)];
                return Turn::Found(line.iter().map(|position| position.slide.from).collect());
            }
        }
        Turn::Done
    }
}

impl<const CELLS: usize, H: SlideHeuristic> Position<CELLS, H> {
    /// Pushes the moves from here onto the free part of a stack, and returns their number. Their
    /// evaluation has begun: by the next turn the tables have been fetched.
    #[inline(always)]
    fn expand(
        &self,
        tree: &Tree<'_, CELLS, H>,
        counts: &mut Batch,
        level: u16,
        state: u32,
        open: &mut [Open<H>],
    ) -> usize {
        let open = open
            .first_chunk_mut::<DIRECTIONS>()
            .expect("the stack has space for each position of the line");
        let mut opened = 0;
        let states = tree.automaton.row(state);
        let blank = self.slide.from;
        for direction in directions_in(tree.directions(blank, state)) {
            let slide = tree.slide(&self.board, blank, direction);
            let step = tree.heuristic.begin(&self.value, slide, |cell| self.board.tile(cell));
            tree.automaton.prefetch(states[direction]);
            open[opened % DIRECTIONS] = Open { step, slide, state: states[direction], level };
            opened += 1;
        }
        counts.expanded(opened);
        opened
    }
}
