//! States in the bytes of a certificate.

use crate::model::Model;
use crate::packing::Packing;
use crate::state::{PieceId, State};
use crate::word::Word;
use fewest_rules::panex::{Column, PieceSet};
use fewest_search::artifact::KeyFormat;

/// The pieces of the columns from the left, each from the bottom up, and 0 between two columns. A
/// piece is twice its size, minus one in colour a.
pub(crate) fn bytes<K: Word>(state: &State<K>) -> impl Iterator<Item = u8> {
    Column::ALL.into_iter().flat_map(move |column| {
        let between = (column != Column::L).then_some(0);
        let pieces = state.bottom_up(column.index());
        between.into_iter().chain(pieces.map(|PieceId(piece)| piece + 1))
    })
}

/// Keys as these bytes, so that they sort as a certificate has them.
#[derive(Debug)]
pub(crate) struct ListBytes<K> {
    packing: Packing<K>,
    pieces: usize,
}

impl<K: Word> ListBytes<K> {
    pub(crate) fn new(model: &Model<K>, pieces: PieceSet) -> Self {
        Self { packing: model.packed_bytes().0, pieces: pieces.count() }
    }
}

impl<K: Word> KeyFormat<K> for ListBytes<K> {
    fn bytes(&self) -> usize {
        self.pieces + 2
    }

    fn bits(&self) -> u32 {
        u32::BITS - (2 * self.packing.n()).leading_zeros()
    }

    fn write(&self, key: K, to: &mut [u8]) {
        let state = self.packing.unpack(key);
        to.iter_mut().zip(bytes(&state)).for_each(|(to, byte)| *to = byte);
    }

    /// A state has all pieces in three columns that hold them.
    fn read(&self, from: &[u8]) -> Option<K> {
        let columns = from.split(|&byte| byte == 0);
        if from.len() != self.bytes() || columns.clone().count() != Column::ALL.len() {
            return None;
        }
        let mut state = State::EMPTY;
        for (column, pieces) in columns.enumerate() {
            for &piece in pieces {
                if u32::from(piece) > 2 * self.packing.n() {
                    return None;
                }
                state = state.with(PieceId(piece - 1), column);
            }
        }
        let key = self.packing.pack(&state);
        (self.packing.is_packed(key) && self.packing.unpack(key) == state).then_some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::panex::{Colour, Instance};
    use fewest_search::StateSpace as _;
    use std::collections::HashSet;
    use std::hash::Hash;

    fn what_is_written_is_read_and_nothing_else<K: Word + Hash>(instance: &Instance) {
        let model = Model::<K>::new(instance).unwrap();
        let format = ListBytes::new(&model, instance.piece_set());
        let (mut seen, mut written) = (HashSet::new(), HashSet::new());
        let mut open = vec![model.pack(&model.roots()[0])];
        while let Some(key) = open.pop() {
            if seen.insert(key) {
                model.successors(&model.unpack(key), |_, child| open.push(model.pack(&child)));
                let mut bytes = vec![9; format.bytes()];
                format.write(key, &mut bytes);
                assert!(bytes.iter().all(|&byte| byte < 1 << format.bits()));
                assert!(format.read(&bytes) == Some(key), "{bytes:?}");
                let pieces = |column| model.position(&model.unpack(key)).column(column).to_vec();
                let expected: Vec<u8> = Column::ALL
                    .map(pieces)
                    .join(&[][..])
                    .iter()
                    .map(|piece| 2 * piece.size as u8 - u8::from(piece.colour == Colour::A))
                    .collect();
                let without_ends: Vec<u8> =
                    bytes.iter().copied().filter(|&byte| byte > 0).collect();
                assert_eq!(without_ends, expected);
                written.insert(bytes);
            }
        }
        // All strings of these bytes, and of one that is too large.
        let most = 2 * instance.piece_set().n as usize + 2;
        for number in 0..most.pow(format.bytes() as u32) {
            let digits = (0..format.bytes()).scan(number, |rest, _| {
                let digit = *rest % most;
                *rest /= most;
                Some(digit as u8)
            });
            let bytes: Vec<u8> = digits.collect();
            match format.read(&bytes) {
                Some(key) => {
                    let mut again = vec![9; bytes.len()];
                    format.write(key, &mut again);
                    assert_eq!(again, bytes);
                }
                None => assert!(!written.contains(&bytes), "{bytes:?}"),
            }
        }
        assert_eq!(format.read(&[]), None);
    }

    #[test]
    fn what_is_written_is_read() {
        for instance in [
            Instance::exchange(2),
            Instance::exchange(2).between_neighbours(),
            Instance::one_tower(3),
        ] {
            what_is_written_is_read_and_nothing_else::<u64>(&instance);
            what_is_written_is_read_and_nothing_else::<u128>(&instance);
        }
    }
}
