//! The cells on paths that are a few moves longer than the shortest, from tables built on demand.

use crate::board::{Board, Cell, CellSet, Lines, Stops};
use crate::distances::{Balls, HORIZON};
use std::sync::OnceLock;

/// For every two cells, the cells on paths between them with few extra moves, and the stops that
/// an atom on those cells provides.
///
/// # Units
/// The table of a goal has [`Detours::EXTRA`] entries of 40 `W` bytes for each cell; it is built
/// when the goal is first asked for.
#[derive(Debug, Clone)]
pub struct Detours<const W: usize> {
    cells: usize,
    /// By goal.
    tables: Vec<OnceLock<Vec<(CellSet<W>, Stops<W>)>>>,
}

impl<const W: usize> Detours<W> {
    /// Paths with this many extra moves or more are not in the tables.
    const EXTRA: usize = 4;

    /// No table yet.
    pub fn new(board: &Board) -> Self {
        Self { cells: board.len(), tables: vec![OnceLock::new(); board.len()] }
    }

    /// The cells on paths of at most `limit` generalized moves from a cell to a goal, `extra` more
    /// than the fewest, and the stops that an atom on them provides.
    #[inline]
    pub fn between(
        &self,
        lines: &Lines<W>,
        balls: &Balls<W>,
        [at, goal]: [Cell; 2],
        limit: usize,
        extra: usize,
    ) -> (CellSet<W>, Stops<W>) {
        if extra < Self::EXTRA {
            let table = || self.table(lines, balls, goal);
            return self.tables[goal.index()].get_or_init(table)[at.index() * Self::EXTRA + extra];
        }
        let cells = balls.between(at, goal, limit);
        (cells, lines.beside(cells))
    }

    #[cold]
    fn table(&self, lines: &Lines<W>, balls: &Balls<W>, goal: Cell) -> Vec<(CellSet<W>, Stops<W>)> {
        let mut table = Vec::with_capacity(self.cells * Self::EXTRA);
        for at in (0..self.cells).map(|at| Cell(at as u8)) {
            for extra in 0..Self::EXTRA {
                let cells = match balls.distance(at, goal) {
                    Some(distance) if distance + Self::EXTRA <= HORIZON + 1 => {
                        balls.between(at, goal, distance + extra)
                    }
                    _ => CellSet::EMPTY,
                };
                table.push((cells, lines.beside(cells)));
            }
        }
        table
    }
}
