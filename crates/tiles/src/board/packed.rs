//! A board in a few machine words.

use fewest_rules::tiles::{Board, Cell, Tile};
use fewest_search::erased::{PackedKey, Words};

/// A board in a few machine words.
pub trait PackedBoard: PackedKey {
    /// The largest board that fits.
    const MAX_CELLS: usize;

    /// Packs a board.
    ///
    /// # Panics
    /// If it has more than [`PackedBoard::MAX_CELLS`] cells.
    fn new(board: &Board) -> Self;

    /// Returns the tile in a cell.
    fn tile(&self, cell: Cell) -> Tile;

    /// Returns the board after the tile in `from` is moved to the blank cell `to`.
    #[must_use]
    fn slide(self, from: Cell, to: Cell) -> Self;
}

/// A board with `BITS` bits per cell in `WORDS` words; no cell spans two words.
///
/// Three combinations cover all boards: [`Packed<1, 4>`] up to 16 cells, [`Packed<3, 5>`] up to
/// 32, [`Packed<7, 6>`] up to 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<const WORDS: usize, const BITS: u32>([u64; WORDS]);

impl<const WORDS: usize, const BITS: u32> Packed<WORDS, BITS> {
    /// Cells in a word.
    const IN_WORD: u32 = u64::BITS / BITS;

    #[inline]
    fn place(cell: Cell) -> (usize, u32) {
        if WORDS == 1 {
            return (0, u32::from(cell.0) * BITS);
        }
        let cell = u32::from(cell.0);
        ((cell / Self::IN_WORD) as usize, cell % Self::IN_WORD * BITS)
    }
}

impl<const WORDS: usize, const BITS: u32> PackedBoard for Packed<WORDS, BITS>
where
    Self: PackedKey,
{
    const MAX_CELLS: usize = {
        let cells = WORDS * Self::IN_WORD as usize;
        if cells < 1 << BITS { cells } else { 1 << BITS }
    };

    fn new(board: &Board) -> Self {
        assert!(board.size().cells() <= Self::MAX_CELLS, "the board has more cells than fit");
        let mut packed = Self([0; WORDS]);
        for cell in board.size().all_cells() {
            let (word, shift) = Self::place(cell);
            packed.0[word] |= u64::from(board.tile(cell).0) << shift;
        }
        packed
    }

    #[inline]
    fn tile(&self, cell: Cell) -> Tile {
        let (word, shift) = Self::place(cell);
        Tile((self.0[word] >> shift & ((1 << BITS) - 1)) as u8)
    }

    #[inline]
    fn slide(mut self, from: Cell, to: Cell) -> Self {
        let tile = u64::from(self.tile(from).0);
        let (word, shift) = Self::place(from);
        self.0[word] ^= tile << shift;
        let (word, shift) = Self::place(to);
        self.0[word] |= tile << shift;
        self
    }
}

macro_rules! packed_key {
    ($($words:literal, $bits:literal: $padded:literal),*) => {$(
        impl PackedKey for Packed<$words, $bits> {
            type Words = Words<$padded>;

            #[inline]
            fn words(self) -> Words<$padded> {
                Words::padded(self.0)
            }

            #[inline]
            fn of_words(words: Words<$padded>) -> Self {
                Self(words.first())
            }
        }
    )*};
}
packed_key!(1, 4: 1, 3, 5: 4, 7, 6: 12);

/// Evaluates an expression with a name for the smallest [`Packed`] that boards of a size fit into.
macro_rules! for_packed {
    ($size:expr, $board:ident => $run:expr) => {
        match $size.cells() {
            ..=16 => {
                type $board = $crate::board::Packed<1, 4>;
                $run
            }
            17..=32 => {
                type $board = $crate::board::Packed<3, 5>;
                $run
            }
            _ => {
                type $board = $crate::board::Packed<7, 6>;
                $run
            }
        }
    };
}
pub(crate) use for_packed;
