//! The reader of snapshots.

use crate::snapshot::{KeyFormat, Snapshot};
use std::io::{self, Read};

/// The reason why a snapshot is not used.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It contains something impossible.
    #[error("damaged: no search can have written {0}")]
    Invalid(&'static str),
    /// Its search takes more memory than this one may use.
    #[error(
        "a table of the saved search needs {needed} bytes of memory, but only {allowed} are allowed"
    )]
    Memory {
        /// What one of its tables takes.
        needed: u64,
        /// What there is for it.
        allowed: u64,
    },
}

/// A reader of the parts of a snapshot, one after the other.
pub struct Reader<'a> {
    from: &'a mut dyn Read,
    left: u64,
}

impl<'a> Reader<'a> {
    /// Approximate number of bytes read at a time.
    const CHUNK: usize = 1 << 16;

    /// Creates a reader of `length` bytes.
    pub fn new(from: &'a mut dyn Read, length: u64) -> Self {
        Self { from, left: length }
    }

    /// Reads bytes until `room` is full.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn bytes(&mut self, room: &mut [u8]) -> Result<(), Unreadable> {
        let bytes = room.len() as u64;
        self.check(bytes)?;
        self.left -= bytes;
        Ok(self.from.read_exact(room)?)
    }

    /// Reads a part.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn part<T: Snapshot>(&mut self) -> Result<T, Unreadable> {
        T::restore(self)
    }

    /// Checks that there are `bytes` more to read, before memory is reserved for them.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn check(&self, bytes: u64) -> Result<(), Unreadable> {
        if bytes <= self.left { Ok(()) } else { Err(Unreadable::Invalid("so few bytes")) }
    }

    /// Reads a count: a number small enough that a sum of several counts does not overflow.
    ///
    /// # Errors
    /// If it is larger.
    pub fn count(&mut self) -> Result<u64, Unreadable> {
        let count = self.part::<u64>()?;
        if count >> 56 == 0 { Ok(count) } else { Err(Unreadable::Invalid("such a count")) }
    }

    /// Reads the number of elements that take at least `bytes` each.
    ///
    /// # Errors
    /// If there are fewer bytes left.
    pub fn length(&mut self, bytes: usize) -> Result<usize, Unreadable> {
        let length: usize = self.part()?;
        self.check((length as u64).saturating_mul(bytes as u64))?;
        Ok(length)
    }

    /// Reads `count` elements of `bytes` bytes each; `take` gets the bytes of one.
    ///
    /// # Errors
    /// If there are fewer, or `take` fails.
    pub fn elements(
        &mut self,
        bytes: usize,
        mut count: usize,
        mut take: impl FnMut(&[u8]) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        let at_once = (Self::CHUNK / bytes).max(1);
        let mut buffer = vec![0; bytes * at_once.min(count)];
        while count > 0 {
            let some = count.min(at_once);
            let part = &mut buffer[..some * bytes];
            self.bytes(part)?;
            part.chunks_exact(bytes).try_for_each(&mut take)?;
            count -= some;
        }
        Ok(())
    }

    /// Reads a list of keys.
    ///
    /// # Errors
    /// [`Unreadable`], also if a key belongs to no state.
    pub fn keys<K>(&mut self, format: &dyn KeyFormat<K>) -> Result<Vec<K>, Unreadable> {
        let count = self.length(format.bytes())?;
        let mut keys = Vec::with_capacity(count);
        self.elements(format.bytes(), count, |bytes| {
            keys.push(format.read(bytes).ok_or(Unreadable::Invalid("such a state"))?);
            Ok(())
        })?;
        Ok(keys)
    }

    /// Checks that there is nothing more to read.
    ///
    /// # Errors
    /// If there is more.
    pub fn end(self) -> Result<(), Unreadable> {
        if self.left == 0 { Ok(()) } else { Err(Unreadable::Invalid("extra bytes at the end")) }
    }
}
