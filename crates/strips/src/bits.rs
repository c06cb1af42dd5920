//! Sets of atoms.

use fewest_search::erased::{PackedKey, Words};

/// A set of up to 64 `N` atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Bits<N> {
    pub(crate) const NONE: Self = Self([0; N]);

    /// The set of some atoms, each below 64 `N`.
    pub(crate) fn of(atoms: impl IntoIterator<Item = u32>) -> Self {
        let mut bits = Self::NONE;
        for atom in atoms {
            bits.0[atom as usize / 64] |= 1 << (atom % 64);
        }
        bits
    }

    #[inline]
    pub(crate) fn has(&self, atom: u32) -> bool {
        self.0[atom as usize / 64] >> (atom % 64) & 1 == 1
    }

    /// Whether all of `others` are in the set.
    #[inline]
    pub(crate) fn has_all(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(own, other)| own & other == *other)
    }

    /// Whether none of `others` is in the set.
    #[inline]
    pub(crate) fn has_none(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(own, other)| own & other == 0)
    }

    /// The set without some atoms, then with others.
    #[inline]
    pub(crate) fn after(&self, deletes: &Self, adds: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !deletes.0[word] | adds.0[word]))
    }

    /// The first `bytes` bytes, the lowest atoms in the first one.
    pub(crate) fn add_bytes(&self, bytes: usize, to: &mut Vec<u8>) {
        to.extend(self.0.iter().flat_map(|word| word.to_le_bytes()).take(bytes));
    }
}

macro_rules! packed_key {
    ($($words:literal),*) => {$(
        impl PackedKey for Bits<$words> {
            type Words = Words<$words>;

            fn words(self) -> Words<$words> {
                Words(self.0)
            }

            fn of_words(words: Words<$words>) -> Self {
                Self(words.0)
            }
        }
    )*};
}
packed_key!(1, 2, 4, 12);
