//! Partial IDA* with hash compaction: one byte for a state.
//!
//! # Source
//! Wolper and Leroy, "Reliable hashing without collision detection", CAV 1993; Stern and Dill
//! 1996 (old entries give way); for Atomix Hüffner 2003, section 5.4.

use crate::depth_first::graph_kernel::iterate;
use crate::depth_first::visited::{Visited, slots};
use crate::outcome::Lossy;
use crate::problem::{Action, Parts};
use crate::store::filled;
use crate::{Depth, Monitor, Outcome, Stop, Weight};
use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hash};

/// IDA* that takes a state for known if the byte in its place is its signature, which one in 255
/// other states has as well.
///
/// The depth is part of what is hashed, and a state is looked up in its depth and in the one
/// before. Finds plans that need not be shortest, and proves nothing.
///
/// # Complexity
/// One byte a state; a new state takes the place of an old one.
pub fn compaction_ida_star<P: Parts>(problem: &P, monitor: &mut Monitor<'_>) -> Outcome<Action<P>> {
    let memory = monitor.limits().memory;
    let (signatures, hasher) = (vec![], FixedState::default());
    let table = Signatures { signatures, hasher, len: 0, memory };
    iterate(problem, Weight::ONE, table, monitor)
}

struct Signatures {
    /// A power of two.
    signatures: Vec<u8>,
    hasher: FixedState,
    len: u64,
    /// The bytes that it may take.
    memory: Option<u64>,
}

impl Signatures {
    /// In the place of a signature: no state is there.
    const NONE: u8 = 0;

    /// The place and signature of a state at a depth.
    #[inline]
    fn place<K: Hash>(&self, key: K, depth: Depth) -> (usize, u8) {
        let hash = self.hasher.hash_one((key, depth));
        let signature = (hash >> 56) as u8;
        (hash as usize % self.signatures.len(), signature.max(1))
    }
}

impl<K: Copy + Hash> Visited<K> for Signatures {
    type Completeness = Lossy;

    fn begin_iteration(&mut self, last: u64) -> Result<(), Stop> {
        self.signatures = vec![];
        self.signatures = filled(slots(last, 1, self.memory)?, Self::NONE)?;
        self.len = 0;
        Ok(())
    }

    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool {
        let has = |(place, signature): (usize, u8)| self.signatures[place] == signature;
        let here = self.place(key, depth);
        let is_known = has(here) || depth > Depth::ZERO && has(self.place(key, depth - Depth(1)));
        if !is_known {
            let (place, signature) = here;
            self.len += u64::from(self.signatures[place] == Self::NONE);
            self.signatures[place] = signature;
        }
        is_known
    }

    fn len(&self) -> u64 {
        self.len
    }
}
