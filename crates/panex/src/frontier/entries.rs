//! The states of a layer: one of each orbit in one word, with the columns moved to last.

use crate::key_format::PackedBytes;
use crate::model::{Columns, Model};
use crate::state::State;
use crate::symmetry::{Coset, Orbits};
use crate::word::Word;
use fewest_search::StateSpace;
use fewest_search::artifact::KeyFormat;
use fewest_search::breadth_first::Encoding;

/// The bits of an entry for the columns moved to last.
const LAST_BITS: u32 = 3;
/// Those bits, and the one that says whether the representative lies in the image of the layer.
const EXTRA_BITS: u32 = LAST_BITS + 1;

impl Orbits {
    /// Calls `store` with the entry of a state, given the columns moved to last.
    #[inline]
    fn store<K: Word>(
        &self,
        model: &Model<K>,
        state: &State<K>,
        last: Columns,
        mut store: impl FnMut(K),
    ) {
        let (representative, coset, symmetry) = self.representative(state);
        let key = model.pack(&representative);
        let last = symmetry.of_columns(last).0;
        if coset != Coset::Other {
            store(key.append(EXTRA_BITS, last));
        }
        if coset != Coset::Own {
            store(key.append(EXTRA_BITS, 1 << LAST_BITS | last));
        }
    }

    /// A state of the layer that an entry was stored for, and the columns moved to last.
    #[inline]
    fn restore<K: Word>(&self, model: &Model<K>, entry: K) -> (State<K>, Columns) {
        let representative = model.unpack(entry >> EXTRA_BITS);
        let last = Columns(entry.field(0, LAST_BITS));
        match self.other() {
            Some(other) if entry.field(LAST_BITS, 1) == 1 => {
                (other.of(&representative), other.of_columns(last))
            }
            _ => (representative, last),
        }
    }
}

/// A byte for the extra bits, and those of the key.
#[derive(Debug)]
struct EntryBytes<K>(PackedBytes<K>);

impl<K: Word> KeyFormat<K> for EntryBytes<K> {
    fn bytes(&self) -> usize {
        1 + self.0.bytes()
    }

    fn write(&self, entry: K, to: &mut [u8]) {
        to[0] = entry.field(0, EXTRA_BITS) as u8;
        self.0.write(entry >> EXTRA_BITS, &mut to[1..]);
    }

    fn read(&self, from: &[u8]) -> Option<K> {
        let extra = Some(u32::from(from[0])).filter(|extra| extra >> EXTRA_BITS == 0)?;
        Some(self.0.read(&from[1..])?.append(EXTRA_BITS, extra))
    }
}

/// States are stored as representatives of their orbits, packed, with four bits more at the end:
/// whether the representative lies in the layer or in its image, and three for the columns whose
/// top piece was moved last on some shortest path.
///
/// # Sound because
/// a piece that was moved last need not be moved again where `Model::settled` says so: from the
/// position before, one move, or none, takes it to the same place, so what it leads to is in this
/// layer or an earlier one.
/// Without those moves half as many states are generated, packed, sorted and thrown away.
impl<K: Word> Encoding<Model<K>> for Orbits {
    type Entry = K;

    #[inline]
    fn encode(&self, model: &Model<K>, state: &State<K>, store: impl FnMut(K)) {
        self.store(model, state, Columns::NONE, store);
    }

    #[inline]
    fn decode(&self, model: &Model<K>, entry: K) -> State<K> {
        self.restore(model, entry).0
    }

    #[inline]
    fn expand(&self, model: &Model<K>, entry: K, mut store: impl FnMut(K)) {
        let (state, last) = self.restore(model, entry);
        model.expand_except(&state, last, |step, child| {
            self.store(model, &child, model.settled(step), &mut store);
        });
    }

    fn image(&self, state: &State<K>) -> Option<State<K>> {
        self.other().map(|other| other.of(state))
    }

    fn entry_format(model: &Model<K>) -> Option<Box<dyn KeyFormat<K>>> {
        Some(Box::new(EntryBytes(model.packed_bytes())))
    }

    #[inline]
    fn orbit(entry: K) -> K {
        entry >> EXTRA_BITS
    }

    #[inline]
    fn without_used(entry: K) -> K {
        entry >> LAST_BITS
    }

    #[inline]
    fn merge(first: K, second: K) -> K {
        first | second
    }
}
