//! Partial IDA* with hash compaction: one byte per state.
//!
//! # Source
//! Wolper and Leroy, "Reliable hashing without collision detection", CAV 1993; Stern and Dill 1996
//! (old entries are replaced); for Atomix Hüffner 2003, section 5.4.

use crate::depth_first::Switch;
use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::lossy_bytes::LossyBytes;
use crate::depth_first::visited::Visited;
use crate::outcome::Completeness;
use crate::problem::{Action, Parts};
use crate::store::key_hash::KeyHash;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use std::hash::{BuildHasher as _, Hash};

/// Runs an IDA* that treats a state as known if the byte in its place is its signature, which one
/// in 255 other states shares.
///
/// The depth is part of what is hashed, and a state is looked up at its depth and at the one
/// before. Finds plans that need not be shortest, and proves nothing.
///
/// # Complexity
/// Eight bytes per state; at the limit on memory one, where a new state replaces an old one.
pub fn compaction_ida_star<P: Parts>(
    problem: &P,
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let memory = LossyBytes::new(monitor.limits().memory);
    let mut table = Signatures(memory);
    iterate(problem, Weight::ONE, move_ordering, &mut table, monitor)
}

struct Signatures(LossyBytes);

impl Signatures {
    /// In place of a signature: there is no state here.
    const NONE: u8 = 0;

    /// The place and signature of a state at a depth.
    #[inline]
    fn place<K: Hash>(&self, key: K, depth: Depth) -> (usize, u8) {
        let hash = KeyHash::default().hash_one((key, depth));
        let signature = (hash >> 56) as u8;
        ((hash % self.0.bytes.len() as u64) as usize, signature.max(1))
    }
}

impl<K: Copy + Hash> Visited<K> for Signatures {
    fn completeness(&self) -> Completeness {
        Completeness::Lossy
    }

    fn begin_iteration(&mut self) -> Result<(), Stop> {
        self.0.begin_iteration()
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        let has = |(place, signature): (usize, u8)| self.0.bytes[place] == signature;
        let is_known = has(self.place(key, depth))
            || depth > Depth::ZERO && has(self.place(key, depth - Depth(1)));
        if !is_known {
            self.0.make_room();
            let (place, signature) = self.place(key, depth);
            let held = &mut self.0.bytes[place];
            self.0.set += usize::from(*held == Self::NONE);
            *held = signature;
        }
        is_known
    }

    /// Probability that the signature is in its place, at its depth or one less, at this load.
    fn collision_probability(&self) -> f64 {
        let load = self.0.set as f64 / self.0.bytes.len() as f64;
        1.0 - (1.0 - load / f64::from(u8::MAX)).powi(2)
    }

    fn len(&self) -> u64 {
        self.0.states.min(self.0.bytes.len() as u64)
    }
}
