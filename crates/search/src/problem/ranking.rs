//! Rankings: states as numbers of few bits, so that a store can keep only a part of each.

/// A bijection between the keys of a state space and numbers of few bits.
///
/// A hash table that mixes these numbers by a bijection need not store the part of a number that
/// follows from its place.
pub trait Ranking<K>: Send + Sync {
    /// Returns the number of bits: all numbers are below 2 to this power. It is at most 128.
    fn bits(&self) -> u32;

    /// Returns the number of a key.
    fn rank(&self, key: K) -> u128;

    /// Returns the key of a number that [`Ranking::rank`] returned.
    fn unrank(&self, number: u128) -> K;

    /// Whether [`Ranking::unrank`] accepts this number, which may come from a file.
    fn is_rank(&self, number: u128) -> bool;
}
