//! Packed states as numbers, which can be sorted.

use crate::StateSpace;
use crate::external::LongKeys;
use crate::problem::Ranking;
use crate::snapshot::KeyFormat;

/// Bits of the longest numbers.
const LONGEST: usize = 128;

/// A bijection between the keys of a space and numbers.
///
/// The bytes of keys in files are preferred: their places have a meaning, so they compress better
/// than ranks. If they are too many, the used bits of each byte are joined.
pub(crate) struct Numbers<K> {
    coding: Coding<K>,
    bytes: usize,
}

enum Coding<K> {
    /// This many bits of each byte.
    Bytes(Box<dyn KeyFormat<K>>, usize),
    Rank(Box<dyn Ranking<K>>),
}

impl<K: Copy> Numbers<K> {
    /// The numbers of a space.
    ///
    /// # Errors
    /// If its keys are too long.
    pub(crate) fn of(space: &impl StateSpace<Key = K>) -> Result<Self, LongKeys> {
        if let Some(numbers) = space.key_format().and_then(|format| Self::of_bytes(format).ok()) {
            return Ok(numbers);
        }
        let ranking = space.ranking().filter(|ranking| ranking.bits() as usize <= LONGEST);
        let ranking = ranking.ok_or(LongKeys)?;
        let bytes = ranking.bits().div_ceil(8) as usize;
        Ok(Self { coding: Coding::Rank(ranking), bytes })
    }

    /// Numbers in the order of the keys' bytes in a format.
    ///
    /// # Errors
    /// If its keys are too long.
    pub(crate) fn of_bytes(format: Box<dyn KeyFormat<K>>) -> Result<Self, LongKeys> {
        let in_use = [u8::BITS as usize, format.bits() as usize];
        let bits = in_use.into_iter().find(|bits| bits * format.bytes() <= LONGEST);
        let bits = bits.ok_or(LongKeys)?;
        let bytes = (bits * format.bytes()).div_ceil(8);
        Ok(Self { coding: Coding::Bytes(format, bits), bytes })
    }

    /// The number of bytes in a number.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of a key.
    #[inline]
    pub(crate) fn number(&self, key: K) -> u128 {
        match &self.coding {
            Coding::Rank(ranking) => ranking.rank(key),
            Coding::Bytes(format, bits) => {
                let mut bytes = [0; LONGEST];
                let bytes = &mut bytes[..format.bytes()];
                format.write(key, bytes);
                bytes.iter().fold(0, |number, &byte| number << bits | u128::from(byte))
            }
        }
    }

    /// The key with a number; `None` if there is none.
    #[inline]
    pub(crate) fn key(&self, mut number: u128) -> Option<K> {
        match &self.coding {
            Coding::Rank(ranking) => ranking.is_rank(number).then(|| ranking.unrank(number)),
            Coding::Bytes(format, bits) => {
                let mut bytes = [0; LONGEST];
                let bytes = &mut bytes[..format.bytes()];
                for byte in bytes.iter_mut().rev() {
                    *byte = (number & ((1 << bits) - 1)) as u8;
                    number >>= bits;
                }
                format.read(bytes).filter(|_| number == 0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This many letters of this many bits.
    #[derive(Clone, Copy)]
    struct Words(usize, u32);

    type Word = [u8; 26];

    impl StateSpace for Words {
        type State = Word;
        type Action = ();
        type Key = Word;

        fn roots(&self) -> Vec<Word> {
            vec![]
        }

        fn is_goal(&self, _: &Word) -> bool {
            false
        }

        fn successors(&self, _: &Word, _: impl FnMut((), Word)) {}

        fn pack(&self, &state: &Word) -> Word {
            state
        }

        fn unpack(&self, key: Word) -> Word {
            key
        }

        fn key_format(&self) -> Option<Box<dyn KeyFormat<Word>>> {
            Some(Box::new(*self))
        }
    }

    impl KeyFormat<Word> for Words {
        fn bytes(&self) -> usize {
            self.0
        }

        fn bits(&self) -> u32 {
            self.1
        }

        fn write(&self, key: Word, to: &mut [u8]) {
            to.copy_from_slice(&key[..self.0]);
        }

        fn read(&self, from: &[u8]) -> Option<Word> {
            let mut word = [0; 26];
            word[..self.0].copy_from_slice(from);
            from.iter().all(|&letter| letter < 1 << self.1).then_some(word)
        }
    }

    #[test]
    fn keys_of_up_to_128_bits_have_numbers_in_their_order() {
        for (letters, bits, bytes) in [(3, 5, 3), (16, 5, 16), (17, 5, 11), (25, 5, 16)] {
            let space = Words(letters, bits);
            let numbers = Numbers::of(&space).unwrap();
            assert_eq!(numbers.bytes(), bytes);
            let mut words: Vec<Word> = (0..300_u32)
                .map(|word| {
                    std::array::from_fn(|at| {
                        let letter = (word.wrapping_mul(2_654_435_761) >> at) as u8 % (1 << bits);
                        if at < letters { letter } else { 0 }
                    })
                })
                .collect();
            words.sort_unstable();
            words.dedup();
            let all: Vec<u128> = words.iter().map(|&word| numbers.number(word)).collect();
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(words.iter().zip(&all).all(|(&word, &n)| numbers.key(n) == Some(word)));
            if bytes < 16 {
                assert_eq!(numbers.key(all[1] | 1 << (8 * bytes)), None);
            }
            let unused = if letters > 16 { u128::MAX } else { 1 << bits };
            assert_eq!(numbers.key(unused), None);
        }
        assert!(Numbers::of(&Words(26, 5)).is_err());
    }
}
