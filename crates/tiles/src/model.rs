//! The puzzle as a state space: packed boards, Manhattan distance kept up to date.

use crate::Packed;
use fewest_rules::tiles::{Board, Cell, Direction, Move, Size, Tile};
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
    neighbours: Vec<Vec<Cell>>,
    /// The distance of each tile in each cell from its place on the target; none for the blank.
    distance: Vec<[u8; Size::MAX_CELLS]>,
}

/// A position with what makes the next one cheap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<const WORDS: usize, const BITS: u32> {
    board: Packed<WORDS, BITS>,
    blank: Cell,
    /// Manhattan distance to the target.
    h: Depth,
}

impl<const WORDS: usize, const BITS: u32> Model<WORDS, BITS> {
    /// The space between two positions.
    ///
    /// # Panics
    /// If the boards differ in size, or do not fit [`Packed`].
    pub fn new(start: Board, target: Board) -> Self {
        let size = start.size();
        assert_eq!(size, target.size(), "start and target must be of one size");
        let beside = |cell| Direction::ALL.into_iter().filter_map(move |d| size.neighbour(cell, d));
        let mut distance = vec![[0; Size::MAX_CELLS]; size.cells()];
        for home in size.all_cells() {
            let tile = target.tile(home);
            if tile != Tile::BLANK {
                size.all_cells()
                    .for_each(|at| distance[tile.index()][at.index()] = size.distance(at, home));
            }
        }
        let neighbours = size.all_cells().map(|cell| beside(cell).collect()).collect();
        Self { start, target, neighbours, distance }
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
        state.h == Depth::ZERO
    }

    /// The Manhattan distance.
    ///
    /// # Admissible because
    /// a move takes one tile one cell further, and every tile must come home. For the same
    /// reason it is consistent.
    fn heuristic(&self, state: &Self::State) -> Option<Depth> {
        Some(state.h)
    }

    #[inline]
    fn expand(&self, state: &Self::State, mut visit: impl FnMut(Move, Self::State)) {
        for &from in &self.neighbours[state.blank.index()] {
            let tile = state.board.tile(from);
            let distance = &self.distance[tile.index()];
            let [before, after] = [from, state.blank].map(|c| Depth(distance[c.index()].into()));
            let board = state.board.slide(from, state.blank);
            visit(Move(tile), State { board, blank: from, h: state.h + after - before });
        }
    }

    fn pack(&self, state: &Self::State) -> Self::Key {
        state.board
    }

    fn unpack(&self, board: Self::Key) -> Self::State {
        let cells = self.start.size().all_cells();
        let mut blank = Cell(0);
        let mut h = Depth::ZERO;
        for cell in cells {
            match board.tile(cell) {
                Tile::BLANK => blank = cell,
                tile => h = h + Depth(self.distance[tile.index()][cell.index()].into()),
            }
        }
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
