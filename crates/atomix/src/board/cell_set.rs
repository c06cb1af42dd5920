//! Sets of cells as bit sets.

use super::Cell;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of cells in `W` words of 64: enough for cells below 64 `W`.
///
/// With four words [`Cell::WALL`] can be a member, so that a wall counts as an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellSet<const W: usize>([u64; W]);

impl CellSet<4> {
    /// Only walls: the obstacles of an empty board.
    pub const WALLS: Self = Self([0, 0, 0, 1 << 63]);
}

#[cfg(test)]
impl CellSet<1> {
    /// Returns the set of the cells whose bits are set.
    pub fn of_bits(bits: u64) -> Self {
        Self([bits])
    }
}

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Returns the set of one cell.
    pub fn one(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() >> 6] |= 1 << (cell.0 & 63);
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() >> 6] >> (cell.0 & 63) & 1 == 1
    }

    /// Returns the set if `cell` is in `of`, else the empty set; branch-free.
    #[inline]
    pub fn if_member(mut self, of: Self, cell: Cell) -> Self {
        // The bit becomes the sign, and the sign all bits.
        let mask = ((of.0[cell.index() >> 6] << (63 - (cell.0 & 63))) as i64 >> 63) as u64;
        self.0.iter_mut().for_each(|word| *word &= mask);
        self
    }

    /// Returns the set if it has exactly one cell, else the empty set.
    #[inline]
    pub fn if_one(self) -> Self {
        // Faster than a full population count where the processor has no instruction for it.
        let up_to_two =
            |&word: &u64| u32::from(word != 0) + u32::from(word & word.wrapping_sub(1) != 0);
        if self.0.iter().map(up_to_two).sum::<u32>() == 1 { self } else { Self::EMPTY }
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Returns the first cell in order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let (number, word) = self.0.iter().enumerate().find(|&(_, &word)| word != 0)?;
        Some(Cell((number * 64) as u8 | word.trailing_zeros() as u8))
    }

    /// Returns the last cell in order.
    #[inline]
    pub fn last(&self) -> Option<Cell> {
        let (number, word) = self.0.iter().enumerate().rfind(|&(_, &word)| word != 0)?;
        Some(Cell((number * 64) as u8 | word.ilog2() as u8))
    }

    /// Visits the cells in order.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(Cell)) {
        for (number, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                visit(Cell((number * 64) as u8 | word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
    }

    #[inline]
    fn zip(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        self
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Sub for CellSet<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}
