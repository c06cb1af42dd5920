//! Depth-first search of subtrees, a few of them in turns.

use crate::byte_board::ByteBoard;
use crate::heuristic::{Heuristic, Slide};
use crate::ida_star::{Node, Tree};
use fewest_rules::tiles::{Cell, Direction, Tile};
use fewest_search::Depth;

/// Subtrees that are searched in turns: while one waits for memory, the others go on.
const LANES: usize = 8;

/// The directions that a blank can go.
const WAYS: usize = Direction::ALL.len();

/// How the search of some subtrees ended.
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

/// Searches subtrees.
pub(crate) struct Searcher<'a, const CELLS: usize, H: Heuristic> {
    tree: &'a Tree<'a, CELLS, H>,
    pub counts: Batch,
    lanes: [Lane<CELLS, H>; LANES],
}

/// The search of one subtree: a position, changed by moves that are taken back.
struct Lane<const CELLS: usize, H: Heuristic> {
    /// The number of the root.
    root: usize,
    board: ByteBoard<CELLS>,
    /// The positions from the root to the one at hand, and room for more: each is filled in where
    /// it lies, as copying what was just written takes long.
    line: Vec<Expanded<H>>,
    /// How many there are.
    length: usize,
}

/// A position that is expanded.
struct Expanded<H: Heuristic> {
    value: H::Value,
    /// What the moves from here lead to, and the automaton's states after them.
    steps: [H::Step; WAYS],
    states: [u32; WAYS],
    /// The moves that are left, a one for each: all that are allowed before they are looked at,
    /// then those within the bound.
    ways: u32,
    is_looked_at: bool,
    /// Moves that may still be made.
    room: u16,
    blank: Cell,
    /// What led here.
    slide: Slide,
}

/// What a turn of a lane came to.
enum Turn {
    /// A position was expanded, or the subtree is done.
    Over,
    Found(Vec<Cell>),
}

/// Tells whether the search must end, and else grants more positions.
type IsStopped<'a> = dyn FnMut(&mut Batch) -> bool + 'a;

impl<'a, const CELLS: usize, H: Heuristic> Searcher<'a, CELLS, H> {
    pub fn new(tree: &'a Tree<'a, CELLS, H>) -> Self {
        let lane = |_| Lane { root: 0, board: tree.target, line: vec![], length: 0 };
        Self { tree, counts: Batch::default(), lanes: std::array::from_fn(lane) }
    }

    /// Searches all paths from some roots, of as many moves as each has room for.
    pub fn search(
        &mut self,
        roots: impl Iterator<Item = Node<CELLS, H::Value>>,
        is_stopped: &mut IsStopped<'_>,
    ) -> Flow {
        let mut roots = roots.enumerate();
        self.lanes.iter_mut().for_each(|lane| lane.length = 0);
        let mut at_work = LANES;
        let mut number = 0;
        while at_work > 0 {
            if self.counts.left == 0 && is_stopped(&mut self.counts) {
                return Flow::Stopped;
            }
            number = if number + 1 < at_work { number + 1 } else { 0 };
            let lane = &mut self.lanes[number];
            if lane.length > 0 {
                match lane.turn(self.tree, &mut self.counts) {
                    Turn::Over => continue,
                    Turn::Found(path) => return Flow::Found(lane.root, path),
                }
            }
            match roots.next() {
                Some((number, root)) => lane.begin(self.tree, &mut self.counts, number, root),
                None => {
                    at_work -= 1;
                    self.lanes.swap(number, at_work);
                }
            }
        }
        Flow::Exhausted
    }
}

impl<const CELLS: usize, H: Heuristic> Lane<CELLS, H> {
    /// Begins to search below a root.
    fn begin(
        &mut self,
        tree: &Tree<'_, CELLS, H>,
        counts: &mut Batch,
        root: usize,
        Node { board, value, state, room, blank }: Node<CELLS, H::Value>,
    ) {
        (self.root, self.board, self.length) = (root, board, 1);
        let slide = Slide { tile: Tile::BLANK, from: blank, to: blank, direction: Direction::East };
        let empty = || Expanded {
            value,
            steps: [H::Step::default(); WAYS],
            states: [state; WAYS],
            ways: 0,
            is_looked_at: false,
            room,
            blank,
            slide,
        };
        let most = self.line.len().max(room.into());
        self.line.resize_with(most, empty);
        self.line[0] = empty();
        self.line[0].expand(tree, counts, &self.board, state);
    }

    /// Goes on until another position is expanded.
    #[inline(always)]
    fn turn(&mut self, tree: &Tree<'_, CELLS, H>, counts: &mut Batch) -> Turn {
        while let Some((last, free)) = self.line[self.length - 1..].split_first_mut() {
            let room = last.room - 1;
            if !last.is_looked_at {
                last.is_looked_at = true;
                for way in ones(last.ways) {
                    let step = &mut last.steps[way];
                    let is_within = tree.heuristic.is_within(&last.value, step, Depth(room));
                    last.ways ^= u32::from(!is_within) << way;
                }
            }
            let Some(way) = ones(last.ways).next() else {
                self.board.take_back(last.slide);
                self.length -= 1;
                if self.length == 0 {
                    break;
                }
                continue;
            };
            last.ways &= last.ways - 1;
            let slide = tree.slide(&self.board, last.blank, way);
            self.board.slide(slide);
            // There is room in the line for as many positions as the root has moves.
            if let (Some(next), true) = (free.first_mut(), room > 0) {
                next.value = last.value;
                tree.heuristic.enter(&mut next.value, &last.steps[way]);
                (next.room, next.blank, next.slide) = (room, slide.from, slide);
                next.expand(tree, counts, &self.board, last.states[way]);
                self.length += 1;
                break;
            }
            if self.board == tree.target {
                let path = self.line[1..self.length].iter().map(|expanded| expanded.slide.from);
                return Turn::Found(path.chain([slide.from]).collect());
            }
            self.board.take_back(slide);
        }
        Turn::Over
    }
}

impl<H: Heuristic> Expanded<H> {
    /// Lists the moves from a position in the automaton's state: the looks at tables begin, and
    /// are over when the next turn comes.
    #[inline(always)]
    fn expand<const CELLS: usize>(
        &mut self,
        tree: &Tree<'_, CELLS, H>,
        counts: &mut Batch,
        board: &ByteBoard<CELLS>,
        state: u32,
    ) {
        self.states = tree.automaton.row(state);
        self.ways = tree.ways(self.blank, &self.states);
        self.is_looked_at = false;
        for way in ones(self.ways) {
            counts.generated += 1;
            let slide = tree.slide(board, self.blank, way);
            self.steps[way] = tree.heuristic.begin(&self.value, slide, |cell| board.tile(cell));
        }
        counts.left -= 1;
    }
}

/// The directions of a set.
#[inline(always)]
fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = (set != 0).then_some(set.trailing_zeros() as usize % WAYS);
        set &= set.wrapping_sub(1);
        way
    })
}
