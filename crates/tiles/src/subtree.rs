//! Depth-first search of subtrees: one position, changed by moves that are taken back.

use crate::byte_board::ByteBoard;
use crate::heuristic::{Heuristic, Slide};
use crate::ida_star::{Node, Tree};
use fewest_rules::tiles::{Cell, Direction};
use fewest_search::Depth;

/// How the search of a subtree ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flow {
    Exhausted,
    /// The number of the root, and the cells that the blank goes to from there.
    Found(usize, Vec<Cell>),
    /// A limit or an earlier solution ended it.
    Stopped,
}

/// Positions that may be expanded before the next look at the limits, and counts not yet shared.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    granted: u64,
    left: u64,
    generated: u64,
}

impl Batch {
    pub fn granted(granted: u64) -> Self {
        Self { granted, left: granted, generated: 0 }
    }

    /// Positions expanded and generated since the last time.
    pub fn take(&mut self) -> (u64, u64) {
        let counts = (self.granted - self.left, self.generated);
        (self.granted, self.generated) = (self.left, 0);
        counts
    }
}

/// Searches subtrees one after the other.
pub(crate) struct Searcher<'a, const CELLS: usize, H: Heuristic> {
    tree: &'a Tree<'a, CELLS, H>,
    pub counts: Batch,
    board: ByteBoard<CELLS>,
    /// Where the blank goes to a solution that was found, the last cell first.
    path: Vec<Cell>,
}

/// What searching below a position came to.
enum Below {
    Nothing,
    Solution,
    Stopped,
}

/// Tells whether the search must end, and else grants more positions.
type IsStopped<'a> = dyn FnMut(&mut Batch) -> bool + 'a;

impl<'a, const CELLS: usize, H: Heuristic> Searcher<'a, CELLS, H> {
    pub fn new(tree: &'a Tree<'a, CELLS, H>) -> Self {
        Self { tree, counts: Batch::default(), board: tree.target, path: vec![] }
    }

    /// Searches all paths from some roots, of as many moves as each has room for.
    pub fn search(
        &mut self,
        roots: impl Iterator<Item = Node<CELLS, H::Value>>,
        is_stopped: &mut IsStopped<'_>,
    ) -> Flow {
        for (number, root) in roots.enumerate() {
            let Node { board, value, state, room, blank } = root;
            self.board = board;
            match self.below(&value, state, room, blank, is_stopped) {
                Below::Nothing => {}
                Below::Solution => {
                    self.path.reverse();
                    return Flow::Found(number, std::mem::take(&mut self.path));
                }
                Below::Stopped => return Flow::Stopped,
            }
        }
        Flow::Exhausted
    }

    /// Searches below the position at hand, which is as before where nothing is found.
    fn below(
        &mut self,
        value: &H::Value,
        state: u32,
        room: u16,
        blank: Cell,
        is_stopped: &mut IsStopped<'_>,
    ) -> Below {
        if self.counts.left == 0 && is_stopped(&mut self.counts) {
            return Below::Stopped;
        }
        self.counts.left -= 1;
        let tree = self.tree;
        let beside = &tree.steps[blank.index()].to;
        let states = tree.automaton.row(state);
        let room = room - 1;
        for way in ones(tree.ways(blank, &states)) {
            self.counts.generated += 1;
            let from = beside[way];
            let tile = self.board.tile(from);
            let slide = Slide { tile, from, to: blank, direction: Direction::ALL[way] };
            let tile_at = |cell| self.board.tile(cell);
            let after = tree.heuristic.after(value, slide, tile_at, Depth(room));
            let Some(after) = after else { continue };
            self.board.slide(slide);
            let below = match room {
                0 if self.board == tree.target => Below::Solution,
                0 => Below::Nothing,
                _ => self.below(&after, states[way], room, from, is_stopped),
            };
            match below {
                Below::Nothing => self.board.take_back(slide),
                Below::Solution => {
                    self.path.push(from);
                    return below;
                }
                Below::Stopped => return below,
            }
        }
        Below::Nothing
    }
}

/// The directions of a set.
#[inline(always)]
fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = (set != 0).then_some(set.trailing_zeros() as usize % Direction::ALL.len());
        set &= set.wrapping_sub(1);
        way
    })
}
