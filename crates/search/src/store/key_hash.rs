//! A hash of states that is the same on every machine.

use std::hash::{BuildHasher, Hasher};

/// Hashes states where the hash itself matters: for the place in a table that forgets, the shard of
/// a store, or the order among equals. The hash is the same on every machine, so that a search
/// expands the same states everywhere; the hashes of libraries multiply words of the machine's own
/// size.
///
/// Different seeds give unrelated hashes. High and low bits are equally good.
///
/// # Source
/// Multiplication and folding as in the finalizer of MurmurHash3 (Appleby 2011), a word at a time.
#[derive(Debug, Clone, Copy)]
pub struct KeyHash(u64);

impl KeyHash {
    /// Returns the hash function of a seed.
    pub const fn with_seed(seed: u64) -> Self {
        Self(seed.wrapping_mul(STEP))
    }
}

impl Default for KeyHash {
    fn default() -> Self {
        Self::with_seed(1)
    }
}

impl BuildHasher for KeyHash {
    type Hasher = KeyHasher;

    #[inline]
    fn build_hasher(&self) -> KeyHasher {
        KeyHasher(self.0)
    }
}

/// Odd, with bits as random as those of any irrational number: here the golden ratio and pi.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
const FINAL: u64 = 0x243f_6a88_85a3_08d3;

/// The state of [`KeyHash`] after some words.
#[derive(Debug, Clone, Copy)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = (self.0 ^ word).wrapping_mul(STEP);
        self.0 = product ^ product >> 32;
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let product = (self.0 ^ self.0 >> 29).wrapping_mul(FINAL);
        product ^ product >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed independently of the program, with numbers of any size.
    #[test]
    fn hashes_are_the_same_on_every_machine() {
        let hash = KeyHash::default();
        let hashes = [hash.hash_one(7u64), hash.hash_one([1u8, 2, 3]), hash.hash_one((5u32, 6u16))];
        assert_eq!(hashes, [0x21f0_8e19_b404_ac03, 0x7bc8_dc29_01a7_5cce, 0x3328_23e3_d9db_30b1]);
        assert_eq!(hash.hash_one(7usize), hash.hash_one(7u64));
        assert_eq!(KeyHash::with_seed(2).hash_one(7u64), 0xb392_1700_f27e_97b5);
    }

    #[test]
    fn neighbouring_keys_spread_evenly_by_high_and_low_bits() {
        let hash = KeyHash::default();
        for shift in [0, 8, 29, 32, 56] {
            let mut counts = [0u32; 256];
            for key in 0..256_000u64 {
                counts[(hash.hash_one([key, key << 40]) >> shift) as usize % 256] += 1;
            }
            // A thousand each, give or take six standard deviations.
            assert!(counts.iter().all(|count| (810..=1190).contains(count)), "{shift} {counts:?}");
        }
    }
}
