//! Writes the layers of a search as sections of a certificate.

use super::front_coding;
use super::{Digest, Header, MOST_STATES, Writer};
use rayon::prelude::*;
use std::io::{self, Write};

/// A certificate that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The number of states that it lists.
    pub states: u64,
    /// Its digest.
    pub digest: Digest,
}

/// A certificate that is being written layer by layer, each layer in parts.
///
/// Works in the thread pool that it is called from. Besides a part, it holds as many sections as
/// there are threads, of 131,072 states each.
pub struct Layers<W> {
    writer: Writer<W>,
    /// The number of bytes of a state.
    width: usize,
    compress: fn(&[u8]) -> io::Result<Vec<u8>>,
    /// The layer of the last part.
    g: u16,
    /// The states of the layer that are in no section yet, in ascending order.
    pending: Vec<u8>,
    /// The last state of the layer so far.
    last: Vec<u8>,
    states: u64,
}

impl<W: Write> Layers<W> {
    /// Begins a certificate with states of `width` bytes; `compress` makes a frame of zstd.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(
        out: W,
        header: &Header,
        width: usize,
        compress: fn(&[u8]) -> io::Result<Vec<u8>>,
    ) -> io::Result<Self> {
        let (writer, pending, last) = (Writer::new(out, header)?, vec![], vec![]);
        Ok(Self { writer, width, compress, g: 0, pending, last, states: 0 })
    }

    /// Writes a part of a layer: states one after the other, in any order within the part. Layers
    /// must ascend, and within a layer the states of each part must be greater than those of the
    /// previous part. The division of a layer into parts makes no difference to the file.
    ///
    /// # Errors
    /// If it cannot be written, or parts do not ascend.
    pub fn part(&mut self, g: u16, states: &[u8]) -> io::Result<()> {
        if g != self.g {
            self.write_sections()?;
            self.last.clear();
        }
        if states.chunks_exact(self.width).is_sorted() {
            return self.ascending(g, states);
        }
        let mut sorted: Vec<&[u8]> = states.chunks_exact(self.width).collect();
        sorted.par_sort_unstable();
        sorted.chunks(MOST_STATES as usize).try_for_each(|some| self.ascending(g, &some.concat()))
    }

    /// Writes ascending states of a layer; smaller ones are already written or pending.
    fn ascending(&mut self, g: u16, mut states: &[u8]) -> io::Result<()> {
        let width = self.width;
        let Some((first, last)) = states.get(..width).zip(states.rchunks_exact(width).next())
        else {
            return Ok(());
        };
        if g < self.g || !self.last.is_empty() && *self.last >= *first {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "parts that do not ascend"));
        }
        self.g = g;
        self.last = last.to_vec();
        let most = width * MOST_STATES as usize * rayon::current_num_threads();
        while !states.is_empty() {
            let (some, rest) = states.split_at(states.len().min(most - self.pending.len()));
            self.pending.extend_from_slice(some);
            states = rest;
            if self.pending.len() == most {
                self.write_sections()?;
            }
        }
        Ok(())
    }

    /// Writes what is pending, one section for each core.
    fn write_sections(&mut self) -> io::Result<()> {
        let (width, compress) = (self.width, self.compress);
        let section = |states: &[u8]| {
            let coded = front_coding::encode(states.chunks_exact(width));
            Ok(((states.len() / width) as u32, compress(&coded)?))
        };
        let sections: io::Result<Vec<_>> =
            self.pending.par_chunks(width * MOST_STATES as usize).map(section).collect();
        for (count, payload) in sections? {
            self.writer.section(self.g, count, &payload)?;
            self.states += u64::from(count);
        }
        self.pending.clear();
        Ok(())
    }

    /// Ends the certificate.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<Written> {
        self.write_sections()?;
        let (_, digest) = self.writer.finish()?;
        Ok(Written { states: self.states, digest })
    }
}
