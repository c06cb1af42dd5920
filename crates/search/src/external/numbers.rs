//! Packed states as numbers, which sort.

use crate::problem::Ranking;
use crate::snapshot::KeyFormat;
use crate::{StateSpace, external::LongKeys};

/// The longest numbers.
///
/// # Units
/// Bytes.
const LONGEST: usize = 16;

/// A bijection between the keys of a space and numbers of some bytes.
///
/// The bytes that keys have in files come first: their places mean something, and so they compress
/// better than ranks.
pub(crate) struct Numbers<K> {
    coding: Coding<K>,
    bytes: usize,
}

enum Coding<K> {
    Bytes(Box<dyn KeyFormat<K>>),
    Rank(Box<dyn Ranking<K>>),
}

impl<K: Copy> Numbers<K> {
    /// The numbers of a space.
    ///
    /// # Errors
    /// If its keys are too long.
    pub(crate) fn of(space: &impl StateSpace<Key = K>) -> Result<Self, LongKeys> {
        if let Some(format) = space.key_format().filter(|format| format.bytes() <= LONGEST) {
            let bytes = format.bytes();
            return Ok(Self { coding: Coding::Bytes(format), bytes });
        }
        let ranking = space.ranking().ok_or(LongKeys)?;
        let bytes = ranking.bits().div_ceil(8) as usize;
        if bytes > LONGEST {
            return Err(LongKeys);
        }
        Ok(Self { coding: Coding::Rank(ranking), bytes })
    }

    /// How many bytes a number has.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of a key.
    #[inline]
    pub(crate) fn number(&self, key: K) -> u128 {
        match &self.coding {
            Coding::Rank(ranking) => ranking.rank(key),
            Coding::Bytes(format) => {
                let mut bytes = [0; LONGEST];
                format.write(key, &mut bytes[LONGEST - self.bytes..]);
                u128::from_be_bytes(bytes)
            }
        }
    }

    /// The key of a number; none if no key has it.
    #[inline]
    pub(crate) fn key(&self, number: u128) -> Option<K> {
        match &self.coding {
            Coding::Rank(ranking) => ranking.is_rank(number).then(|| ranking.unrank(number)),
            Coding::Bytes(format) => {
                let bytes = number.to_be_bytes();
                let (above, bytes) = bytes.split_at(LONGEST - self.bytes);
                format.read(bytes).filter(|_| above.iter().all(|&byte| byte == 0))
            }
        }
    }
}
