//! Where an atom may rest on a short way, looked up.

use crate::cell_set::CellSet;
use crate::routes::{Lines, Stops};
use crate::{Board, Cell};
use std::sync::OnceLock;

/// The cells between two cells and where atoms resting there stop others, for ways that are few
/// moves longer than they need be.
///
/// # Units
/// The table of a place has [`Near::MORE`] entries of 40 `W` bytes a cell; it is made when the
/// place is first asked for.
#[derive(Debug, Clone)]
pub struct Near<const W: usize> {
    cells: usize,
    /// By place.
    tables: Vec<OnceLock<Vec<(CellSet<W>, Stops<W>)>>>,
}

impl<const W: usize> Near<W> {
    /// Ways this many moves longer than the shortest, or more, are not in the tables.
    const MORE: usize = 4;

    /// No table yet.
    pub fn new(board: &Board) -> Self {
        Self { cells: board.len(), tables: vec![OnceLock::new(); board.len()] }
    }

    /// The cells on the way between a cell and a place in at most `limit` generalized moves, which
    /// are `more` than the least, and where atoms resting on them stop others.
    #[inline]
    pub fn between(
        &self,
        lines: &Lines<W>,
        at: Cell,
        place: Cell,
        limit: usize,
        more: usize,
    ) -> (CellSet<W>, Stops<W>) {
        if more < Self::MORE {
            let table = || self.table(lines, place);
            return self.tables[place.index()].get_or_init(table)[at.index() * Self::MORE + more];
        }
        let cells = lines.between(at, place, limit);
        (cells, lines.beside(cells))
    }

    #[cold]
    fn table(&self, lines: &Lines<W>, place: Cell) -> Vec<(CellSet<W>, Stops<W>)> {
        let mut table = Vec::with_capacity(self.cells * Self::MORE);
        for at in (0..self.cells).map(|at| Cell(at as u8)) {
            for more in 0..Self::MORE {
                let cells = match lines.distance(at, place) {
                    Some(distance) => lines.between(at, place, distance + more),
                    None => CellSet::EMPTY,
                };
                table.push((cells, lines.beside(cells)));
            }
        }
        table
    }
}
