//! States as bytes of a message.

use crate::StateSpace;
use crate::distributed::RankError;
use crate::problem::Ranking;
use crate::snapshot::KeyFormat;

/// How the keys of a space are sent: as they are stored, or by their ranks.
pub(super) enum KeyBytes<K> {
    Stored(Box<dyn KeyFormat<K>>),
    Ranked(Box<dyn Ranking<K>>),
}

impl<K: Copy> KeyBytes<K> {
    /// Those of a space.
    ///
    /// # Errors
    /// [`RankError::NoKeyFormat`] if it has neither.
    pub(super) fn of(space: &impl StateSpace<Key = K>) -> Result<Self, RankError> {
        let stored = space.key_format().map(Self::Stored);
        let ranked = || space.ranking().map(Self::Ranked);
        stored.or_else(ranked).ok_or(RankError::NoKeyFormat)
    }

    /// How many bytes a key has.
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Stored(format) => format.bytes(),
            Self::Ranked(ranking) => ranking.bits().div_ceil(u8::BITS) as usize,
        }
    }

    /// Appends a key.
    #[inline]
    pub(super) fn write(&self, key: K, to: &mut Vec<u8>) {
        match self {
            Self::Stored(format) => {
                let begin = to.len();
                to.resize(begin + format.bytes(), 0);
                format.write(key, &mut to[begin..]);
            }
            Self::Ranked(ranking) => {
                to.extend(&ranking.rank(key).to_le_bytes()[..self.length()]);
            }
        }
    }

    /// The key in so many bytes that another rank has written.
    ///
    /// # Panics
    /// If they are of no key: all ranks run the same program on the same problem.
    #[inline]
    pub(super) fn read(&self, from: &[u8]) -> K {
        let key = match self {
            Self::Stored(format) => format.read(from),
            Self::Ranked(ranking) => {
                let mut number = [0; 16];
                number[..from.len()].copy_from_slice(from);
                let number = u128::from_le_bytes(number);
                ranking.is_rank(number).then(|| ranking.unrank(number))
            }
        };
        key.expect("a rank sends states of the problem")
    }
}
