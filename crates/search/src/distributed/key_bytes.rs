//! States as bytes of messages and files.

use crate::StateSpace;
use crate::distributed::RankError;
use crate::problem::Ranking;
use crate::snapshot::KeyFormat;

/// How the keys of a space are sent and saved: as they are stored, or by their ranks.
pub(super) enum KeyBytes<K> {
    Stored(Box<dyn KeyFormat<K>>),
    Ranked(Box<dyn Ranking<K>>),
}

impl<K: Copy> KeyBytes<K> {
    /// The form for a space.
    ///
    /// # Errors
    /// [`RankError::NoKeyFormat`] if it has neither.
    pub(super) fn of(space: &impl StateSpace<Key = K>) -> Result<Self, RankError> {
        let stored = space.key_format().map(Self::Stored);
        let ranked = || space.ranking().map(Self::Ranked);
        stored.or_else(ranked).ok_or(RankError::NoKeyFormat)
    }

    /// The number of bytes in a key.
    pub(super) fn length(&self) -> usize {
        self.bytes()
    }

    /// Appends a key.
    #[inline]
    pub(super) fn append(&self, key: K, to: &mut Vec<u8>) {
        let begin = to.len();
        to.resize(begin + self.bytes(), 0);
        self.write(key, &mut to[begin..]);
    }

    /// The key in these bytes, which another rank has written.
    ///
    /// # Panics
    /// If they do not form a key: all ranks run the same program on the same problem.
    #[inline]
    pub(super) fn sent(&self, from: &[u8]) -> K {
        self.read(from).expect("a rank sends states of the problem")
    }
}

impl<K: Copy> KeyFormat<K> for KeyBytes<K> {
    fn bytes(&self) -> usize {
        match self {
            Self::Stored(format) => format.bytes(),
            Self::Ranked(ranking) => ranking.bits().div_ceil(u8::BITS) as usize,
        }
    }

    #[inline]
    fn write(&self, key: K, to: &mut [u8]) {
        match self {
            Self::Stored(format) => format.write(key, to),
            Self::Ranked(ranking) => {
                to.copy_from_slice(&ranking.rank(key).to_le_bytes()[..to.len()]);
            }
        }
    }

    #[inline]
    fn read(&self, from: &[u8]) -> Option<K> {
        match self {
            Self::Stored(format) => format.read(from),
            Self::Ranked(ranking) => {
                let mut number = [0; 16];
                number[..from.len()].copy_from_slice(from);
                let number = u128::from_le_bytes(number);
                ranking.is_rank(number).then(|| ranking.unrank(number))
            }
        }
    }
}
