//! States as numbers of few bits: what a store needs to keep only a part of each.

/// A bijection between the keys of a state space and numbers of few bits.
///
/// A hash table that mixes these numbers by a bijection need not store what a number's place
/// already tells.
pub trait Ranking<K>: Send + Sync {
    /// All numbers are below 2 to the power of this: at most 128.
    fn bits(&self) -> u32;

    /// The number of a key.
    fn rank(&self, key: K) -> u128;

    /// The key of a number that [`Ranking::rank`] gave.
    fn unrank(&self, number: u128) -> K;

    /// Whether [`Ranking::unrank`] takes this number: it may be one from a file.
    fn is_rank(&self, number: u128) -> bool;
}
