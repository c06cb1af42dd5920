//! Partial IDA* with bitstate hashing: one or two bits for a state.
//!
//! # Source
//! Holzmann 1987 (bitstate hashing); Edelkamp and Meyer, "Theory and practice of time-space
//! trade-offs in memory limited search", KI 2001 (partial IDA*); for Atomix Hüffner 2003,
//! section 5.4: the depth is part of what is hashed, and a state is looked up in its depth and in
//! the one before.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::visited::{Visited, slots};
use crate::outcome::Lossy;
use crate::problem::{Action, Parts};
use crate::store::filled;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};

/// IDA* that takes a state for known if `BITS` bits are set, which other states may have set.
///
/// Finds plans that need not be shortest, and proves nothing.
///
/// # Complexity
/// Eight bits a state: a table is full when an eighth of them are set, and takes in no more.
pub fn bitstate_ida_star<P: Parts, const BITS: usize>(
    problem: &P,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = monitor.limits().memory;
    let (words, hasher) = (vec![], FixedState::default());
    let table = Bitstate::<BITS> { words, hasher, set: 0, len: 0, memory };
    iterate(problem, Weight::ONE, table, monitor)
}

struct Bitstate<const BITS: usize> {
    /// A power of two.
    words: Vec<u64>,
    hasher: FixedState,
    /// Bits that are set.
    set: usize,
    len: u64,
    /// The bytes that it may take.
    memory: Option<u64>,
}

impl<const BITS: usize> Bitstate<BITS> {
    /// Where the bits of a state at a depth are: words and masks.
    #[inline]
    fn places<K: Hash>(&self, key: K, depth: Depth) -> [(usize, u64); BITS] {
        let hash = self.hasher.hash_one((key, depth));
        std::array::from_fn(|number| {
            // The halves of the hash tell the bits apart, its other end the words.
            let hash = hash.rotate_left(number as u32 * 32);
            ((hash >> 6) as usize % self.words.len(), 1 << (hash & 63))
        })
    }

    #[inline]
    fn has(&self, places: &[(usize, u64); BITS]) -> bool {
        places.iter().all(|&(word, mask)| self.words[word] & mask != 0)
    }
}

impl<K: Copy + Hash, const BITS: usize> Visited<K> for Bitstate<BITS> {
    type Completeness = Lossy;

    fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        let bytes = slots(last * BITS as u64, 1, self.memory)?;
        self.words = vec![];
        self.words = filled(bytes / size_of::<u64>(), 0)?;
        (self.set, self.len) = (0, 0);
        Ok(())
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        let places = self.places(key, depth);
        let is_known = self.has(&places)
            || depth > Depth::ZERO && self.has(&self.places(key, depth - Depth(1)));
        let is_full = self.set >= self.words.len() * u64::BITS as usize / 8;
        if !is_known && !is_full {
            self.len += 1;
            for (word, mask) in places {
                self.set += usize::from(self.words[word] & mask == 0);
                self.words[word] |= mask;
            }
        }
        is_known
    }

    fn len(&self) -> u64 {
        self.len
    }
}
