//! A bijection that spreads numbers evenly over a table, and its inverse.
//!
//! # Source
//! Luby and Rackoff 1988 (three rounds of a Feistel network permute the pairs of two halves);
//! the round functions here need only be fast and even.

/// Shards of a closed list: enough to keep many cores busy, few enough to cost nothing.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;

/// Where a number belongs: the three parts together determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) shard: u8,
    /// Determines the bucket, whatever the number of buckets.
    pub(crate) quotient: u32,
    /// What the place in the table does not determine.
    pub(crate) remainder: u128,
}

/// Mixes numbers of two halves of `HALF` bits each, 38 to 64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Feistel<const HALF: u32>;

impl<const HALF: u32> Feistel<HALF> {
    const MASK: u64 = u64::MAX >> (u64::BITS - HALF);
    /// Odd, with bits as random as those of any irrational number: here the golden ratio, the
    /// square roots of 2 and 3, and pi.
    const ROUNDS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b];
    const FINAL: u64 = 0x243f_6a88_85a3_08d3;

    #[inline]
    fn round(number: usize, half: u64) -> u64 {
        let product = (half ^ half >> 29).wrapping_mul(Self::ROUNDS[number]);
        (product ^ product >> 32).wrapping_mul(Self::FINAL) >> (u64::BITS - HALF)
    }

    #[inline]
    pub(crate) fn address(number: u128) -> Address {
        let (mut low, mut high) = (number as u64 & Self::MASK, (number >> HALF) as u64);
        low ^= Self::round(0, high);
        high ^= Self::round(1, low);
        low ^= Self::round(2, high);
        let remainder =
            u128::from(high >> SHARD_BITS) << (HALF - u32::BITS) | u128::from(low >> u32::BITS);
        Address { shard: (high as usize % SHARDS) as u8, quotient: low as u32, remainder }
    }

    #[inline]
    pub(crate) fn number(address: Address) -> u128 {
        let above = address.remainder as u64 & (Self::MASK >> u32::BITS);
        let mut low = above << u32::BITS | u64::from(address.quotient);
        let mut high = ((address.remainder >> (HALF - u32::BITS)) as u64) << SHARD_BITS
            | u64::from(address.shard);
        low ^= Self::round(2, high);
        high ^= Self::round(1, low);
        low ^= Self::round(0, high);
        u128::from(high) << HALF | u128::from(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_number_comes_back(number in any::<u128>()) {
            prop_assert_eq!(Feistel::<64>::number(Feistel::<64>::address(number)), number);
            let middle = number >> (128 - 108);
            let address = Feistel::<54>::address(middle);
            prop_assert!(address.remainder < 1 << 70);
            prop_assert_eq!(Feistel::<54>::number(address), middle);
            let narrow = number >> (128 - 76);
            let address = Feistel::<38>::address(narrow);
            prop_assert!(address.remainder < 1 << 38);
            prop_assert_eq!(Feistel::<38>::number(address), narrow);
        }
    }

    #[test]
    fn consecutive_numbers_spread_over_shards_and_quotients() {
        let mut shards = [0; SHARDS];
        let mut quotients = [0; 256];
        for number in 0..256_000 {
            let address = Feistel::<38>::address(number);
            shards[usize::from(address.shard)] += 1;
            quotients[(address.quotient >> 24) as usize] += 1;
        }
        assert!(shards.iter().all(|&count| (3_600..4_400).contains(&count)), "{shards:?}");
        assert!(quotients.iter().all(|&count| (800..1_200).contains(&count)), "{quotients:?}");
    }
}
