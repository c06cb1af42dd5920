//! Sorted states as what each has in common with the one before, and the rest.
//!
//! # Source
//! Front coding: Witten, Moffat and Bell, "Managing Gigabytes" (1999), section 4.1.

use super::Fault;
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;

/// Codes states of `width` bytes each, in ascending order: for each one the number of its first
/// bytes that are those of the state before, then its other bytes. Of the first one all are there.
///
/// Compressed as a frame of zstd this is what a section holds.
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

/// The `count` states of a section, one after the other.
pub(super) fn decode(payload: &[u8], count: u32, width: usize) -> Result<Vec<u8>, Fault> {
    let coded = decompressed(payload, count as usize * (width + 1))?;
    let mut states = Vec::with_capacity(count as usize * width);
    let mut rest = coded.as_slice();
    for number in 0..count as usize {
        let Some((&common, after)) = rest.split_first() else { return Err(Fault::NotCoded) };
        let common = usize::from(common);
        let is_possible = if number == 0 { common == 0 } else { common < width };
        let Some(own) = after.get(..width.saturating_sub(common)).filter(|_| is_possible) else {
            return Err(Fault::NotCoded);
        };
        let before = states.len().saturating_sub(width);
        states.extend_from_within(before..before + common);
        states.extend_from_slice(own);
        rest = &after[own.len()..];
    }
    if rest.is_empty() { Ok(states) } else { Err(Fault::NotCoded) }
}

/// One frame of zstd that holds at most so many bytes.
fn decompressed(mut payload: &[u8], most: usize) -> Result<Vec<u8>, Fault> {
    let mut coded = Vec::new();
    let frame = StreamingDecoder::new(&mut payload).map_err(|_| Fault::NotCoded)?;
    let read = frame.take(most as u64 + 1).read_to_end(&mut coded);
    // Nothing follows.
    let is_read = read.is_ok() && coded.len() <= most && payload.is_empty();
    if is_read { Ok(coded) } else { Err(Fault::NotCoded) }
}
