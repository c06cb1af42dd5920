//! The graph of positions, as packed boards.

use super::key_format::TileBytes;
use crate::board::PackedBoard;
use fewest_rules::tiles::{Board, Cell, Direction, Move, Tile};
use fewest_search::StateSpace;
use fewest_search::artifact::KeyFormat;
use fewest_search::problem::{Backward, DuplicateScope, Undirected};

/// All positions of one board, from a start to a target.
///
/// Both ends may be any position, so the reversed graph is the same type with its ends exchanged.
#[derive(Debug, Clone)]
pub struct Graph<B> {
    start: Board,
    target: Board,
    packed_target: B,
    /// The cells beside each cell, in the order of [`Direction`].
    neighbours: Vec<Vec<Cell>>,
}

/// A position, with the cell of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<B> {
    board: B,
    blank: Cell,
}

impl<B: PackedBoard> State<B> {
    /// Returns the tile in a cell.
    #[inline]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.board.tile(cell)
    }

    /// Returns the cell of the blank.
    #[inline]
    pub fn blank(&self) -> Cell {
        self.blank
    }
}

impl<B: PackedBoard> Graph<B> {
    /// Creates the graph between two positions.
    ///
    /// # Panics
    /// If the boards differ in size, or do not fit.
    pub fn new(start: Board, target: Board) -> Self {
        let size = start.size();
        assert_eq!(size, target.size(), "start and target must be of one size");
        let beside = |cell| {
            Direction::ALL.into_iter().filter_map(move |direction| size.neighbour(cell, direction))
        };
        let neighbours = size.all_cells().map(|cell| beside(cell).collect()).collect();
        let packed_target = B::new(&target);
        Self { start, target, packed_target, neighbours }
    }

    /// Returns a state as a board of the rules.
    pub fn board(&self, state: &State<B>) -> Board {
        let size = self.start.size();
        let tiles = size.all_cells().map(|cell| state.tile(cell)).collect();
        Board::new(size, tiles).expect("moves keep every tile")
    }
}

impl<B: PackedBoard> StateSpace for Graph<B> {
    type State = State<B>;
    /// The number of the tile that is pushed.
    type Action = u8;
    type Key = B;

    fn roots(&self) -> Vec<Self::State> {
        vec![self.unpack(B::new(&self.start))]
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        state.board == self.packed_target
    }

    #[inline]
    fn successors(&self, state: &Self::State, mut visit: impl FnMut(u8, Self::State)) {
        for &from in &self.neighbours[state.blank.index()] {
            let board = state.board.slide(from, state.blank);
            visit(state.tile(from).0, State { board, blank: from });
        }
    }

    fn pack(&self, state: &Self::State) -> Self::Key {
        state.board
    }

    fn unpack(&self, board: Self::Key) -> Self::State {
        let mut cells = self.start.size().all_cells();
        let blank = cells.find(|&cell| board.tile(cell) == Tile::BLANK).unwrap_or(Cell(0));
        State { board, blank }
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<Self::Key>>> {
        Some(Box::new(TileBytes(self.start.size())))
    }
}

impl<B: PackedBoard> Backward for Graph<B> {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self::new(self.target, self.start)
    }

    fn duplicate_scope(&self) -> DuplicateScope {
        DuplicateScope::undirected(self)
    }
}

impl<B: PackedBoard> Undirected for Graph<B> {}

/// The moves that push the tiles of these numbers.
pub(crate) fn pushes(tiles: Vec<u8>) -> Vec<Move> {
    tiles.into_iter().map(|tile| Move(Tile(tile))).collect()
}
