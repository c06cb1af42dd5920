//! States as bytes in files.

use crate::board::{Cell, CellSet, Packed};
use fewest_search::artifact::KeyFormat;
use std::ops::Range;

/// A byte for each atom: its cell.
#[derive(Debug)]
pub struct CellBytes {
    cells: usize,
    /// The atoms of each label.
    groups: Vec<Range<usize>>,
}

impl CellBytes {
    /// Returns the format of states with these groups of equal atoms on `cells` cells.
    pub fn new(cells: usize, groups: &[Range<usize>]) -> Self {
        Self { cells, groups: groups.to_vec() }
    }
}

impl<const N: usize> KeyFormat<Packed<N>> for CellBytes {
    fn bytes(&self) -> usize {
        self.groups.last().map_or(0, |group| group.end)
    }

    fn bits(&self) -> u32 {
        usize::BITS - self.cells.saturating_sub(1).leading_zeros()
    }

    fn write(&self, key: Packed<N>, to: &mut [u8]) {
        to.iter_mut().zip(key.cells()).for_each(|(byte, cell)| *byte = cell.0);
    }

    /// Atoms stand on different cells of the board, those of one label in order.
    fn read(&self, from: &[u8]) -> Option<Packed<N>> {
        let mut taken = CellSet::<4>::EMPTY;
        let mut cells = [Cell(0); N];
        for (place, &byte) in cells.get_mut(..from.len())?.iter_mut().zip(from) {
            let cell = Cell(byte);
            if usize::from(byte) >= self.cells || taken.contains(cell) {
                return None;
            }
            taken.insert(cell);
            *place = cell;
        }
        let in_order = |group: &Range<usize>| cells[group.clone()].is_sorted();
        self.groups.iter().all(in_order).then(|| Packed::new(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format() -> Box<dyn KeyFormat<Packed<4>>> {
        Box::new(CellBytes::new(6, &[0..1, 1..3]))
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let format = format();
        let mut states = 0;
        for number in 0..8_u16.pow(3) {
            let [a, b, c] = [number / 64, number / 8 % 8, number % 8].map(|digit| digit as u8);
            let key = format.read(&[a, b, c]);
            let is_state = a != b && a != c && b < c && a.max(c) < 6;
            assert_eq!(key.is_some(), is_state, "{a} {b} {c}");
            if let Some(key) = key {
                let mut bytes = [9; 3];
                format.write(key, &mut bytes);
                assert_eq!(bytes, [a, b, c]);
                states += 1;
            }
        }
        assert_eq!(states, 6 * 5 * 4 / 2);
    }
}
