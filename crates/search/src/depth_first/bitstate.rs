//! Partial IDA* with bitstate hashing: one or two bits per state.
//!
//! # Source
//! Holzmann 1987 (bitstate hashing); Edelkamp and Meyer, "Theory and practice of time-space
//! trade-offs in memory limited search", KI 2001 (partial IDA*); for Atomix Hüffner 2003, section
//! 5.4: the depth is hashed, too, and a state is looked up at its depth and at one less.

use crate::depth_first::Switch;
use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::lossy_bytes::LossyBytes;
use crate::depth_first::visited::Visited;
use crate::outcome::Completeness;
use crate::problem::{Action, Parts};
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::{BuildHasher as _, Hash};

/// Runs an IDA* that treats a state as known if its `BITS` bits are set, which other states may
/// have set.
///
/// Finds plans that need not be shortest, and proves nothing.
///
/// # Complexity
/// Eight bytes per state; at the limit on memory an eighth of a table's bits are set before it
/// stores no more states.
pub fn bitstate_ida_star<P: Parts, const BITS: usize>(
    problem: &P,
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = LossyBytes::new(monitor.limits().memory);
    let mut table = Bitstate::<BITS>(memory);
    iterate(problem, Weight::ONE, move_ordering, &mut table, monitor)
}

struct Bitstate<const BITS: usize>(LossyBytes);

impl<const BITS: usize> Bitstate<BITS> {
    /// Bytes and masks of the bits of a state at a depth.
    #[inline]
    fn places<K: Hash>(&self, key: K, depth: Depth) -> [(usize, u8); BITS] {
        let hash = KeyHash::default().hash_one((key, depth));
        let bytes = self.0.bytes.len() as u64;
        std::array::from_fn(|number| {
            // The two halves of the hash select the bits; their other ends select the bytes.
            let hash = hash.rotate_left(number as u32 * 32);
            (((hash >> 3) % bytes) as usize, 1 << (hash & 7))
        })
    }

    #[inline]
    fn has(&self, places: &[(usize, u8); BITS]) -> bool {
        places.iter().all(|&(byte, mask)| self.0.bytes[byte] & mask != 0)
    }
}

impl<K: Copy + Hash, const BITS: usize> Visited<K> for Bitstate<BITS> {
    fn completeness(&self) -> Completeness {
        Completeness::Lossy
    }

    fn begin_iteration(&mut self) -> Result<(), Stop> {
        self.0.begin_iteration()
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        let is_known = self.has(&self.places(key, depth))
            || depth > Depth::ZERO && self.has(&self.places(key, depth - Depth(1)));
        let is_full = self.0.set >= self.0.bytes.len();
        if !is_known && !is_full {
            self.0.make_room();
            for (byte, mask) in self.places(key, depth) {
                let byte = &mut self.0.bytes[byte];
                self.0.set += usize::from(*byte & mask == 0);
                *byte |= mask;
            }
        }
        is_known
    }

    /// Probability that all bits of a state are set, at its depth or one less, at the present load.
    fn collision_probability(&self) -> f64 {
        let load = self.0.set as f64 / (8 * self.0.bytes.len()) as f64;
        1.0 - (1.0 - load.powi(BITS as i32)).powi(2)
    }

    fn len(&self) -> u64 {
        self.0.states
    }
}
