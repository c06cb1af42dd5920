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
    is_symmetric: bool,
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

/// All directions, a bit for each.
const ALL: u32 = (1 << Direction::ALL.len()) - 1;

/// The directions of the first moves from a symmetric start: of a path and its reflection, only one
/// begins so.
///
/// # Sound because
/// the reflection of a plan is a plan. Of the two, the one that comes first in the alphabet, which
/// the automaton never prunes, begins with a horizontal move.
const HORIZONTAL: u32 = 1 << Direction::East as u32 | 1 << Direction::West as u32;

/// A path from the start, and the node that it leads to.
pub(super) struct Branch<N> {
    pub root: N,
    /// The cells that the blank goes to.
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
            let on_board = Direction::ALL.into_iter().filter(|&way| beside(way).is_some());
            Neighbours {
                to: Direction::ALL.map(|direction| (beside(direction).unwrap_or(cell), direction)),
                on_board: on_board.map(|direction| 1 << direction.index()).sum(),
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

    /// Splits the tree below a node until there are at least `many` branches, or one of them has a
    /// budget of a single move.
    ///
    /// # Errors
    /// If the limit on expanded positions is reached.
    pub fn branches(
        &self,
        root: Node<CELLS, H::Value>,
        many: usize,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Branch<Node<CELLS, H::Value>>>, Stop> {
        let can_split = |branch: &Branch<Node<CELLS, H::Value>>| branch.root.budget > 1;
        let mut branches = vec![Branch { root, path: vec![] }];
        if self.is_symmetric && branches.iter().all(can_split) {
            branches = self.split(&branches, HORIZONTAL, counts, monitor)?;
        }
        while !branches.is_empty() && branches.len() < many && branches.iter().all(can_split) {
            branches = self.split(&branches, ALL, counts, monitor)?;
        }
        Ok(branches)
    }

    /// Extends the branches, in order, by each of the moves in some directions.
    fn split(
        &self,
        branches: &[Branch<Node<CELLS, H::Value>>],
        ways: u32,
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
            for Branch { root, path } in group {
                let tile_at = |cell| root.board.tile(cell);
                let states = self.automaton.row(root.state);
                for direction in directions_in(self.directions(root.blank, root.state) & ways) {
                    let slide = self.slide(&root.board, root.blank, direction);
                    let step = self.heuristic.begin(&root.value, slide, tile_at);
                    begun.push((root, path, slide, states[direction], step));
                }
            }
            counts.searched.expanded += group.len() as u64;
            counts.searched.generated += begun.len() as u64;
            for (root, path, slide, state, step) in begun.drain(..) {
                let (budget, mut value) = (root.budget - 1, root.value);
                if self.heuristic.finish(&root.value, slide, &step, Depth(budget), &mut value) {
                    let mut board = root.board;
                    board.slide(slide);
                    let root = Node { board, value, state, budget, blank: slide.from };
                    let path = [path, &[slide.from][..]].concat();
                    deeper.push(Branch { root, path });
                }
            }
        }
        Ok(deeper)
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
