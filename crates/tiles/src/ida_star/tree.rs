//! The tree of paths that IDA* searches, and how it is split into subtrees.

use crate::automaton::Automaton;
use crate::board::{ByteBoard, Slide};
use crate::heuristics::SlideHeuristic;
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Size, Tile};
use fewest_search::depth_first::iterative_deepening::Counts;
use fewest_search::{Depth, Monitor, Stop};

/// All that stays the same during a search.
pub(super) struct Tree<'a, const CELLS: usize, H: SlideHeuristic> {
    pub heuristic: &'a H,
    pub automaton: &'a Automaton,
    pub target: ByteBoard<CELLS>,
    neighbours: [Neighbours; Size::MAX_CELLS],
    pub size: Size,
    /// Whether the start is its own reflection in the diagonal.
    pub is_symmetric: bool,
}

/// A position in the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<const CELLS: usize, V> {
    pub board: ByteBoard<CELLS>,
    pub value: V,
    /// The automaton's state.
    pub state: u32,
    /// Moves that may still be made.
    pub budget: u16,
    pub blank: Cell,
}

/// Roots whose moves are evaluated together, so that their reads of tables overlap.
const GROUP: usize = 16;

/// A path from a stored position, and the node that it leads to.
pub(super) struct Branch<N> {
    pub root: N,
    /// The number of a position of the frontier.
    pub origin: u32,
    /// The cells that the blank goes to from there on the way to the root.
    pub path: Vec<Cell>,
}

/// The neighbours of a cell, by direction.
#[derive(Clone, Copy)]
struct Neighbours {
    /// The neighbour, or the cell itself at the edge of the board.
    to: [(Cell, Direction); Direction::ALL.len()],
    /// The directions that do not leave the board, a bit for each.
    on_board: u32,
}

impl<'a, const CELLS: usize, H: SlideHeuristic> Tree<'a, CELLS, H> {
    pub fn new(instance: &Instance, heuristic: &'a H, automaton: &'a Automaton) -> Self {
        let size = instance.start.size();
        let neighbours = std::array::from_fn(|number| {
            let cell = Cell(number as u8);
            let is_cell = number < size.cells();
            let beside = |direction| if is_cell { size.neighbour(cell, direction) } else { None };
            Neighbours {
                to: Direction::ALL.map(|direction| (beside(direction).unwrap_or(cell), direction)),
                on_board: bits(Direction::ALL.map(|direction| beside(direction).is_some())),
            }
        });
        let solved = instance.solved();
        let is_symmetric = is_symmetric(&instance.start, &solved);
        let target = ByteBoard::new(&solved);
        Self { heuristic, automaton, target, neighbours, size, is_symmetric }
    }

    /// The start, with a budget of no moves.
    pub fn root(&self, start: &Board) -> Node<CELLS, H::Value> {
        let value = self.heuristic.start(|cell| start.tile(cell));
        let (board, blank) = (ByteBoard::new(start), start.blank());
        Node { board, value, state: Automaton::START, budget: 0, blank }
    }

    /// Whether a first move may be pruned as the reflection of another one: the start is
    /// symmetric and the move is vertical.
    ///
    /// # Sound because
    /// the reflection of a plan is a plan. Of the two, the one that comes first in the alphabet,
    /// which the automaton never prunes, begins with a horizontal move.
    pub fn is_reflected(&self, slide: &Slide) -> bool {
        self.is_symmetric && self.size.row(slide.from) != self.size.row(slide.to)
    }

    /// The moves that the automaton allows, with the automaton's states after them.
    pub fn slides(
        &self,
        board: &ByteBoard<CELLS>,
        to: Cell,
        state: u32,
    ) -> impl Iterator<Item = (Slide, u32)> {
        let states = self.automaton.row(state);
        let directions = directions_in(self.directions(to, state));
        directions.map(move |direction| (self.slide(board, to, direction), states[direction]))
    }

