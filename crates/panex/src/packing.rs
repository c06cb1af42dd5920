//! States packed into one word, as small as sorting and comparing allow.
//!
//! A state is the list of its pieces, column after column, and the heights of two columns. The last
//! four pieces are those that are left over; they are stored as one of their 24 orders, so that the
//! 16 pieces of towers of 8 take 53 bits instead of 64. (Storing every piece as its rank among
//! those not yet stored saves four more bits but takes several times as long.)

use crate::state::{PieceId, State};
use crate::word::Word;
use fewest_rules::panex::{Column, Piece, PieceSet, Rule};

/// The pieces that are listed last, whose order is written as one number.
const RANKED: usize = 4;
/// The bits of the number of one of their 24 orders.
const RANK_BITS: u32 = 5;

/// The orders of four things: for each, which of them, counted from the least, is first, second,
/// ...; and the number of each order, by which one is less in each of the six pairs.
const ORDERS: ([[u8; RANKED]; 24], [u8; 64]) = {
    let (mut orders, mut numbers) = ([[0; RANKED]; 24], [0; 64]);
    let (mut number, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            let [a, b, c, d] = [order[0] as u32, order[1] as u32, order[2] as u32, order[3] as u32];
            orders[number] = [a as u8, b as u8, c as u8, d as u8];
            numbers[pairs_in_order(a, b, c, d)] = number as u8;
            number += 1;
        }
        code += 1;
    }
    (orders, numbers)
};

/// For each pair of four numbers, whether the first is less.
#[inline]
const fn pairs_in_order(a: u32, b: u32, c: u32, d: u32) -> usize {
    (a < b) as usize
        | ((a < c) as usize) << 1
        | ((a < d) as usize) << 2
        | ((b < c) as usize) << 3
        | ((b < d) as usize) << 4
        | ((c < d) as usize) << 5
}

/// The packing of the states of boards of one size.
#[derive(Debug, Clone)]
pub struct Packing<K> {
    n: u32,
    /// The pieces on the board.
    count: u32,
    /// Pieces added to the list: those of the missing tower, and some with numbers from 2n on to
    /// make four.
    padding: K,
    padding_bits: u32,
    /// The heights of the left and the middle column by their number.
    heights: Vec<[u32; 2]>,
    /// The number of heights that the middle column may have.
    middle_heights: u32,
    height_bits: u32,
}

impl<K: Word> Packing<K> {
    /// Creates the packing for these pieces; returns `None` if its states do not fit, with four
    /// bits left for the stores: the largest towers are 8 for 64 bits, and 12 for 128.
    pub fn new(pieces: PieceSet, rule: Rule) -> Option<Self> {
        let n = u32::from(pieces.n);
        if !(1..=K::LARGEST).contains(&n) {
            return None;
        }
        // Levels 0 to n can hold a piece in the left column, not all of them in the middle.
        let middle_heights = n + 2 - u32::from(rule.highest_level(Column::M));
        let heights: Vec<_> = (0..=n + 1)
            .flat_map(|left| (0..middle_heights).map(move |middle| [left, middle]))
            .collect();
        let height_bits = usize::BITS - (heights.len() - 1).leading_zeros();
        let missing = pieces.alone.map(|colour| {
            let colour = colour.other();
            (1..=pieces.n).map(move |size| u32::from(PieceId::of(Piece { colour, size }).0))
        });
        let added: Vec<_> = missing.into_iter().flatten().chain(2 * n..RANKED as u32).collect();
        let packing = Self {
            n,
            count: pieces.count() as u32,
            padding: added.iter().fold(K::ZERO, |list, &piece| list.append(K::PIECE_BITS, piece)),
            padding_bits: K::PIECE_BITS * added.len() as u32,
            heights,
            middle_heights,
            height_bits,
        };
        (packing.bits() + 4 <= K::BITS).then_some(packing)
    }

