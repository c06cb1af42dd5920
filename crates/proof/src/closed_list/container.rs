//! The sections of a file, each with a digest of everything before it.
//!
//! The first line has the version, the second one is the header. Each section has a layer and a
//! number of states, its length, its digest, and the states themselves, compressed; the last
//! section is empty. A reader needs memory for only one section.

use super::fault::ClosedListError;
use super::{Fault, Header};
use std::fmt;
use std::io::{self, BufRead, Read as _, Write};

/// The first line of a file.
pub const MAGIC: &str = "fewest-certificate 1\n";
/// The largest number of states in a section.
pub const MOST_STATES: u32 = 1 << 17;
/// The largest length of the second line: no level comes near it.
const MOST_OF_HEADER: u64 = 1 << 20;
/// The bytes of layer, number of states and length.
const NUMBERS: usize = 12;

/// Whether a file that begins with these bytes is a certificate, in any version.
pub fn begins(file: &[u8]) -> bool {
    let name = MAGIC.split_inclusive(' ').next().unwrap_or(MAGIC);
    file.starts_with(name.as_bytes())
}

/// The digest of a file up to some section; that of the last one is the digest of the certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest([u8; blake3::OUT_LEN]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Digest {
    /// Returns the digest of the first two lines.
    fn of_header(header: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(MAGIC.as_bytes()).update(header);
        Self(hasher.finalize().into())
    }

    /// Returns the digest after the next section.
    fn then(&self, numbers: &[u8; NUMBERS], payload: &[u8]) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0).update(numbers).update(payload);
        Self(hasher.finalize().into())
    }
}

/// States of one layer, still compressed.
pub(super) struct Section {
    /// The moves from a root.
    pub layer: u32,
    pub states: u32,
    pub payload: Vec<u8>,
}

impl Section {
    fn numbers(layer: u32, states: u32, length: usize) -> [u8; NUMBERS] {
        let mut numbers = [0; NUMBERS];
        let words = [layer, states, u32::try_from(length).expect("a section is small")];
        for (place, word) in numbers.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        numbers
    }
}

/// A writer of a certificate.
pub struct Writer<W> {
    out: W,
    digest: Digest,
}

impl<W: Write> Writer<W> {
    /// Begins a certificate.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let mut line = serde_json::to_vec(header)?;
        line.push(b'\n');
        out.write_all(MAGIC.as_bytes())?;
        out.write_all(&line)?;
        Ok(Self { out, digest: Digest::of_header(&line) })
    }

    /// Adds states of a layer: at most [`MOST_STATES`], in ascending order, layer by layer,
    /// [encoded](super::encode) and compressed as a frame of zstd.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn section(&mut self, layer: u16, states: u32, payload: &[u8]) -> io::Result<()> {
        let numbers = Section::numbers(layer.into(), states, payload.len());
        self.digest = self.digest.then(&numbers, payload);
        self.out.write_all(&numbers)?;
        self.out.write_all(&self.digest.0)?;
        self.out.write_all(payload)
    }

    /// Ends the certificate, and returns its digest.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<(W, Digest)> {
        self.section(0, 0, &[])?;
        self.out.flush()?;
        Ok((self.out, self.digest))
    }
}

/// Reads a certificate.
pub(super) struct Reader<R> {
    input: R,
    digest: Digest,
    /// The number of sections read.
    sections: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads up to the first section.
    pub fn new(mut input: R) -> Result<(Header, Self), ClosedListError> {
        let first = line(&mut input, MAGIC.len() as u64)?;
        if first != MAGIC.as_bytes() {
            return Err(Fault::NoCertificate.into());
        }
        let second = line(&mut input, MOST_OF_HEADER)?;
        let header = Header::read(&second).map_err(|error| {
            // The message ends with a position, which counts in the line alone.
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(&*reason, |(reason, _)| reason);
            Fault::Header { column: error.column(), reason: reason.to_owned() }
        })?;
        Ok((header, Self { input, digest: Digest::of_header(&second), sections: 0 }))
    }

    /// Returns the next section; `None` after the last one, where the digest is that of the
    /// certificate.
    pub fn section(&mut self) -> Result<Option<Section>, ClosedListError> {
        self.sections += 1;
        let mut head = [0; NUMBERS + blake3::OUT_LEN];
        self.fill(&mut head)?;
        let (numbers, said) = head.split_at(NUMBERS);
        let numbers: [u8; NUMBERS] = numbers.try_into().expect("split there");
        let word = |number: usize| {
            u32::from_le_bytes(numbers[4 * number..][..4].try_into().expect("four bytes"))
        };
        let [layer, states, length] = [0, 1, 2].map(word);
        if states > MOST_STATES || u64::from(length) > 128 * u64::from(states) {
            return Err(self.fault(Fault::SectionTooLarge));
        }
        let mut payload = vec![0; length as usize];
        self.fill(&mut payload)?;
        self.digest = self.digest.then(&numbers, &payload);
        if self.digest.0 != said {
            return Err(self.fault(Fault::Digest));
        }
        if states > 0 {
            return Ok(Some(Section { layer, states, payload }));
        }
        match self.input.read(&mut [0])? {
            0 => Ok(None),
            _ => Err(self.fault(Fault::Beyond)),
        }
    }

    /// Returns the digest so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns an error about the section read last.
    pub fn fault(&self, fault: Fault) -> ClosedListError {
        ClosedListError::Rejected { section: Some(self.sections), fault }
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ClosedListError> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.fault(Fault::Truncated),
            _ => error.into(),
        })
    }
}

/// Reads a line with its end, of at most `most` bytes.
fn line(input: &mut impl BufRead, most: u64) -> Result<Vec<u8>, ClosedListError> {
    let mut line = Vec::new();
    input.take(most).read_until(b'\n', &mut line)?;
    if line.ends_with(b"\n") { Ok(line) } else { Err(Fault::NoCertificate.into()) }
}
