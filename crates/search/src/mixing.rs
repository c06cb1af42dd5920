//! A bijection that spreads numbers evenly over a table, and back.
//!
//! # Source
//! Luby and Rackoff 1988 (three rounds of a Feistel network permute the pairs of two halves);
//! the round functions here need only be fast and even.

/// Shards of a closed list: enough to keep many cores busy, few enough to cost nothing.
pub(crate) const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 6;

/// Where a number belongs: the three parts together give it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) shard: u8,
    /// Decides on the bucket, whatever the number of buckets.
    pub(crate) home: u32,
    /// What the place in the table does not tell.
    pub(crate) rest: u128,
}

/// Mixes numbers of two halves of `HALF` bits each, 38 to 64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mixing<const HALF: u32>;

impl<const HALF: u32> Mixing<HALF> {
    const MASK: u64 = u64::MAX >> (u64::BITS - HALF);
    /// Odd, with bits as random as those of any irrational number: here of the golden ratio, the
    /// square roots of 2 and of 3, and pi.
    const ROUNDS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b];
    const FINAL: u64 = 0x243f_6a88_85a3_08d3;

    #[inline]
    fn round(number: usize, half: u64) -> u64 {
        let product = (half ^ half >> 29).wrapping_mul(Self::ROUNDS[number]);
        (product ^ product >> 32).wrapping_mul(Self::FINAL) >> (u64::BITS - HALF)
    }

    #[inline]
    pub(crate) fn place(number: u128) -> Place {
        let (mut low, mut high) = (number as u64 & Self::MASK, (number >> HALF) as u64);
        low ^= Self::round(0, high);
        high ^= Self::round(1, low);
        low ^= Self::round(2, high);
        let rest =
            u128::from(high >> SHARD_BITS) << (HALF - u32::BITS) | u128::from(low >> u32::BITS);
        Place { shard: (high as usize % SHARDS) as u8, home: low as u32, rest }
    }

    #[inline]
    pub(crate) fn number(place: Place) -> u128 {
        let above = place.rest as u64 & (Self::MASK >> u32::BITS);
        let mut low = above << u32::BITS | u64::from(place.home);
        let mut high =
            ((place.rest >> (HALF - u32::BITS)) as u64) << SHARD_BITS | u64::from(place.shard);
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
            prop_assert_eq!(Mixing::<64>::number(Mixing::<64>::place(number)), number);
            let middle = number >> (128 - 108);
            let place = Mixing::<54>::place(middle);
            prop_assert!(place.rest < 1 << 70);
            prop_assert_eq!(Mixing::<54>::number(place), middle);
            let narrow = number >> (128 - 76);
            let place = Mixing::<38>::place(narrow);
            prop_assert!(place.rest < 1 << 38);
            prop_assert_eq!(Mixing::<38>::number(place), narrow);
        }
    }

    #[test]
    fn consecutive_numbers_spread_over_shards_and_homes() {
        let mut shards = [0; SHARDS];
        let mut homes = [0; 256];
        for number in 0..256_000 {
            let place = Mixing::<38>::place(number);
            shards[usize::from(place.shard)] += 1;
            homes[(place.home >> 24) as usize] += 1;
        }
        assert!(shards.iter().all(|&count| (3_600..4_400).contains(&count)), "{shards:?}");
        assert!(homes.iter().all(|&count| (800..1_200).contains(&count)), "{homes:?}");
    }
}
