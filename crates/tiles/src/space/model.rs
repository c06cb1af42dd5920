//! The puzzle as a state space: packed boards, Manhattan distance kept up to date.

use crate::board::{Packed, Slide};
use crate::heuristics::{Heuristic, Manhattan};
use fewest_rules::tiles::{Board, Cell, Direction, Move, Tile};
use fewest_search::{Depth, Reversible, StateSpace};

/// The space of all positions of one board, from a start to a target.
///
/// Both ends may be any position, so the space searched backward is the same type with its ends
/// exchanged.
#[derive(Debug, Clone)]
pub struct Model<const WORDS: usize, const BITS: u32> {
    start: Board,
    target: Board,
    /// The cells beside each cell, in the order of [`Direction`].
    neighbours: Vec<Vec<(Direction, Cell)>>,
    manhattan: Manhattan,
}

/// A position with what makes the next one cheap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<const WORDS: usize, const BITS: u32> {
    board: Packed<WORDS, BITS>,
    blank: Cell,
    /// Manhattan distance to the target.
    h: u16,
}

impl<const WORDS: usize, const BITS: u32> Model<WORDS, BITS> {
    /// The space between two positions.
    ///
    /// # Panics
    /// If the boards differ in size, or do not fit [`Packed`].
    pub fn new(start: Board, target: Board) -> Self {
        let size = start.size();
        assert_eq!(size, target.size(), "start and target must be of one size");
        let beside = |cell| {
            let all = Direction::ALL.into_iter();
            all.filter_map(move |direction| Some((direction, size.neighbour(cell, direction)?)))
        };
        let neighbours = size.all_cells().map(|cell| beside(cell).collect()).collect();
        let manhattan = Manhattan::new(&target);
        Self { start, target, neighbours, manhattan }
    }

    /// Where the blank is in a state.
    pub fn blank(state: &State<WORDS, BITS>) -> Cell {
        state.blank
    }

    /// A state as a board of the rules.
    pub fn board(&self, state: &State<WORDS, BITS>) -> Board {
        let size = self.start.size();
        let tiles = size.all_cells().map(|cell| state.board.tile(cell)).collect();
        Board::new(size, tiles).expect("moves keep every tile")
    }
}

impl<const WORDS: usize, const BITS: u32> StateSpace for Model<WORDS, BITS> {
    type State = State<WORDS, BITS>;
    type Action = Move;
    type Key = Packed<WORDS, BITS>;

    fn initial_states(&self) -> Vec<Self::State> {
        vec![self.unpack(Packed::new(&self.start))]
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.h == 0
    }

    /// The [`Manhattan`] distance.
    fn heuristic(&self, state: &Self::State) -> Option<Depth> {
        Some(Depth(state.h))
    }

    #[inline]
    fn expand(&self, state: &Self::State, mut visit: impl FnMut(Move, Self::State)) {
        for &(direction, from) in &self.neighbours[state.blank.index()] {
            let slide = Slide { tile: state.board.tile(from), from, to: state.blank, direction };
            let h = self.manhattan.slid(state.h, slide);
            let board = state.board.slide(from, state.blank);
            visit(Move(slide.tile), State { board, blank: from, h });
        }
    }

    /// Every move can be taken back.
    fn predecessors(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        self.expand(state, |_, next| visit(next));
    }

    fn pack(&self, state: &Self::State) -> Self::Key {
        state.board
    }

    fn unpack(&self, board: Self::Key) -> Self::State {
        let mut cells = self.start.size().all_cells();
        let blank = cells.find(|&cell| board.tile(cell) == Tile::BLANK).unwrap_or(Cell(0));
        let h = self.manhattan.start(|cell| board.tile(cell));
        State { board, blank, h }
    }

    /// # Sound because
    /// only the move just made can be taken back by pushing the same tile, and the position
    /// before it is on the path already.
    #[inline]
    fn prunes(&self, previous: Move, next: Move) -> bool {
        previous == next
    }
}

impl<const WORDS: usize, const BITS: u32> Reversible for Model<WORDS, BITS> {
    type Backward = Self;

    fn backward(&self) -> Self {
        Self::new(self.target.clone(), self.start.clone())
    }

    /// Pushing the same tile again takes a move back.
    fn taken_back(&self, action: Move) -> Move {
        action
    }
}
