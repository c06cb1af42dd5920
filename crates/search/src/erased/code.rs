//! Moves as words.

/// A value that a word can hold: the move of a puzzle, as an erased problem carries it.
pub trait Code: Copy {
    /// How many of the word's lowest bits it takes.
    const BITS: u32;

    /// Returns the word. Values in ascending order have words in ascending order.
    fn encode(self) -> u64;

    /// Returns the value of a word that [`Code::encode`] returned.
    fn decode(word: u64) -> Self;
}

macro_rules! unsigned {
    ($($type:ty),*) => {$(
        impl Code for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline]
            fn encode(self) -> u64 {
                self as u64
            }

            #[inline]
            fn decode(word: u64) -> Self {
                word as Self
            }
        }
    )*};
}
unsigned!(u8, u16, u32, u64, usize);

macro_rules! signed {
    ($($type:ty as $unsigned:ty),*) => {$(
        impl Code for $type {
            const BITS: u32 = <$type>::BITS;

            #[inline]
            fn encode(self) -> u64 {
                (self.wrapping_sub(<$type>::MIN) as $unsigned).into()
            }

            #[inline]
            fn decode(word: u64) -> Self {
                (word as $type).wrapping_add(<$type>::MIN)
            }
        }
    )*};
}
signed!(i8 as u8, i16 as u16, i32 as u32, i64 as u64);

impl Code for () {
    const BITS: u32 = 0;

    #[inline]
    fn encode(self) -> u64 {
        0
    }

    #[inline]
    fn decode(_: u64) {}
}

impl Code for bool {
    const BITS: u32 = 1;

    #[inline]
    fn encode(self) -> u64 {
        self.into()
    }

    #[inline]
    fn decode(word: u64) -> Self {
        word != 0
    }
}

impl Code for char {
    const BITS: u32 = 32;

    #[inline]
    fn encode(self) -> u64 {
        u64::from(u32::from(self))
    }

    #[inline]
    fn decode(word: u64) -> Self {
        Self::from_u32(word as u32).expect("the word is that of a character")
    }
}

impl<A: Code, B: Code> Code for (A, B) {
    const BITS: u32 = {
        assert!(B::BITS < u64::BITS, "the second one leaves no room for the first");
        assert!(A::BITS + B::BITS <= u64::BITS, "a pair has to fit into a word");
        A::BITS + B::BITS
    };

    #[inline]
    fn encode(self) -> u64 {
        const { assert!(Self::BITS <= u64::BITS) }
        self.0.encode() << B::BITS | self.1.encode()
    }

    #[inline]
    fn decode(word: u64) -> Self {
        (A::decode(word >> B::BITS), B::decode(word & ((1 << B::BITS) - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn is_in_order<T: Code + PartialEq + Debug>(ascending: &[T]) {
        let words: Vec<_> = ascending.iter().map(|value| value.encode()).collect();
        assert!(words.is_sorted() && words.iter().all(|word| word >> (T::BITS - 1) <= 1));
        let back: Vec<T> = words.into_iter().map(T::decode).collect();
        assert_eq!(back, ascending);
    }

    #[test]
    fn values_keep_their_order_and_come_back() {
        is_in_order(&[0, 1, u8::MAX]);
        is_in_order(&[0, 7, u64::MAX]);
        is_in_order(&[i8::MIN, -1, 0, i8::MAX]);
        is_in_order(&[i64::MIN, -1, 0, i64::MAX]);
        is_in_order(&[false, true]);
        is_in_order(&['a', 'ß', char::MAX]);
        is_in_order(&[('a', -3_i8), ('a', 5), ('b', i8::MIN)]);
        is_in_order(&[(0_u16, 9_u16), (1, 0), (u16::MAX, u16::MAX)]);
        is_in_order(&[((1_u8, false), 2_u32), ((1, true), 0)]);
    }
}
