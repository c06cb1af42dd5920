//! The tree of paths that IDA* searches: what does not change while it does.

use crate::automaton::Automaton;
use crate::byte_board::ByteBoard;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Size, Tile};
use fewest_search::{Depth, Statistics};

/// What does not change during a search.
pub(crate) struct Tree<'a, const CELLS: usize, H: Heuristic> {
    pub heuristic: &'a H,
    pub automaton: &'a Automaton,
    pub target: ByteBoard<CELLS>,
    steps: [Steps; Size::MAX_CELLS],
    size: Size,
    /// Whether the start is its own reflection in the diagonal.
    pub is_symmetric: bool,
}

/// A position that is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Node<const CELLS: usize, V> {
    pub board: ByteBoard<CELLS>,
    pub value: V,
    /// The automaton's state.
    pub state: u32,
    /// Moves that may still be made.
    pub room: u16,
    pub blank: Cell,
}

/// Subtrees whose roots' moves are looked at together, so that their looks at tables do not wait
/// for one another.
const GROUP: usize = 16;

/// The promise of a subtree that was not searched.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// A subtree to be searched.
pub(crate) struct Subtree<N> {
    pub root: N,
    /// The number of a position of the frontier.
    pub origin: u32,
    /// Where the blank went from there on the way to the root.
    pub path: Vec<Cell>,
    /// What the iteration before promised: the less the better.
    pub promise: u16,
}

/// The cells beside one, by direction.
#[derive(Clone, Copy)]
struct Steps {
    /// The cell itself where the board ends.
    to: [(Cell, Direction); Direction::ALL.len()],
    /// A one for each direction that does not leave the board.
    on_board: u32,
}

impl<'a, const CELLS: usize, H: Heuristic> Tree<'a, CELLS, H> {
    pub fn new(instance: &Instance, heuristic: &'a H, automaton: &'a Automaton) -> Self {
        let size = instance.start.size();
        let steps = std::array::from_fn(|number| {
            let cell = Cell(number as u8);
            let is_cell = number < size.cells();
            let beside = |way| if is_cell { size.neighbour(cell, way) } else { None };
            Steps {
                to: Direction::ALL.map(|way| (beside(way).unwrap_or(cell), way)),
                on_board: bits(Direction::ALL.map(|way| beside(way).is_some())),
            }
        });
        let solved = instance.solved();
        let is_symmetric = is_symmetric(&instance.start, &solved);
        let target = ByteBoard::new(&solved);
        Self { heuristic, automaton, target, steps, size, is_symmetric }
    }

    /// The start, with no moves that may be made.
    pub fn root(&self, start: &Board) -> Node<CELLS, H::Value> {
        let value = self.heuristic.start(|cell| start.tile(cell));
        let (board, blank) = (ByteBoard::new(start), start.blank());
        Node { board, value, state: Automaton::START, room: 0, blank }
    }

    /// Whether a first move is the reflection of another one.
    ///
    /// # Sound because
    /// the reflection of a plan is a plan. Of each two the one that comes first in the alphabet,
    /// which the automaton leaves, begins along the row.
    pub fn is_reflected(&self, slide: &Slide) -> bool {
        self.is_symmetric && self.size.row(slide.from) != self.size.row(slide.to)
    }

    /// The moves that the automaton allows, with its states after them.
    pub fn slides(
        &self,
        board: &ByteBoard<CELLS>,
        to: Cell,
        state: u32,
    ) -> impl Iterator<Item = (Slide, u32)> {
        let (states, ways) = (self.automaton.row(state), self.ways(to, state));
        let ways = (0..Direction::ALL.len()).filter(move |way| ways >> way & 1 == 1);
        ways.map(move |way| (self.slide(board, to, way), states[way]))
    }

    /// The slide of the tile that the blank goes to.
    #[inline(always)]
    pub fn slide(&self, board: &ByteBoard<CELLS>, to: Cell, way: usize) -> Slide {
        let (from, direction) = self.steps[to.index()].to[way];
        Slide { tile: board.tile(from), from, to, direction }
    }

    /// The directions that the blank may go from a cell in a state of the automaton, a one for
    /// each.
    #[inline(always)]
    pub fn ways(&self, blank: Cell, state: u32) -> u32 {
        self.steps[blank.index()].on_board & !Automaton::forbidden(state)
    }

    /// The subtrees one move deeper, in order: below the moves that `may` be made.
    pub fn split(
        &self,
        subtrees: &[Subtree<Node<CELLS, H::Value>>],
        may: impl Fn(&Slide) -> bool,
        statistics: &mut Statistics,
    ) -> Vec<Subtree<Node<CELLS, H::Value>>> {
        let mut deeper = vec![];
        let mut begun = vec![];
        for group in subtrees.chunks(GROUP) {
            for Subtree { root, origin, path, .. } in group {
                let tile_at = |cell| root.board.tile(cell);
                for (slide, state) in self.slides(&root.board, root.blank, root.state) {
                    if may(&slide) {
                        let step = self.heuristic.begin(&root.value, slide, tile_at);
                        begun.push((root, origin, path, slide, state, step));
                    }
                }
            }
            statistics.expanded += group.len() as u64;
            statistics.generated += begun.len() as u64;
            for (root, &origin, path, slide, state, step) in begun.drain(..) {
                let (room, mut value) = (root.room - 1, root.value);
                if self.heuristic.finish(&root.value, slide, &step, Depth(room), &mut value) {
                    let mut board = root.board;
                    board.slide(slide);
                    let root = Node { board, value, state, room, blank: slide.from };
                    let path = [path, &[slide.from][..]].concat();
                    deeper.push(Subtree { root, origin, path, promise: UNKNOWN });
                }
            }
        }
        deeper
    }

    /// Splits subtrees until there are at least `many`, or there is no room for it.
    pub fn deepened(
        &self,
        mut subtrees: Vec<Subtree<Node<CELLS, H::Value>>>,
        many: usize,
        statistics: &mut Statistics,
    ) -> Vec<Subtree<Node<CELLS, H::Value>>> {
        let has_room = |subtree: &Subtree<Node<CELLS, H::Value>>| subtree.root.room > 1;
        while !subtrees.is_empty() && subtrees.len() < many && subtrees.iter().all(has_room) {
            subtrees = self.split(&subtrees, |_| true, statistics);
        }
        subtrees
    }
}

/// A one for each that is true, the first lowest.
#[inline(always)]
fn bits(flags: [bool; Direction::ALL.len()]) -> u32 {
    flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(flag))
}

/// Whether a position is its own reflection in the diagonal, with the tiles renamed so that the
/// solved one is as well.
fn is_symmetric(start: &Board, solved: &Board) -> bool {
    let size = start.size();
    let reflected = |cell: Cell| Cell(size.column(cell) * size.width() + size.row(cell));
    let renamed = |tile: Tile| solved.cell_of(tile).map(|home| solved.tile(reflected(home)));
    let is_same = |cell| Some(start.tile(reflected(cell))) == renamed(start.tile(cell));
    size.width() == size.height() && size.all_cells().all(is_same)
}
