//! Properties of the checker of certificates of searches.

use crate::memory;
use fewest_proof::closed_list::{self, Header, MAGIC, Writer};
use fewest_proof::unwatched;

/// Checks a certificate whose header is the first line of an input. The rest are its sections: one
/// byte each for the layer, the number of states and the length, then the coded states. They get
/// correct digests, so that their content is read.
///
/// It must not panic or use much memory, and must say the same with little memory.
pub fn check(input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').map_or(input.len(), |at| at + 1);
    let (header, sections) = input.split_at(end);
    let file = match serde_json::from_slice::<Header>(header) {
        Ok(header) => written(&header, sections),
        Err(_) => [MAGIC.as_bytes(), header, sections].concat(),
    };
    let check = |memory| closed_list::check(|| Ok(&file[..]), memory, &mut unwatched);
    // Tables of distances and excesses, and the buffers of the decoder.
    let checked = memory::within(&file, 256 << 20, 1 << 10, |_| check(None));
    match (checked, check(Some(0))) {
        (Ok(one), Ok(other)) => assert_eq!(one, other),
        (Err(_), Err(_)) => {}
        (one, other) => panic!("{one:?} {other:?}"),
    }
}

fn written(header: &Header, mut rest: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new(vec![], header).expect("a list takes everything");
    while let [layer, states, length, after @ ..] = rest {
        let (coded, left) = after.split_at(after.len().min(usize::from(*length)));
        // If the number is odd, the states are not in a frame of zstd, but as they are.
        let payload = if layer % 2 == 0 { stored(coded) } else { coded.to_vec() };
        let layer = u16::from(layer / 2);
        writer.section(layer, (*states).into(), &payload).expect("a list takes everything");
        rest = left;
    }
    writer.finish().expect("a list takes everything").0
}

/// Returns a frame of zstd with one uncompressed block (RFC 8878, section 3.1.1).
fn stored(coded: &[u8]) -> Vec<u8> {
    let length = coded.len() as u8;
    let block = (u32::from(length) << 3 | 1).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, length], &block[..3], coded].concat()
}
