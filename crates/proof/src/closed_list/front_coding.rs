//! Front coding of sorted states: the length of the prefix that each shares with the previous one,
//! and the rest.
//!
//! # Source
//! Front coding: Witten, Moffat and Bell, "Managing Gigabytes" (1999), section 4.1.

use crate::Reason;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Encodes states of `width` bytes each, in ascending order: for each state, the number of leading
/// bytes that it shares with the previous state, then its other bytes. The first state is stored
/// whole.
///
/// Compressed as a frame of zstd, this is the content of a section.
pub fn encode<'a>(states: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut coded = Vec::new();
    let mut before: &[u8] = &[];
    for state in states {
        let common = before.iter().zip(state).take_while(|(a, b)| a == b).count();
        coded.push(common as u8);
        coded.extend_from_slice(&state[common..]);
        before = state;
    }
    coded
}

/// Decodes the `count` states of a section, one after the other.
pub(super) fn decode(mut payload: &[u8], count: u32, width: usize) -> Result<Vec<u8>, Reason> {
    let coded = frame(&mut payload, count as usize * (width + 1))?;
    if !payload.is_empty() {
        return Err(Reason::NotCoded);
    }
    let mut states = Vec::with_capacity(count as usize * width);
    let mut rest = coded.as_slice();
    for number in 0..count as usize {
        let Some((&common, after)) = rest.split_first() else { return Err(Reason::NotCoded) };
        let common = usize::from(common);
        let is_possible = if number == 0 { common == 0 } else { common < width };
        let Some(own) = after.get(..width.saturating_sub(common)).filter(|_| is_possible) else {
            return Err(Reason::NotCoded);
        };
        let before = states.len().saturating_sub(width);
        states.extend_from_within(before..before + common);
        states.extend_from_slice(own);
        rest = &after[own.len()..];
    }
    if rest.is_empty() { Ok(states) } else { Err(Reason::NotCoded) }
}

/// The descriptor of an 8 MiB window: RFC 8878, 3.1.1.1.2, advises every decoder to support it.
const LARGEST_WINDOW: u8 = 13 << 3;

/// Takes a frame of zstd off `input` and returns its content, at most `most` bytes.
///
/// Decoding stops at the block that exceeds this, however many follow. The parts of a header that
/// the decoder reads but ignores are checked here, so that any other decoder accepts the same
/// frames.
fn frame(input: &mut &[u8], most: usize) -> Result<Vec<u8>, Reason> {
    let Some(&[descriptor, window]) = input.get(4..6) else { return Err(Reason::NotCoded) };
    let is_single = descriptor >> 5 & 1 == 1;
    let is_reserved = descriptor >> 3 & 1 == 1;
    if is_reserved || (!is_single && window > LARGEST_WINDOW) {
        return Err(Reason::NotCoded);
    }
    let mut decoder = FrameDecoder::new();
    decoder.init(&mut *input).map_err(|_| Reason::NotCoded)?;
    let enough = BlockDecodingStrategy::UptoBytes(most + 1);
    let is_whole = decoder.decode_blocks(&mut *input, enough).map_err(|_| Reason::NotCoded)?;
    let coded = decoder.collect().filter(|coded| is_whole && coded.len() <= most);
    let coded = coded.ok_or(Reason::NotCoded)?;
    let has_size = is_single || descriptor >> 6 > 0;
    let is_of_size = !has_size || decoder.content_size() == coded.len() as u64;
    let checksum = decoder.get_checksum_from_data();
    let is_intact = checksum.is_none() || checksum == decoder.get_calculated_checksum();
    if is_of_size && is_intact { Ok(coded) } else { Err(Reason::NotCoded) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame with a window whose only block holds `content`.
    fn raw(descriptor: u8, rest_of_header: &[u8], content: &[u8], end: &[u8]) -> Vec<u8> {
        let block = ((content.len() as u32) << 3 | 1).to_le_bytes();
        [b"\x28\xb5\x2f\xfd", &[descriptor][..], rest_of_header, &block[..3], content, end].concat()
    }

    #[test]
    fn frames_are_as_their_headers_say() {
        let content = b"fewest";
        let checksum = [0x7b, 0xda, 0x5f, 0x03];
        for frame in [
            raw(0, &[LARGEST_WINDOW], content, b""),
            raw(1 << 5, &[6], content, b""),
            raw(1 << 5 | 2 << 6, &[6, 0, 0, 0], content, b""),
            raw(2 << 6, &[0, 6, 0, 0, 0], content, b""),
            raw(1 << 2, &[0], content, &checksum),
            // The last block is empty.
            [&b"\x28\xb5\x2f\xfd\0\0"[..], &[6 << 3, 0, 0], content, &[1, 0, 0]].concat(),
        ] {
            let mut rest = &frame[..];
            assert_eq!(super::frame(&mut rest, 6).unwrap(), content, "{frame:x?}");
            assert!(rest.is_empty() && super::frame(&mut &frame[..], 5).is_err(), "{frame:x?}");
        }
        for frame in [
            raw(0, &[LARGEST_WINDOW + 1], content, b""),
            raw(0, &[31 << 3], content, b""),
            raw(1 << 3, &[0], content, b""),
            raw(1 << 5, &[7], content, b""),
            raw(1 << 5 | 2 << 6, &[5, 0, 0, 0], content, b""),
            raw(2 << 6, &[0, 0, 0, 0, 0], content, b""),
            raw(1 << 2, &[0], content, b"none"),
            raw(1 << 2, &[0], content, b""),
        ] {
            assert!(super::frame(&mut &frame[..], 6).is_err(), "{frame:x?}");
        }
        let whole = raw(0, &[0], content, b"");
        assert!((0..whole.len()).all(|bytes| super::frame(&mut &whole[..bytes], 6).is_err()));
    }

    /// 1,024 blocks of four bytes, each of which expands to 128 KiB.
    #[test]
    fn decoding_ends_when_there_is_too_much() {
        let block = |is_last: bool| {
            let [low, middle, high, _] = (1 << 20 | 1 << 1 | u32::from(is_last)).to_le_bytes();
            [low, middle, high, b'x']
        };
        let blocks: Vec<u8> = (0..1024).flat_map(|number| block(number == 1023)).collect();
        let whole = [b"\x28\xb5\x2f\xfd\0\0", &blocks[..]].concat();
        let mut rest = &whole[..];
        assert!(frame(&mut rest, 1 << 17).is_err());
        assert_eq!(rest.len(), 4 * 1022);
        assert_eq!(frame(&mut &whole[..], 1 << 27).unwrap(), vec![b'x'; 1 << 27]);
    }
}
