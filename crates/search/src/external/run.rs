//! Sorted runs of numbers in files, block by block.
//!
//! ```text
//! count (4 bytes)  length (4)  first (16)  last (16)  digest (32)  payload (length)
//! ```
//!
//! The digest is BLAKE3 of the four fields before it and of the [payload](super::block). The digest
//! of the run is made of all five fields of all blocks, and is in the manifest: so blocks that are
//! skipped are known to be those that were written.

use crate::artifact::FileError;
use crate::external::disk::{Disk, full_or_failed};
use crate::external::{Unfinished, block};
use crate::snapshot::{Reader, Snapshot, Unreadable, Writer};
use blake3::{Hash, Hasher};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

/// The most numbers in a block: larger counts are rejected.
const MOST: u32 = 1 << 16;
/// Bytes of a block before its payload.
const HEADER: usize = 4 + 4 + 16 + 16 + FOOT;
/// Bytes of the digest.
const FOOT: usize = blake3::OUT_LEN;
/// Blocks compressed together, on all cores.
const TOGETHER: usize = 16;
/// Bytes read at a time.
const BUFFER: usize = 1 << 16;

/// A complete run. A run without numbers has no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The name of its file.
    pub(super) number: u64,
    pub(super) states: u64,
    pub(super) bytes: u64,
    digest: Hash,
}

impl Snapshot for Run {
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        let Self { number, states, bytes, digest } = self;
        [number, states, bytes].into_iter().try_for_each(|number| to.part(number))?;
        to.part(digest)
    }

    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            number: from.count()?,
            states: from.count()?,
            bytes: from.count()?,
            digest: from.part()?,
        })
    }
}

/// Writes a run. If dropped before the end, it leaves nothing behind.
pub(super) struct RunWriter<'d> {
    disk: &'d Disk,
    file: Option<(u64, File)>,
    /// Bytes of a number.
    width: usize,
    /// Numbers per block.
    block: usize,
    pending: Vec<u128>,
    states: u64,
    bytes: u64,
    digests: Hasher,
}

impl<'d> RunWriter<'d> {
    pub(super) fn new(disk: &'d Disk, width: usize, block: usize) -> Self {
        let (pending, digests) = (Vec::new(), Hasher::new());
        Self { disk, file: None, width, block, pending, states: 0, bytes: 0, digests }
    }

    /// Adds ascending numbers greater than all previous ones.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub(super) fn extend(&mut self, numbers: &[u128]) -> Result<(), Unfinished> {
        self.pending.extend_from_slice(numbers);
        if self.pending.len() >= self.block * TOGETHER {
            let whole = self.pending.len() / self.block * self.block;
            self.write(whole)?;
        }
        Ok(())
    }

    /// Completes the run.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub(super) fn finish(mut self) -> Result<Run, Unfinished> {
        self.write(self.pending.len())?;
        let number = self.file.take().map_or(0, |(number, _)| number);
        let digest = self.digests.finalize();
        Ok(Run { number, states: self.states, bytes: self.bytes, digest })
    }

    /// Writes this many of the pending numbers.
    fn write(&mut self, numbers: usize) -> Result<(), Unfinished> {
        let width = self.width;
        let coded = |numbers: &[u128]| Some((numbers.len(), coded(numbers, width)?));
        let blocks: Option<Vec<_>> =
            self.pending[..numbers].par_chunks(self.block).map(coded).collect();
        // zstd fails only for lack of memory.
        for (states, bytes) in blocks.ok_or(crate::Stop::Memory)? {
            let (number, file) = match &mut self.file {
                Some(file) => file,
                none => none.insert(self.disk.create()?),
            };
            self.disk.take(bytes.len() as u64)?;
            self.bytes += bytes.len() as u64;
            self.states += states as u64;
            self.digests.update(&bytes[..HEADER]);
            let written = file.write_all(&bytes);
            written.map_err(|error| full_or_failed(&self.disk.path(*number), error))?;
        }
        self.pending.drain(..numbers);
        Ok(())
    }
}

impl Drop for RunWriter<'_> {
    fn drop(&mut self) {
        if let Some((number, file)) = self.file.take() {
            drop(file);
            self.disk.remove(number, self.bytes);
        }
    }
}

/// A complete block.
fn coded(numbers: &[u128], width: usize) -> Option<Vec<u8>> {
    let (&first, &last) = numbers.first().zip(numbers.last())?;
    let payload = block::encode(numbers, width).ok()?;
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend((numbers.len() as u32).to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(first.to_le_bytes());
    bytes.extend(last.to_le_bytes());
    bytes.extend(digest(&bytes, &payload).as_bytes());
    bytes.extend(payload);
    Some(bytes)
}

fn digest(fields: &[u8], payload: &[u8]) -> Hash {
    let mut hasher = Hasher::new();
    hasher.update(fields);
    hasher.update(payload);
    hasher.finalize()
}

/// The header of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    count: u32,
    length: u32,
    first: u128,
    /// Its last number.
    pub(super) last: u128,
    digest: Hash,
}

