//! The rank that owns a state.

use crate::store::key_hash::KeyHash;
use std::hash::{BuildHasher, Hash};

/// A hash of a state that is the same on every rank.
#[inline]
pub(crate) fn hash_of(key: impl Hash) -> u64 {
    KeyHash::with_seed(SEED).hash_one(key)
}

/// Not that of the tables: otherwise a rank's states would fill only a part of them.
const SEED: u64 = 0x006f_776e_6572;

/// The owner, out of `ranks` ranks, of a state with this hash.
#[inline]
pub(crate) fn owner(hash: u64, ranks: usize) -> usize {
    (((hash >> 32) * ranks as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_spread_evenly() {
        for ranks in [1, 2, 3, 7, 64] {
            let mut owned = vec![0_u32; ranks];
            (0..64_000_u32).for_each(|key| owned[owner(hash_of(key), ranks)] += 1);
            let fair = 64_000 / ranks as u32;
            let most = fair + 6 * fair.isqrt();
            assert!(owned.iter().all(|&owned| owned <= most && 2 * fair <= most + owned));
        }
    }
}
