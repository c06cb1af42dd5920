//! States packed into one word, as small as sorting and comparing allow.
//!
//! A state is the list of its pieces, column after column, and the heights of two columns. The
//! last four pieces are those that the others leave; they are written as one of their 24 orders,
//! so the 16 pieces of towers of 8 take 53 bits instead of 64. (Writing every piece as its rank
//! among those not written yet saves four bits more and takes several times as long.)

use crate::state::State;
use crate::word::Word;
use std::marker::PhantomData;

/// The pieces that are listed last, whose order is written as one number.
const RANKED: usize = 4;
/// The bits of the number of one of their 24 orders.
const RANK_BITS: u32 = 5;

/// The orders of four things: for each which of them, counted from the least, stands first,
/// second, ...; and the number of the order by which of two is less, for all six pairs.
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

/// How the states of boards of one size are packed.
#[derive(Debug, Clone)]
pub struct Packing<K> {
    n: u32,
    /// Pieces with numbers from 2n on that are added to make four.
    padding: u32,
    /// The heights of the left and the middle column by their number.
    heights: Vec<[u32; 2]>,
    height_bits: u32,
    word: PhantomData<K>,
}

impl<K: Word> Packing<K> {
    /// The packing for towers of `n`, or `None` if its states do not fit, four bits being left
    /// for those who store them: 8 is the largest for 64 bits, 12 for 128.
    pub fn new(n: u16) -> Option<Self> {
        let n = u32::from(n);
        if !(1..=K::LARGEST).contains(&n) {
            return None;
        }
        // Levels 0 to n can hold a piece in the left column, 1 to n in the middle.
        let heights: Vec<_> =
            (0..=n + 1).flat_map(|left| (0..=n).map(move |middle| [left, middle])).collect();
        let height_bits = usize::BITS - (heights.len() - 1).leading_zeros();
        let padding = (RANKED as u32).saturating_sub(2 * n);
        let listed = 2 * n + padding - RANKED as u32;
        let bits = K::PIECE_BITS * listed + RANK_BITS + height_bits;
        let packing = Self { n, padding, heights, height_bits, word: PhantomData };
        (bits + 4 <= K::BITS).then_some(packing)
    }

    /// The number of pieces of each tower.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Packs a state.
    #[inline]
    pub fn pack(&self, state: &State<K>) -> K {
        let mut list = K::ZERO;
        for stack in state.pieces {
            let bits = stack.highest_bit();
            list = list << bits | stack ^ K::ONE << bits;
        }
        for added in 0..self.padding {
            list = list.append(K::PIECE_BITS, 2 * self.n + added);
        }
        let piece = |place: u32| list.field(K::PIECE_BITS * place, K::PIECE_BITS);
        let order = ORDERS.1[pairs_in_order(piece(0), piece(1), piece(2), piece(3))];
        let heights = state.height(0) * (self.n + 1) + state.height(1);
        (list >> (K::PIECE_BITS * RANKED as u32))
            .append(RANK_BITS, u32::from(order))
            .append(self.height_bits, heights)
    }

    /// The state a key was packed from.
    #[inline]
    pub fn unpack(&self, key: K) -> State<K> {
        let [left, middle] = self.heights[key.field(0, self.height_bits) as usize];
        let order = ORDERS.0[key.field(self.height_bits, RANK_BITS) as usize];
        let mut list = key >> (self.height_bits + RANK_BITS);
        let all = 2 * self.n + self.padding;
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
        list = list >> (K::PIECE_BITS * self.padding);
        let mut column = |height: u32| {
            let bits = K::PIECE_BITS * height;
            let stack = list & K::low_bits(bits) | K::ONE << bits;
            list = list >> bits;
            stack
        };
        let [right, middle, left] = [2 * self.n - left - middle, middle, left].map(&mut column);
        State { pieces: [left, middle, right] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towers_of_8_fit_into_64_bits_and_of_12_into_128() {
        for n in 1..=8 {
            assert!(Packing::<u64>::new(n).is_some());
        }
        assert!(Packing::<u64>::new(9).is_none());
        assert!(Packing::<u128>::new(12).is_some());
        assert!(Packing::<u128>::new(13).is_none());
        assert!(Packing::<u128>::new(0).is_none());
    }
}
