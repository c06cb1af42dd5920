//! The cells within a distance of each cell, as sets.

use super::Distances;
use crate::board::{Board, Cell, CellSet};

/// The largest radius that is stored.
pub const HORIZON: usize = 40;

/// For every cell and radius, the cells within that many generalized moves.
#[derive(Debug, Clone)]
pub struct Balls<const W: usize> {
    /// By cell and radius.
    balls: Vec<CellSet<W>>,
}

impl<const W: usize> Balls<W> {
    /// Computes the balls of a board.
    pub fn new(board: &Board, distances: &Distances) -> Self {
        let mut balls = Vec::new();
        for cell in board.cells() {
            for radius in 0..=HORIZON {
                let mut ball = CellSet::EMPTY;
                let near = |&other: &Cell| usize::from(distances.between(cell, other)) <= radius;
                board.cells().filter(near).for_each(|other| ball.insert(other));
                balls.push(ball);
            }
        }
        Self { balls }
    }

    /// Returns the cells within some generalized moves of a cell.
    ///
    /// # Panics
    /// If the radius is above [`HORIZON`].
    #[inline]
    pub fn ball(&self, cell: Cell, radius: usize) -> CellSet<W> {
        self.balls[cell.index() * (HORIZON + 1) + radius]
    }

    /// Returns the cells on paths of at most `limit` generalized moves from one cell to another.
    ///
    /// # Panics
    /// If `limit` is above [`HORIZON`].
    #[inline]
    pub fn between(&self, from: Cell, to: Cell, limit: usize) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for first in 0..=limit {
            cells |= self.ball(from, first) & self.ball(to, limit - first);
        }
        cells
    }

    /// Returns the distance between two cells, if it is at most [`HORIZON`].
    pub fn distance(&self, from: Cell, to: Cell) -> Option<usize> {
        (0..=HORIZON).find(|&radius| self.ball(from, radius).contains(to))
    }
}