/// Reads a run. Nothing from an altered block is passed on.
pub(super) struct RunReader {
    path: PathBuf,
    file: Option<BufReader<File>>,
    width: usize,
    run: Run,
    /// States and bytes not read yet.
    left: (u64, u64),
    /// The last number so far.
    before: Option<u128>,
    digests: Hasher,
}

impl RunReader {
    /// Opens a run of numbers of `width` bytes.
    ///
    /// # Errors
    /// If its file cannot be opened, or has another length.
    pub(super) fn open(disk: &Disk, run: Run, width: usize) -> Result<Self, FileError> {
        let path = disk.path(run.number);
        let mut file = None;
        if run.states > 0 {
            let opened = File::open(&path).map_err(FileError::io(&path))?;
            let found = opened.metadata().map_err(FileError::io(&path))?.len();
            if found != run.bytes {
                return Err(FileError::Length { path, found, expected: run.bytes });
            }
            file = Some(BufReader::with_capacity(BUFFER, opened));
        }
        let (left, digests) = ((run.states, run.bytes), Hasher::new());
        Ok(Self { path, file, width, run, left, before: None, digests })
    }

    /// The header of the next block, which must then be read or skipped; `None` at the end.
    ///
    /// # Errors
    /// If the run cannot be read, or was altered.
    pub(super) fn header(&mut self) -> Result<Option<Header>, FileError> {
        let Some(file) = self.file.as_mut().filter(|_| self.left.0 > 0) else {
            return if self.digests.finalize() == self.run.digest && self.left == (0, 0) {
                Ok(None)
            } else {
                Err(self.altered())
            };
        };
        let mut bytes = [0; HEADER];
        if self.left.1 < HEADER as u64 {
            return Err(self.altered());
        }
        file.read_exact(&mut bytes).map_err(FileError::io(&self.path))?;
        self.digests.update(&bytes);
        let header = Header::read(&bytes);
        let states = self.left.0.checked_sub(header.count.into());
        let left = self.left.1.checked_sub(HEADER as u64 + u64::from(header.length));
        let is_possible = (1..=MOST).contains(&header.count)
            && self.before < Some(header.first)
            && header.first <= header.last;
        match states.zip(left).filter(|_| is_possible) {
            Some(left) => self.left = left,
            None => return Err(self.altered()),
        }
        self.before = Some(header.last);
        Ok(Some(header))
    }

    /// Adds the numbers of the block to `into`.
    ///
    /// # Errors
    /// If the block cannot be read, or was altered.
    pub(super) fn read(&mut self, header: Header, into: &mut Vec<u128>) -> Result<(), FileError> {
        let Some(file) = &mut self.file else { return Err(self.altered()) };
        let mut payload = Vec::new();
        // It may be shorter than it claims: memory grows with what is there.
        let read = file.take(header.length.into()).read_to_end(&mut payload);
        read.map_err(FileError::io(&self.path))?;
        let begin = into.len();
        let is_whole = digest(&header.fields(), &payload) == header.digest
            && block::decode(&payload, header.count as usize, self.width, into).is_some()
            && into.get(begin) == Some(&header.first)
            && into.last() == Some(&header.last);
        if is_whole { Ok(()) } else { Err(self.altered()) }
    }

    /// Skips the block.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(super) fn skip(&mut self, header: Header) -> Result<(), FileError> {
        let file = self.file.as_mut();
        file.map_or(Ok(()), |file| file.seek_relative(header.length.into()))
            .map_err(FileError::io(&self.path))
    }

    /// Adds the numbers of the next block to `into`. Returns whether there was one.
    ///
    /// # Errors
    /// If the run cannot be read, or was altered.
    pub(super) fn next(&mut self, into: &mut Vec<u128>) -> Result<bool, FileError> {
        match self.header()? {
            Some(header) => self.read(header, into).map(|()| true),
            None => Ok(false),
        }
    }

    /// Adds the numbers of the next blocks to `into`, until it has `least` of them. Returns whether
    /// more may follow.
    ///
    /// # Errors
    /// If the run cannot be read, or was altered.
    pub(super) fn fill(&mut self, into: &mut Vec<u128>, least: usize) -> Result<bool, FileError> {
        while into.len() < least {
            if !self.next(into)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The error of a run that was altered.
    pub(super) fn altered(&self) -> FileError {
        FileError::Altered { path: self.path.clone() }
    }
}

impl Header {
    /// Whether one of these ascending numbers may be in the block.
    pub(super) fn may_have_any(&self, numbers: &[u128]) -> bool {
        let first = numbers.partition_point(|&number| number < self.first);
        numbers.get(first).is_some_and(|&number| number <= self.last)
    }

    fn read(bytes: &[u8; HEADER]) -> Self {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let number = |at: usize| u128::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let digest: [u8; FOOT] = std::array::from_fn(|i| bytes[HEADER - FOOT + i]);
        Self {
            count: word(0),
            length: word(4),
            first: number(8),
            last: number(24),
            digest: digest.into(),
        }
    }

    fn fields(&self) -> Vec<u8> {
        let Self { count, length, first, last, .. } = self;
        let mut fields = [count.to_le_bytes(), length.to_le_bytes()].concat();
        fields.extend(first.to_le_bytes());
        fields.extend(last.to_le_bytes());
        fields
    }
}
