//! States packed into one word, as small as sorting and comparing allow.
//!
//! A state is the order of its pieces, column after column, and the heights of two columns. Each
//! piece is written as its rank among the pieces not written yet, in just the bits that rank
//! needs: for towers of 8, 49 bits for the 16 pieces instead of 64.

use crate::model::{PieceId, State};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// An unsigned integer that holds a packed state.
pub trait Word: Copy + Eq + Ord + Hash + Debug {
    /// Its number of bits.
    const BITS: u32;
    /// Zero.
    const ZERO: Self;
    /// The word moved left by `bits`, and `value` in the bits that became free.
    #[must_use]
    fn append(self, bits: u32, value: u32) -> Self;
    /// The `bits` bits above the lowest `shift`.
    fn field(self, shift: u32, bits: u32) -> u32;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn append(self, bits: u32, value: u32) -> Self {
                self << bits | Self::from(value)
            }

            #[inline]
            fn field(self, shift: u32, bits: u32) -> u32 {
                (self >> shift) as u32 & ((1 << bits) - 1)
            }
        }
    )*};
}
word!(u64, u128);

/// How the states of boards of one size are packed.
#[derive(Debug, Clone)]
pub struct Packing<K> {
    n: u32,
    /// Bits of the heights of the left and the middle column.
    height_bits: [u32; 2],
    /// Bits of the piece written first, second, ...
    rank_bits: Vec<u32>,
    /// All of them.
    bits: u32,
    word: PhantomData<K>,
}

impl<K: Word> Packing<K> {
    /// The packing for towers of `n`, or `None` if its states do not fit: 8 is the largest that
    /// fits into 64 bits, 15 the largest for 128.
    pub fn new(n: u16) -> Option<Self> {
        let n = u32::from(n);
        if !(1..=State::LARGEST).contains(&n) {
            return None;
        }
        let bits_for = |values: u32| u32::BITS - (values - 1).leading_zeros();
        // Levels 0 to n can hold a piece in the left column, 1 to n in the middle.
        let height_bits = [bits_for(n + 2), bits_for(n + 1)];
        let rank_bits: Vec<u32> = (1..=2 * n).rev().map(bits_for).collect();
        let bits = height_bits.iter().chain(&rank_bits).sum();
        (bits <= K::BITS).then_some(Self { n, height_bits, rank_bits, bits, word: PhantomData })
    }

    /// The number of pieces of each tower.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Packs a state.
    #[inline]
    pub fn pack(&self, state: &State) -> K {
        let mut key = K::ZERO;
        for (column, bits) in self.height_bits.into_iter().enumerate() {
            key = key.append(bits, state.height(column));
        }
        let mut left = u32::MAX;
        let pieces = (0..3).flat_map(|column| state.bottom_up(column));
        for (piece, bits) in pieces.zip(&self.rank_bits) {
            let bit = 1_u32 << piece.0;
            key = key.append(*bits, (left & (bit - 1)).count_ones());
            left &= !bit;
        }
        key
    }

    /// The state a key was packed from.
    #[inline]
    pub fn unpack(&self, key: K) -> State {
        let mut shift = self.bits;
        let mut next = |bits: u32| {
            shift -= bits;
            key.field(shift, bits)
        };
        let [left, middle] = self.height_bits.map(&mut next);
        let mut ranks = self.rank_bits.iter().map(|&bits| next(bits));
        let mut state = State::EMPTY;
        let mut left_over = u32::MAX;
        for (column, height) in [left, middle, 2 * self.n - left - middle].into_iter().enumerate() {
            for rank in ranks.by_ref().take(height as usize) {
                let higher = (0..rank).fold(left_over, |set, _| set & (set - 1));
                left_over ^= higher & higher.wrapping_neg();
                let piece = PieceId(higher.trailing_zeros() as u8);
                let next = state.with(piece, column, self.n);
                state = next.expect("packed states keep the level rule");
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towers_of_8_fit_into_64_bits_and_of_15_into_128() {
        assert_eq!(Packing::<u64>::new(8).unwrap().bits, 57);
        assert!(Packing::<u64>::new(9).is_none());
        assert_eq!(Packing::<u128>::new(15).unwrap().bits, 128);
        assert!(Packing::<u128>::new(16).is_none());
        assert!(Packing::<u128>::new(0).is_none());
    }
}
