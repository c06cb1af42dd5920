//! Keys as words.

use crate::erased::{Code, Width};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A key of `W` words. It is ordered by the first word, then by the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words<const W: usize>(pub [u64; W]);

impl<const W: usize> Hash for Words<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Without their number, which is that of all keys.
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl<const W: usize> Words<W> {
    /// Returns some words, followed by zeros.
    #[inline]
    pub fn padded<const N: usize>(words: [u64; N]) -> Self {
        const { assert!(N <= W, "there is no room for all words") }
        Self(std::array::from_fn(|at| if at < N { words[at] } else { 0 }))
    }

    /// Returns the first words.
    #[inline]
    pub fn first<const N: usize>(self) -> [u64; N] {
        const { assert!(N <= W, "there are fewer words") }
        std::array::from_fn(|at| self.0[at])
    }
}

/// A packed state that an engine by name can search: it is a number of words for which engines
/// are compiled.
///
/// Every [`Code`] is one, a key of one word; so are `u128`, and arrays of up to 32 bytes.
pub trait PackedKey: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Words of the least number that is large enough: 1, 2, 4 or 12.
    type Words: Width;

    /// Returns the words. Keys in ascending order have words in ascending order.
    fn words(self) -> Self::Words;

    /// Returns the key of words that [`PackedKey::words`] returned.
    fn of_words(words: Self::Words) -> Self;
}

impl<T: Code + Eq + Ord + Hash + Debug + Send + Sync + 'static> PackedKey for T {
    type Words = Words<1>;

    #[inline]
    fn words(self) -> Words<1> {
        Words([self.encode()])
    }

    #[inline]
    fn of_words(Words([word]): Words<1>) -> Self {
        Self::decode(word)
    }
}

impl PackedKey for u128 {
    type Words = Words<2>;

    #[inline]
    fn words(self) -> Words<2> {
        Words([(self >> 64) as u64, self as u64])
    }

    #[inline]
    fn of_words(Words([high, low]): Words<2>) -> Self {
        Self::from(high) << 64 | Self::from(low)
    }
}

macro_rules! bytes {
    ($words:literal: $($bytes:literal)*) => {$(
        impl PackedKey for [u8; $bytes] {
            type Words = Words<$words>;

            #[inline]
            fn words(self) -> Words<$words> {
                let mut all = [[0; 8]; $words];
                all.as_flattened_mut()[..$bytes].copy_from_slice(&self);
                Words(all.map(u64::from_be_bytes))
            }

            #[inline]
            fn of_words(Words(words): Words<$words>) -> Self {
                let all = words.map(u64::to_be_bytes);
                std::array::from_fn(|at| all.as_flattened()[at])
            }
        }
    )*};
}
bytes!(1: 1 2 3 4 5 6 7 8);
bytes!(2: 9 10 11 12 13 14 15 16);
bytes!(4: 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keeps_order<K: PackedKey>(one: K, other: K) {
        assert_eq!(one.cmp(&other), one.words().cmp(&other.words()));
        assert_eq!(K::of_words(one.words()), one);
    }

    proptest! {
        #[test]
        fn keys_come_back_and_keep_their_order(
            numbers: [(u16, i8); 2],
            wide: [u128; 2],
            short: [[u8; 3]; 2],
            long: [[u8; 17]; 2],
        ) {
            keeps_order(numbers[0], numbers[1]);
            keeps_order(wide[0], wide[1]);
            keeps_order(short[0], short[1]);
            keeps_order(long[0], long[1]);
        }
    }
}