    /// The slide that moves the blank from a cell in a direction.
    #[inline(always)]
    pub fn slide(&self, board: &ByteBoard<CELLS>, to: Cell, direction: usize) -> Slide {
        let (from, direction) = self.neighbours[to.index()].to[direction];
        Slide { tile: board.tile(from), from, to, direction }
    }

    /// The directions that the blank may go from a cell in a state of the automaton, a bit for
    /// each.
    #[inline(always)]
    pub fn directions(&self, blank: Cell, state: u32) -> u32 {
        self.neighbours[blank.index()].on_board & !Automaton::forbidden(state)
    }

    /// Extends the branches, in order, by each of the moves that satisfy `may`.
    ///
    /// # Errors
    /// If the limit on expanded positions is reached.
    pub fn split(
        &self,
        branches: &[Branch<Node<CELLS, H::Value>>],
        may: impl Fn(&Slide) -> bool,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Branch<Node<CELLS, H::Value>>>, Stop> {
        let mut deeper = vec![];
        let mut begun = vec![];
        let mut rest = branches;
        while !rest.is_empty() {
            let left = monitor.nodes_left(&counts.all())?;
            let (group, later) = rest.split_at(left.min(GROUP).min(rest.len()));
            rest = later;
            for Branch { root, origin, path } in group {
                let tile_at = |cell| root.board.tile(cell);
                for (slide, state) in self.slides(&root.board, root.blank, root.state) {
                    if may(&slide) {
                        let step = self.heuristic.begin(&root.value, slide, tile_at);
                        begun.push((root, origin, path, slide, state, step));
                    }
                }
            }
            counts.searched.expanded += group.len() as u64;
            counts.searched.generated += begun.len() as u64;
            for (root, &origin, path, slide, state, step) in begun.drain(..) {
                let (budget, mut value) = (root.budget - 1, root.value);
                if self.heuristic.finish(&root.value, slide, &step, Depth(budget), &mut value) {
                    let mut board = root.board;
                    board.slide(slide);
                    let root = Node { board, value, state, budget, blank: slide.from };
                    let path = [path, &[slide.from][..]].concat();
                    deeper.push(Branch { root, origin, path });
                }
            }
        }
        Ok(deeper)
    }

    /// Splits branches until there are at least `many`, or one of them has a budget of a single
    /// move.
    ///
    /// # Errors
    /// As [`Tree::split`].
    pub fn deepened(
        &self,
        mut branches: Vec<Branch<Node<CELLS, H::Value>>>,
        many: usize,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Branch<Node<CELLS, H::Value>>>, Stop> {
        let can_split = |branch: &Branch<Node<CELLS, H::Value>>| branch.root.budget > 1;
        while !branches.is_empty() && branches.len() < many && branches.iter().all(can_split) {
            branches = self.split(&branches, |_| true, counts, monitor)?;
        }
        Ok(branches)
    }
}

/// The directions in a set with a bit for each.
#[inline(always)]
pub(super) fn directions_in(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then_some(set.trailing_zeros() as usize % Direction::ALL.len());
        set &= set.wrapping_sub(1);
        next
    })
}

/// A bit for each flag, the first one lowest.
#[inline(always)]
fn bits(flags: [bool; Direction::ALL.len()]) -> u32 {
    flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(flag))
}

/// Whether a position is its own reflection in the diagonal, with the tiles renamed so that the
/// solved position is its own reflection as well.
fn is_symmetric(start: &Board, solved: &Board) -> bool {
    let size = start.size();
    let reflected = |cell: Cell| Cell(size.column(cell) * size.width() + size.row(cell));
    let renamed = |tile: Tile| solved.cell_of(tile).map(|home| solved.tile(reflected(home)));
    let is_same = |cell| Some(start.tile(reflected(cell))) == renamed(start.tile(cell));
    // Only then is the blank renamed to itself.
    let keeps_the_blank = || reflected(solved.blank()) == solved.blank();
    size.width() == size.height() && keeps_the_blank() && size.all_cells().all(is_same)
}
