//! Partial IDA* with bitstate hashing: one or two bits for a state.
//!
//! # Source
//! Holzmann 1987 (bitstate hashing); Edelkamp and Meyer, "Theory and practice of time-space
//! trade-offs in memory limited search", KI 2001 (partial IDA*); for Atomix Hüffner 2003,
//! section 5.4: the depth is part of what is hashed, and a state is looked up in its depth and in
//! the one before.

use crate::depth_first::Switch;
use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::lossy_bytes::LossyBytes;
use crate::depth_first::visited::Visited;
use crate::outcome::Lossy;
use crate::problem::{Action, Parts};
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::{BuildHasher as _, Hash};

/// IDA* that takes a state for known if `BITS` bits are set, which other states may have set.
///
/// Finds plans that need not be shortest, and proves nothing.
///
/// # Complexity
/// Eight bits a state: a table is full when an eighth of them are set, and takes in no more.
pub fn bitstate_ida_star<P: Parts, const BITS: usize>(
    problem: &P,
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = LossyBytes::new(monitor.limits().memory);
    let table = Bitstate::<BITS> { memory, set: 0, len: 0 };
    iterate(problem, Weight::ONE, move_ordering, table, monitor)
}

struct Bitstate<const BITS: usize> {
    memory: LossyBytes,
    /// Bits that are set.
    set: usize,
    len: u64,
}

impl<const BITS: usize> Bitstate<BITS> {
    /// Where the bits of a state at a depth are: bytes and masks.
    #[inline]
    fn places<K: Hash>(&self, key: K, depth: Depth) -> [(usize, u8); BITS] {
        let hash = KeyHash::default().hash_one((key, depth));
        let bytes = self.memory.bytes.len() as u64;
        std::array::from_fn(|number| {
            // The halves of the hash tell the bits apart, its other end the bytes.
            let hash = hash.rotate_left(number as u32 * 32);
            (((hash >> 3) % bytes) as usize, 1 << (hash & 7))
        })
    }

    #[inline]
    fn has(&self, places: &[(usize, u8); BITS]) -> bool {
        places.iter().all(|&(byte, mask)| self.memory.bytes[byte] & mask != 0)
    }
}

impl<K: Copy + Hash, const BITS: usize> Visited<K> for Bitstate<BITS> {
    type Completeness = Lossy;

    fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        self.memory.begin_iteration(last * BITS as u64)?;
        (self.set, self.len) = (0, 0);
        Ok(())
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        let places = self.places(key, depth);
        let is_known = self.has(&places)
            || depth > Depth::ZERO && self.has(&self.places(key, depth - Depth(1)));
        let is_full = self.set >= self.memory.bytes.len();
        if !is_known && !is_full {
            self.len += 1;
            for (byte, mask) in places {
                let byte = &mut self.memory.bytes[byte];
                self.set += usize::from(*byte & mask == 0);
                *byte |= mask;
            }
        }
        is_known
    }

    /// All bits of a state are set, in its depth or in the one before, of as many as are set now.
    fn collision_probability(&self) -> f64 {
        let load = self.set as f64 / (8 * self.memory.bytes.len()) as f64;
        1.0 - (1.0 - load.powi(BITS as i32)).powi(2)
    }

    fn len(&self) -> u64 {
        self.len
    }
}