    /// The pieces of the list.
    #[inline]
    fn all(&self) -> u32 {
        (2 * self.n).max(RANKED as u32)
    }

    /// Returns the number of pieces of each tower.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The number of bits of a packed state.
    pub(crate) fn bits(&self) -> u32 {
        K::PIECE_BITS * (self.all() - RANKED as u32) + RANK_BITS + self.height_bits
    }

    /// Whether a key encodes a list of all pieces in columns that hold them.
    pub(crate) fn is_packed(&self, key: K) -> bool {
        let heights = self.heights.get(key.field(0, self.height_bits) as usize);
        let has_room = heights.is_some_and(|heights| heights.iter().sum::<u32>() <= self.count);
        let order = key.field(self.height_bits, RANK_BITS) as usize;
        let mut list = key >> (self.height_bits + RANK_BITS);
        let mut missing = (1_u64 << self.all()) - 1;
        for _ in RANKED as u32..self.all() {
            missing &= !(1 << list.field(0, K::PIECE_BITS));
            list = list >> K::PIECE_BITS;
        }
        let are_all = missing.count_ones() as usize == RANKED && list == K::ZERO;
        has_room && order < ORDERS.0.len() && are_all && self.pack(&self.unpack(key)) == key
    }

    /// Packs a state.
    #[inline]
    pub fn pack(&self, state: &State<K>) -> K {
        let mut list = K::ZERO;
        for stack in state.pieces {
            let bits = stack.highest_bit();
            list = list << bits | stack ^ K::ONE << bits;
        }
        list = list << self.padding_bits | self.padding;
        let piece = |place: u32| list.field(K::PIECE_BITS * place, K::PIECE_BITS);
        let order = ORDERS.1[pairs_in_order(piece(0), piece(1), piece(2), piece(3))];
        let heights = state.height(0) * self.middle_heights + state.height(1);
        (list >> (K::PIECE_BITS * RANKED as u32))
            .append(RANK_BITS, u32::from(order))
            .append(self.height_bits, heights)
    }

    /// Returns the state that a key was packed from.
    #[inline]
    pub fn unpack(&self, key: K) -> State<K> {
        let [left, middle] = self.heights[key.field(0, self.height_bits) as usize];
        let order = ORDERS.0[key.field(self.height_bits, RANK_BITS) as usize];
        let mut list = key >> (self.height_bits + RANK_BITS);
        let all = self.all();
        // The pieces that are not listed: those whose order is known.
        let mut missing = (1_u32 << all) - 1;
        for place in 0..all - RANKED as u32 {
            missing ^= 1 << list.field(K::PIECE_BITS * place, K::PIECE_BITS);
        }
        let mut ranked = [0; RANKED];
        for piece in &mut ranked {
            *piece = missing.trailing_zeros();
            missing &= missing.wrapping_sub(1);
        }
        for &piece in order.iter().rev() {
            list = list.append(K::PIECE_BITS, ranked[usize::from(piece)]);
        }
        list = list >> self.padding_bits;
        let mut column = |height: u32| {
            let bits = K::PIECE_BITS * height;
            let stack = list & K::low_bits(bits) | K::ONE << bits;
            list = list >> bits;
            stack
        };
        let [right, middle, left] = [self.count - left - middle, middle, left].map(&mut column);
        State { pieces: [left, middle, right] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::panex::Colour;

    #[test]
    fn towers_of_8_fit_into_64_bits_and_of_12_into_128() {
        for alone in [None, Some(Colour::A), Some(Colour::B)] {
            for rule in [Rule::Standard, Rule::Neighbours] {
                let fits_64 = |n| Packing::<u64>::new(PieceSet { n, alone }, rule).is_some();
                let fits_128 = |n| Packing::<u128>::new(PieceSet { n, alone }, rule).is_some();
                assert!((1..=8).all(fits_64) && !fits_64(9));
                assert!((1..=12).all(fits_128) && !fits_128(13) && !fits_128(0));
            }
        }
    }
}
