//! The writer of snapshots.

use crate::snapshot::{KeyFormat, Snapshot};
use std::io::{self, Write};

/// A writer of the parts of a snapshot, one after the other.
pub struct Writer<'a>(&'a mut dyn Write);

impl<'a> Writer<'a> {
    /// Approximate number of bytes passed on at a time.
    const CHUNK: usize = 1 << 16;

    /// Creates a writer to `to`.
    pub fn new(to: &'a mut dyn Write) -> Self {
        Self(to)
    }

    /// Writes bytes as they are.
    ///
    /// # Errors
    /// Those of the system.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Writes a part.
    ///
    /// # Errors
    /// Those of the system.
    pub fn part(&mut self, part: &impl Snapshot) -> io::Result<()> {
        part.save(self)
    }

    /// Writes elements of `bytes` bytes each, without their number; `write` fills the bytes of one.
    ///
    /// # Errors
    /// Those of the system.
    pub fn elements<T>(
        &mut self,
        bytes: usize,
        elements: impl IntoIterator<Item = T>,
        write: impl Fn(T, &mut [u8]),
    ) -> io::Result<()> {
        let mut buffer = vec![0; bytes * (Self::CHUNK / bytes).max(1)];
        let mut filled = 0;
        for element in elements {
            write(element, &mut buffer[filled..filled + bytes]);
            filled += bytes;
            if filled == buffer.len() {
                self.bytes(&buffer)?;
                filled = 0;
            }
        }
        self.bytes(&buffer[..filled])
    }

    /// Writes a list of keys.
    ///
    /// # Errors
    /// Those of the system.
    pub fn keys<K: Copy>(&mut self, format: &dyn KeyFormat<K>, keys: &[K]) -> io::Result<()> {
        self.part(&(keys.len() as u64))?;
        self.elements(format.bytes(), keys, |&key, to| format.write(key, to))
    }
}
