//! States: columns as packed stacks, levels as bit sets.

use crate::word::Word;
use fewest_rules::panex::{Colour, Piece};

/// The number of a piece: twice its size minus one, plus one for colour b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceId(pub u8);

impl PieceId {
    pub(crate) fn of(piece: Piece) -> Self {
        Self(((piece.size - 1) << 1) as u8 | piece.colour as u8)
    }

    pub(crate) fn piece(self) -> Piece {
        let colour = if self.0 & 1 == 0 { Colour::A } else { Colour::B };
        Piece { colour, size: u16::from(self.0 >> 1) + 1 }
    }
}

/// A state: the pieces of each column, the top piece in the lowest bits, below a one.
///
/// # Units
/// 24 bytes for towers up to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct State<K> {
    pub(crate) pieces: [K; 3],
}

impl<K: Word> State<K> {
    /// No pieces at all.
    pub(crate) const EMPTY: Self = Self { pieces: [K::ONE; 3] };

    /// The number of pieces in a column.
    #[inline]
    pub(crate) fn height(&self, column: usize) -> u32 {
        self.pieces[column].highest_bit() / K::PIECE_BITS
    }

    /// The pieces of a column from the bottom up.
    pub(crate) fn bottom_up(&self, column: usize) -> impl Iterator<Item = PieceId> {
        let stack = self.pieces[column];
        let places = (0..self.height(column)).rev();
        places.map(move |place| PieceId(stack.field(K::PIECE_BITS * place, K::PIECE_BITS) as u8))
    }

    /// Left and right swapped.
    #[inline]
    pub(crate) fn mirrored(&self) -> Self {
        let [left, middle, right] = self.pieces;
        Self { pieces: [right, middle, left] }
    }

    /// The two pieces of every size swapped.
    #[inline]
    pub(crate) fn with_colours_swapped(&self) -> Self {
        Self { pieces: self.pieces.map(K::with_colours_swapped) }
    }

    /// Whether another piece, of whatever size, finds a level on a column of a board for towers
    /// of `n`, where pieces may rest up to level `highest`, 0 or 1.
    ///
    /// A piece with *j* others above it stands at least so deep that these have room down from the
    /// highest level allowed, *h*; one more needs its size to be at least *h* + *j* + 1. All pieces
    /// are compared at once: the top bit of each place is set before the subtraction, and is still
    /// there after it if the size is large enough.
    #[inline]
    pub(crate) fn has_room(&self, column: usize, n: u32, highest: u32) -> bool {
        let stack = self.pieces[column];
        let needed = if highest == 0 { K::PIECES } else { K::PIECES_FROM_ONE };
        let in_use = K::TOP_BITS & K::low_bits(stack.highest_bit());
        let sizes_less_one = stack >> 1 & K::HALVES;
        let left = (sizes_less_one | K::TOP_BITS).less(needed);
        left & in_use == in_use && self.height(column) + highest <= n
    }

    /// The state with one more piece on top of a column.
    #[inline]
    pub(crate) fn with(&self, piece: PieceId, column: usize) -> Self {
        let mut state = *self;
        state.pieces[column] = state.pieces[column].append(K::PIECE_BITS, u32::from(piece.0));
        state
    }

    /// The state without the top piece of a column, and the piece.
    #[inline]
    pub(crate) fn without_top(&self, column: usize) -> Option<(PieceId, Self)> {
        let stack = self.pieces[column];
        if stack == K::ONE {
            return None;
        }
        let mut state = *self;
        state.pieces[column] = stack >> K::PIECE_BITS;
        Some((PieceId(stack.field(0, K::PIECE_BITS) as u8), state))
    }
}
