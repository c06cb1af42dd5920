//! Writes the layers of a search as sections of a certificate.

use super::front_coding;
use super::{Digest, Header, MOST_STATES, Writer};
use rayon::prelude::*;
use std::io::{self, Write};

/// A certificate that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The states that it lists.
    pub states: u64,
    /// Its digest.
    pub digest: Digest,
}

/// A certificate that is being written, layer by layer.
///
/// Works in the thread pool it is called from.
pub struct Layers<W> {
    writer: Writer<W>,
    /// The bytes of a state.
    width: usize,
    compress: fn(&[u8]) -> io::Result<Vec<u8>>,
    states: u64,
}

impl<W: Write> Layers<W> {
    /// Begins a certificate of states of `width` bytes; `compress` makes a frame of zstd.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(
        out: W,
        header: &Header,
        width: usize,
        compress: fn(&[u8]) -> io::Result<Vec<u8>>,
    ) -> io::Result<Self> {
        Ok(Self { writer: Writer::new(out, header)?, width, compress, states: 0 })
    }

    /// Writes the states of a layer, which are one after the other in any order.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn layer(&mut self, g: u16, states: &[u8]) -> io::Result<()> {
        let mut states: Vec<&[u8]> = states.chunks_exact(self.width).collect();
        states.par_sort_unstable();
        let compress = self.compress;
        // As many sections at a time as there are cores.
        for some in states.chunks(MOST_STATES as usize * rayon::current_num_threads()) {
            let section = |states: &[&[u8]]| {
                let coded = front_coding::encode(states.iter().copied());
                Ok((states.len() as u32, compress(&coded)?))
            };
            let sections: io::Result<Vec<_>> =
                some.par_chunks(MOST_STATES as usize).map(section).collect();
            for (count, payload) in sections? {
                self.writer.section(g, count, &payload)?;
                self.states += u64::from(count);
            }
        }
        Ok(())
    }

    /// Ends the certificate.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<Written> {
        let (_, digest) = self.writer.finish()?;
        Ok(Written { states: self.states, digest })
    }
}
