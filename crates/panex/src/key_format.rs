//! Packed states as bytes in files.

use crate::packing::Packing;
use crate::word::Word;
use fewest_search::artifact::KeyFormat;

/// The bytes of the word, the highest first, so that they sort as the words do.
#[derive(Debug)]
pub(crate) struct PackedBytes<K>(pub(crate) Packing<K>);

impl<K: Word> KeyFormat<K> for PackedBytes<K> {
    fn bytes(&self) -> usize {
        self.0.bits().div_ceil(8) as usize
    }

    fn write(&self, key: K, to: &mut [u8]) {
        for (place, byte) in to.iter_mut().rev().enumerate() {
            *byte = key.field(8 * place as u32, 8) as u8;
        }
    }

    fn read(&self, from: &[u8]) -> Option<K> {
        let key = from.iter().fold(K::ZERO, |word, &byte| word.append(8, byte.into()));
        self.0.is_packed(key).then_some(key)
    }
}

#[cfg(test)]
mod tests {
    use crate::Model;
    use fewest_rules::panex::Instance;
    use fewest_search::StateSpace as _;
    use std::collections::HashSet;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let instance = Instance::exchange(2);
        let model = Model::<u64>::new(&instance).unwrap();
        let format = model.key_format().unwrap();
        let mut seen = HashSet::new();
        let mut open = vec![model.pack(&model.roots()[0])];
        while let Some(key) = open.pop() {
            if seen.insert(key) {
                model.successors(&model.unpack(key), |_, child| open.push(model.pack(&child)));
            }
        }
        let bytes = format.bytes();
        assert!(bytes <= 2, "so few that all of them can be tried");
        for number in 0..1_u64 << (8 * bytes) {
            let written = &number.to_be_bytes()[8 - bytes..];
            match format.read(written) {
                Some(key) => {
                    let mut again = [0; 8];
                    format.write(key, &mut again[8 - bytes..]);
                    assert_eq!(u64::from_be_bytes(again), number);
                }
                None => assert!(!seen.contains(&number), "{number:x}"),
            }
        }
    }
}
