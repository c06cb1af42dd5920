//! Integers as lists of pieces.

use fewest_search::erased::PackedKey;
use std::fmt::Debug;
use std::hash::Hash;
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
    + 'static
    + PackedKey
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
    /// The lowest bit of every place of a list: the colour of a piece.
    const ONES: Self;
    /// The highest bit of every place.
    const TOP_BITS: Self;
    /// All other bits of every place.
    const HALVES: Self;
    /// The list 0, 1, 2, ...
    const PIECES: Self;
    /// The list 1, 2, 3, ...
    const PIECES_FROM_ONE: Self;
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

    /// A list of pieces below a one, the two pieces of every size swapped.
    #[inline]
    #[must_use]
    fn with_colours_swapped(self) -> Self {
        self ^ (Self::ONES & Self::low_bits(self.highest_bit()))
    }
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
            const TOP_BITS: Self = Self::ONES << ($piece_bits - 1);
            const HALVES: Self = Self::TOP_BITS - Self::ONES;
            const PIECES: Self = {
                let (mut list, mut piece) = (0, 2 * $largest);
                while piece > 0 {
                    piece -= 1;
                    list = list << $piece_bits | piece;
                }
                list
            };
            const PIECES_FROM_ONE: Self = Self::PIECES.wrapping_add(Self::ONES);

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
