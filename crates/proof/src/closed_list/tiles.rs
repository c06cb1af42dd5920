//! The (n²−1)-puzzle: a state has a byte for each cell in reading order, the number of its tile, 0
//! for the blank.

use super::graph::{Graph, replay_by};
use super::{Direction, Heuristic};
use crate::Reason;
use fewest_rules::tiles::{self, Board, Cell, Goal, Instance, Move, Options, Size, Tile};

pub(super) struct Tiles {
    instance: Instance,
    size: Size,
    goal: Board,
    /// By tile and cell: the distance of the tile from its cell in the goal.
    distances: Vec<Vec<u16>>,
}

impl Tiles {
    /// Creates the graph from the start, with the Manhattan distance.
    pub fn new(
        start: &str,
        goal: &str,
        direction: Direction,
        heuristic: Heuristic,
    ) -> Result<Self, Reason> {
        if (direction, heuristic) != (Direction::Forward, Heuristic::Manhattan) {
            return Err(Reason::Unsupported);
        }
        let read = |text: &str| {
            let read = tiles::parse(text, Options::default());
            let read = read.map_err(|error| Reason::Instance(error.to_string()))?.start;
            // Anyone who knows only the format reads the same position.
            let is_plain = read.to_string() == text;
            is_plain
                .then_some(read)
                .ok_or_else(|| Reason::Instance("it is not written in rows".to_owned()))
        };
        let (start, goal) = (read(start)?, read(goal)?);
        let size = goal.size();
        if start.size() != size {
            return Err(Reason::Instance("start and goal are of different sizes".to_owned()));
        }
        let distances = (0..size.cells())
            .map(|tile| {
                let home = goal.cell_of(Tile(tile as u8)).expect("the goal has all tiles");
                let away = |cell| if tile == 0 { 0 } else { size.distance(cell, home).into() };
                size.all_cells().map(away).collect()
            })
            .collect();
        let instance = Instance::new(start, Goal::of(goal));
        Ok(Self { instance, size, goal, distances })
    }

    fn board(&self, state: &[u8]) -> Option<Board> {
        Board::new(self.size, state.iter().map(|&tile| Tile(tile)).collect()).ok()
    }
}

fn bytes(board: &Board) -> Vec<u8> {
    board.tiles().iter().map(|tile| tile.0).collect()
}

impl Graph for Tiles {
    fn width(&self) -> usize {
        self.size.cells()
    }

    fn roots(&self) -> Vec<Vec<u8>> {
        vec![bytes(&self.instance.start)]
    }

    fn is_state(&self, bytes: &[u8]) -> bool {
        self.board(bytes).is_some()
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        self.goal.tiles().iter().map(|tile| tile.0).eq(state.iter().copied())
    }

    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let Some(blank) = state.iter().position(|&tile| tile == 0) else { return };
        let mut child = state.to_vec();
        for direction in tiles::Direction::ALL {
            if let Some(from) = self.size.neighbour(Cell(blank as u8), direction) {
                child.swap(blank, from.index());
                visit(&child);
                child.swap(blank, from.index());
            }
        }
    }

    /// Uses the Manhattan distance: a move brings one tile at most one cell closer. A position of
    /// the other parity has no plan at all.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        let Some(moves) = moves else {
            let start = self.board(state);
            return start
                .is_some_and(|start| !Instance { start, ..self.instance.clone() }.is_solvable());
        };
        let away = |(cell, &tile): (usize, &u8)| self.distances[usize::from(tile)][cell];
        state.iter().enumerate().map(away).sum::<u16>() >= moves
    }

    fn replay(&self, plan: &mut dyn Iterator<Item = [u8; 2]>) -> Result<(), Reason> {
        replay_by(&self.instance, plan, |board, [from, to]| {
            let is_there = usize::from(from) < self.size.cells() && board.blank() == Cell(to);
            is_there.then(|| Move(board.tile(Cell(from))))
        })
    }
}
