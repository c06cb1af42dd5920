//! A block of a run: ascending numbers, front-coded and compressed.
//!
//! For each number, the count of leading bytes that it shares with the previous number, then its
//! other bytes. Sections of certificates have the same form; there, the numbers are the bytes of
//! keys.
//!
//! # Source
//! Front coding: Witten, Moffat and Bell, "Managing Gigabytes" (1999), section 4.1.

use std::cell::RefCell;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// Higher levels of zstd take several times as long to save a tenth of the bytes.
const LEVEL: i32 = 1;

thread_local! {
    // A context has its own tables, which take longer to set up than a block takes to compress.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Encodes ascending numbers of `width` bytes.
///
/// # Errors
/// Those of zstd.
pub(super) fn encode(numbers: &[u128], width: usize) -> io::Result<Vec<u8>> {
    let mut coded = Vec::with_capacity(numbers.len() * (width + 1));
    let mut before = None;
    for &number in numbers {
        let common = before.map_or(0, |before: u128| {
            let bits = (before ^ number).leading_zeros() as usize;
            (bits / 8).saturating_sub(16 - width)
        });
        coded.push(common as u8);
        coded.extend_from_slice(&number.to_be_bytes()[16 - width + common..]);
        before = Some(number);
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        let compressor = match compressor {
            Some(compressor) => compressor,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        compressor.compress(&coded)
    })
}

/// Adds the `count` numbers of a block to `into`; `None` if the block holds something else.
pub(super) fn decode(
    payload: &[u8],
    count: usize,
    width: usize,
    into: &mut Vec<u128>,
) -> Option<()> {
    let coded = DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = match decompressor {
            Some(decompressor) => decompressor,
            none => none.insert(Decompressor::new().ok()?),
        };
        decompressor.decompress(payload, count * (width + 1)).ok()
    })?;
    let mut rest = coded.as_slice();
    let mut before = None;
    into.reserve(count);
    for _ in 0..count {
        let (&common, after) = rest.split_first()?;
        let own = width.checked_sub(common.into())?;
        let (bytes, after) = after.split_at_checked(own)?;
        let mut low = [0; 16];
        low[16 - own..].copy_from_slice(bytes);
        let low = u128::from_be_bytes(low);
        let number = match before {
            None if common == 0 => low,
            // The two numbers differ, so this one has a byte of its own.
            Some(before) if own > 0 => {
                before & u128::MAX.checked_shl(8 * own as u32).unwrap_or(0) | low
            }
            _ => return None,
        };
        if before.is_some_and(|before| before >= number) {
            return None;
        }
        into.push(number);
        before = Some(number);
        rest = after;
    }
    rest.is_empty().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(payload: &[u8], count: usize, width: usize) -> Option<Vec<u128>> {
        let mut numbers = vec![];
        decode(payload, count, width, &mut numbers).map(|()| numbers)
    }

    proptest! {
        #[test]
        fn what_is_coded_is_decoded(
            numbers in prop::collection::btree_set(any::<u128>(), 1..40),
            bits in 1..=128_u32,
        ) {
            let mut numbers: Vec<u128> =
                numbers.into_iter().map(|number| number >> (128 - bits)).collect();
            numbers.dedup();
            for width in [bits.div_ceil(8) as usize, 16] {
                let payload = encode(&numbers, width).unwrap();
                let found = decoded(&payload, numbers.len(), width);
                prop_assert_eq!(found.as_ref(), Some(&numbers));
                prop_assert_eq!(decoded(&payload, numbers.len() + 1, width), None);
                prop_assert_eq!(decoded(&payload, numbers.len() - 1, width), None);
                prop_assert_eq!(decoded(&payload[1..], numbers.len(), width), None);
            }
        }

        #[test]
        fn nothing_else_is_taken_for_numbers(
            coded in prop::collection::vec(any::<u8>(), 0..40),
            count in 0..20_usize,
            width in 0..=16_usize,
        ) {
            let payload = zstd::bulk::compress(&coded, 1).unwrap();
            if let Some(numbers) = decoded(&payload, count, width) {
                prop_assert!(numbers.is_sorted_by(|a, b| a < b));
                prop_assert_eq!(numbers.len(), count);
                prop_assert!(numbers.iter().all(|&number| width == 16 || number >> (8 * width) == 0));
            }
        }
    }
}
