//! Sets of cells.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of cells: one bit per cell, in words of 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    pub const EMPTY: Self = Self([0; W]);

    /// Returns the set of one cell.
    pub fn one(cell: u8) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    pub fn insert(&mut self, cell: u8) {
        self.0[usize::from(cell / 64)] |= 1 << (cell % 64);
    }

    pub fn contains(&self, cell: u8) -> bool {
        self.0[usize::from(cell / 64)] >> (cell % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Returns the set itself if it has exactly one cell, else the empty set.
    pub fn if_one(self) -> Self {
        match self.0.iter().map(|word| word.count_ones()).sum() {
            1 => self,
            _ => Self::EMPTY,
        }
    }

    /// Visits the cells in ascending order.
    #[inline]
    pub fn for_each(self, mut visit: impl FnMut(u8)) {
        for (number, mut word) in (0..).zip(self.0) {
            while word != 0 {
                visit(64 * number + word.trailing_zeros() as u8);
                word &= word - 1;
            }
        }
    }

    /// Returns the cells below the least cell of another set; all of them if that is empty.
    pub fn below(mut self, other: Self) -> Self {
        let mut is_below = true;
        for (word, others) in self.0.iter_mut().zip(other.0) {
            *word &= match (is_below, others) {
                (false, _) => 0,
                (true, 0) => u64::MAX,
                (true, _) => (1 << others.trailing_zeros()) - 1,
            };
            is_below &= others == 0;
        }
        self
    }

    /// Returns the cells above the greatest cell of another set; all of them if that is empty.
    pub fn above(mut self, other: Self) -> Self {
        let mut is_above = true;
        for (word, others) in self.0.iter_mut().zip(other.0).rev() {
            *word &= match (is_above, others) {
                (false, _) => 0,
                (true, 0) => u64::MAX,
                (true, _) => !(u64::MAX >> others.leading_zeros()),
            };
            is_above &= others == 0;
        }
        self
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> Sub for CellSet<W> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn it_is_a_set(cells: BTreeSet<u8>, others: BTreeSet<u8>) {
            let set = |cells: &BTreeSet<u8>| {
                cells.iter().fold(CellSet::<4>::EMPTY, |set, &cell| set | CellSet::one(cell))
            };
            let [one, other] = [&cells, &others].map(set);
            let listed = |set: CellSet<4>| {
                let mut cells = vec![];
                set.for_each(|cell| cells.push(cell));
                cells
            };
            prop_assert!(listed(one).iter().eq(&cells));
            prop_assert!(listed(one - other).iter().eq(cells.difference(&others)));
            prop_assert_eq!(one.is_empty(), cells.is_empty());
            prop_assert_eq!(one.if_one().is_empty(), cells.len() != 1);
            let least = others.first().copied();
            let greatest = others.last().copied();
            let below = cells.iter().filter(|&&cell| least.is_none_or(|least| cell < least));
            prop_assert!(listed(one.below(other)).iter().eq(below));
            let above = cells.iter();
            let above = above.filter(|&&cell| greatest.is_none_or(|greatest| cell > greatest));
            prop_assert!(listed(one.above(other)).iter().eq(above));
        }
    }
}
