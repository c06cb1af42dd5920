//! Moves a level: to other coordinates, or inside added walls.

use super::{Direction, Level, Square};
use std::borrow::Cow;
use std::collections::BTreeSet;

impl Level {
    /// Returns the same level with these numbers added to all rows and columns, or `None` if a
    /// coordinate would be outside 0 to 255.
    pub fn shifted(&self, rows: i16, columns: i16) -> Option<Self> {
        let moved = |square: Square| {
            Some(Square {
                row: u8::try_from(i16::from(square.row).checked_add(rows)?).ok()?,
                column: u8::try_from(i16::from(square.column).checked_add(columns)?).ok()?,
            })
        };
        let atom = |&(atom, square)| Some((atom, moved(square)?));
        Some(Self {
            walls: self.walls.iter().copied().map(moved).collect::<Option<_>>()?,
            free: self.free.iter().copied().map(moved).collect::<Option<_>>()?,
            atoms: self.atoms.iter().map(atom).collect::<Option<_>>()?,
            ..self.clone()
        })
    }

    /// Returns the level closed by walls: itself, unless the edge of the field stops atoms. Then it
    /// is moved if that is needed to make room for a wall: [`Level::room_for_walls`].
    pub(super) fn enclosed(&self) -> Option<Cow<'_, Self>> {
        let (rows, columns) = self.room_for_walls();
        let moved = self.shifted(rows, columns)?;
        let mut walls: BTreeSet<Square> = moved.walls.iter().copied().collect();
        for square in &moved.free {
            for direction in Direction::ALL {
                let beside = square.step(direction)?;
                if !moved.is_free(beside) {
                    walls.insert(beside);
                }
            }
        }
        if walls.len() == self.walls.len() {
            return Some(Cow::Borrowed(self));
        }
        Some(Cow::Owned(Self { walls: walls.into_iter().collect(), ..moved }))
    }

    /// Returns how many rows and columns a level must be moved by so that no free square is in row
    /// or column 0: none if walls close it.
    pub(super) fn room_for_walls(&self) -> (i16, i16) {
        let is_at_edge = |at: fn(&Square) -> u8| self.free.iter().any(|square| at(square) == 0);
        (is_at_edge(|square| square.row).into(), is_at_edge(|square| square.column).into())
    }
}
