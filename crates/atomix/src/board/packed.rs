//! The states and moves of the model.

use super::{Board, Cell};
use fewest_rules::atomix::{Label, Square};
use fewest_search::erased::{Code, PackedKey, Words};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The cells of up to `N` atoms, sorted by label, equal labels by cell.
///
/// Unused entries are cell 0, so equal states have equal bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packed<const N: usize>([Cell; N]);

/// The hash of the atoms alone: it does not depend on `N`, and nor do searches that break ties by it.
impl<const N: usize> Hash for Packed<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let word =
            |cells: &[Cell]| cells.iter().rev().fold(0, |word, cell| word << 8 | u64::from(cell.0));
        let words = self.0.chunks(8).map(word);
        let unused = words.clone().rev().take_while(|&word| word == 0).count();
        words.take(N.div_ceil(8) - unused).for_each(|word| state.write_u64(word));
    }
}

impl<const N: usize> Packed<N> {
    /// Packs cells, which must be sorted as [`Packed`] says.
    pub(crate) fn new(cells: [Cell; N]) -> Self {
        Self(cells)
    }

    /// Packs labelled atoms.
    ///
    /// # Panics
    /// If there are more than `N`, or one is on a square that is not free.
    pub(crate) fn of_atoms(board: &Board, atoms: &[(Label, Square)]) -> Self {
        let mut atoms: Vec<_> = atoms.iter().map(|&(label, at)| (label, board.cell(at))).collect();
        atoms.sort_unstable();
        let cells: Vec<_> = atoms.into_iter().map(|(_, at)| at).collect();
        Self::of_cells(&cells)
    }

    /// Packs the cells of all atoms of a state.
    ///
    /// # Panics
    /// If there are more than `N`.
    pub(crate) fn of_cells(atoms: &[Cell]) -> Self {
        let mut cells = [Cell(0); N];
        cells[..atoms.len()].copy_from_slice(atoms);
        Self(cells)
    }

    /// Returns the cells of the atoms.
    #[inline]
    pub fn cells(&self) -> &[Cell; N] {
        &self.0
    }

    /// Moves an atom and keeps its label group sorted.
    #[inline]
    pub(crate) fn moved(mut self, group: &Range<usize>, atom: usize, to: Cell) -> Self {
        let mut at = atom;
        while at + 1 < group.end && self.0[at + 1] < to {
            self.0[at] = self.0[at + 1];
            at += 1;
        }
        while at > group.start && self.0[at - 1] > to {
            self.0[at] = self.0[at - 1];
            at -= 1;
        }
        self.0[at] = to;
        self
    }
}

/// The first cell is in the highest byte, so that keys and words have one order.
macro_rules! packed_key {
    ($($atoms:literal: $words:literal),*) => {$(
        impl PackedKey for Packed<$atoms> {
            type Words = Words<$words>;

            #[inline]
            fn words(self) -> Words<$words> {
                let mut words = [0; $words];
                for (word, cells) in words.iter_mut().zip(self.0.as_chunks::<8>().0) {
                    *word = u64::from_be_bytes(cells.map(|cell| cell.0));
                }
                Words(words)
            }

            #[inline]
            fn of_words(Words(words): Words<$words>) -> Self {
                let mut cells = [Cell(0); $atoms];
                for (cells, word) in cells.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                    *cells = word.to_be_bytes().map(Cell);
                }
                Self(cells)
            }
        }
    )*};
}
packed_key!(8: 1, 16: 2, 32: 4, 64: 12);

/// A move of the model: the atom on one cell moves to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide {
    /// The cell left.
    pub from: Cell,
    /// The cell reached.
    pub to: Cell,
}

impl Slide {
    /// Returns the inverse slide.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

impl Code for Slide {
    const BITS: u32 = 16;

    #[inline]
    fn encode(self) -> u64 {
        (self.from.0, self.to.0).encode()
    }

    #[inline]
    fn decode(word: u64) -> Self {
        let (from, to) = Code::decode(word);
        Self { from: Cell(from), to: Cell(to) }
    }
}

/// Returns the ranges of atoms with equal labels, in order of labels.
pub fn label_groups(atoms: &[(Label, Square)]) -> Vec<Range<usize>> {
    let mut labels: Vec<_> = atoms.iter().map(|&(label, _)| label).collect();
    labels.sort_unstable();
    let mut end = 0;
    let range = |equal: &[Label]| {
        end += equal.len();
        end - equal.len()..end
    };
    labels.chunk_by(|a, b| a == b).map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn equal_atoms_have_equal_hashes_in_every_capacity() {
        let hash = BuildHasherDefault::<DefaultHasher>::new();
        for atoms in 1..=32_u8 {
            let cells: Vec<_> = (0..atoms).rev().map(Cell).collect();
            let [short, long] = [
                hash.hash_one(Packed::<32>::of_cells(&cells)),
                hash.hash_one(Packed::<64>::of_cells(&cells)),
            ];
            assert_eq!(short, long, "{atoms} atoms");
            let moved: Vec<_> = cells.iter().map(|&Cell(cell)| Cell(cell + 1)).collect();
            assert_ne!(hash.hash_one(Packed::<32>::of_cells(&moved)), short, "{atoms} atoms");
        }
    }
}
