//! States packed into one word, as small as sorting and comparing allow.
//!
//! A state is the order of its pieces, column after column, and the heights of two columns. Each
//! piece is written as its rank among the pieces not written yet, in just the bits that rank
//! needs: for towers of 8, 49 bits for the 16 pieces instead of 64.

use crate::model::{PieceId, State};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

/// An unsigned integer that holds a packed state, or a column of pieces.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Its number of bits.
    const BITS: u32;
    /// The bits of a piece's number.
    const PIECE_BITS: u32;
    /// The highest towers for which a list with a place for each piece fits.
    const LARGEST: u32;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// A list of ones: the lowest bit of every place.
    const ONES: Self;
    /// The list 0, 1, 2, ... of pieces.
    const PIECES: Self;
    /// The lowest `bits` bits, less than all.
    fn low_bits(bits: u32) -> Self;
    /// The word moved left by `bits`, and `value` in the bits that became free.
    #[must_use]
    fn append(self, bits: u32, value: u32) -> Self;
    /// The `bits` bits above the lowest `shift`.
    fn field(self, shift: u32, bits: u32) -> u32;
    /// The difference, from which a borrow beyond the last bit is lost.
    #[must_use]
    fn less(self, other: Self) -> Self;
    /// The place of the highest bit that is set, of a word that is not zero.
    fn highest_bit(self) -> u32;
    /// All bits mixed into 64.
    fn mixed(self) -> u64;
}

macro_rules! word {
    ($type:ty, piece bits: $piece_bits:literal, largest: $largest:literal) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const PIECE_BITS: u32 = $piece_bits;
            const LARGEST: u32 = $largest;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ONES: Self = {
                let (mut list, mut place) = (0, 0);
                while place < 2 * $largest {
                    list = list << $piece_bits | 1;
                    place += 1;
                }
                list
            };
            const PIECES: Self = {
                let (mut list, mut piece) = (0, 2 * $largest);
                while piece > 0 {
                    piece -= 1;
                    list = list << $piece_bits | piece;
                }
                list
            };

            #[inline]
            fn low_bits(bits: u32) -> Self {
                (1 << bits) - 1
            }

            #[inline]
            fn append(self, bits: u32, value: u32) -> Self {
                self << bits | Self::from(value)
            }

            #[inline]
            fn field(self, shift: u32, bits: u32) -> u32 {
                (self >> shift) as u32 & ((1 << bits) - 1)
            }

            #[inline]
            fn less(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn highest_bit(self) -> u32 {
                self.ilog2()
            }

            #[inline]
            fn mixed(self) -> u64 {
                // The odd number nearest to 2^64 divided by the golden ratio.
                let folded = self as u64 ^ (self >> (Self::BITS / 2)) as u64;
                folded.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
        }
    };
}
word!(u64, piece bits: 4, largest: 8);
word!(u128, piece bits: 5, largest: 12);

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
    /// The packing for towers of `n`, or `None` if its states do not fit, one bit being left for
    /// those who store them: 8 is the largest for 64 bits, 12 for 128.
    pub fn new(n: u16) -> Option<Self> {
        let n = u32::from(n);
        if !(1..=K::LARGEST).contains(&n) {
            return None;
        }
        let bits_for = |values: u32| u32::BITS - (values - 1).leading_zeros();
        // Levels 0 to n can hold a piece in the left column, 1 to n in the middle.
        let height_bits = [bits_for(n + 2), bits_for(n + 1)];
        let rank_bits: Vec<u32> = (1..=2 * n).rev().map(bits_for).collect();
        let bits = height_bits.iter().chain(&rank_bits).sum();
        (bits < K::BITS).then_some(Self { n, height_bits, rank_bits, bits, word: PhantomData })
    }

    /// The number of pieces of each tower.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Packs a state.
    #[inline]
    pub fn pack(&self, state: &State<K>) -> K {
        let mut key = K::ZERO;
        for (column, bits) in self.height_bits.into_iter().enumerate() {
            key = key.append(bits, state.height(column));
        }
        let mut bits = self.rank_bits.iter();
        // For each piece, the number of lower pieces not written yet. (A loop over this list
        // takes half the time of counting bits where processors are not known to count them.)
        let mut ranks = K::PIECES;
        for column in 0..3 {
            for (piece, &bits) in state.bottom_up(column).zip(&mut bits) {
                let at = K::PIECE_BITS * u32::from(piece.0);
                key = key.append(bits, ranks.field(at, K::PIECE_BITS));
                // The shift is less than all bits where the piece is the last.
                ranks = ranks.less((K::ONES << at) << K::PIECE_BITS);
            }
        }
        key
    }

    /// The state a key was packed from.
    #[inline]
    pub fn unpack(&self, key: K) -> State<K> {
        let mut shift = self.bits;
        let mut next = |bits: u32| {
            shift -= bits;
            key.field(shift, bits)
        };
        let [left, middle] = self.height_bits.map(&mut next);
        let mut bits = self.rank_bits.iter();
        let mut state = State::EMPTY;
        // The pieces not placed yet, in order.
        let mut pieces = K::PIECES;
        for (column, height) in [left, middle, 2 * self.n - left - middle].into_iter().enumerate() {
            for &bits in bits.by_ref().take(height as usize) {
                let at = K::PIECE_BITS * next(bits);
                let piece = PieceId(pieces.field(at, K::PIECE_BITS) as u8);
                let lower = pieces & K::low_bits(at);
                pieces = lower | ((pieces >> at) >> K::PIECE_BITS) << at;
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
    fn towers_of_8_fit_into_64_bits_and_of_12_into_128() {
        assert_eq!(Packing::<u64>::new(8).unwrap().bits, 57);
        assert!(Packing::<u64>::new(9).is_none());
        assert_eq!(Packing::<u128>::new(12).unwrap().bits, 97);
        assert!(Packing::<u128>::new(13).is_none());
        assert!(Packing::<u128>::new(0).is_none());
    }
}
