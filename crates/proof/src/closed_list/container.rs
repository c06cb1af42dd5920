//! The sections of a file, each with a digest of everything before it.
//!
//! The first line has the version, the second one is the header. Each section has a layer and a
//! number of states, its length, its digest, and the states themselves, compressed; the last
//! section is empty. A reader needs memory for only one section.

use super::Header;
use crate::{NotVerified, Place, Reason};
use std::io::{self, BufRead, Read as _, Write};

/// The first line of a file.
pub const MAGIC: &str = "fewest-certificate 1\n";
/// The largest number of states in a section.
pub const MOST_STATES: u32 = 1 << 17;
/// The largest length of the second line: no level comes near it.
const MOST_OF_HEADER: u64 = 1 << 20;
/// The bytes of layer, number of states and length.
const NUMBERS: usize = 12;

/// The digest of a file up to some section; that of the last one is the digest of the certificate.
pub use blake3::Hash as Digest;

/// Returns the digest of some bytes one after the other.
fn digest(parts: [&[u8]; 3]) -> Digest {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

/// States of one layer, still compressed.
pub(super) struct Section {
    /// The moves from a root.
    pub layer: u32,
    pub states: u32,
    pub payload: Vec<u8>,
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
        Ok(Self { out, digest: digest([MAGIC.as_bytes(), &line, &[]]) })
    }

    /// Adds states of a layer: at most [`MOST_STATES`], in ascending order, layer by layer,
    /// [encoded](super::encode) and compressed as a frame of zstd.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn section(&mut self, layer: u16, states: u32, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).expect("a section is small");
        let numbers = [layer.into(), states, length].map(u32::to_le_bytes);
        let numbers = numbers.as_flattened();
        self.digest = digest([self.digest.as_bytes(), numbers, payload]);
        self.out.write_all(numbers)?;
        self.out.write_all(self.digest.as_bytes())?;
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
    pub fn new(mut input: R) -> Result<(Header, Self), NotVerified> {
        let first = line(&mut input, MAGIC.len() as u64)?;
        if first != MAGIC.as_bytes() {
            return Err(Reason::NoCertificate.into());
        }
        let second = line(&mut input, MOST_OF_HEADER)?;
        let header = Header::read(&second).map_err(|error| {
            // The message ends with a position, which counts in the line alone.
            let reason = error.to_string();
            let reason = reason.rsplit_once(" at line ").map_or(&*reason, |(reason, _)| reason);
            Reason::Header(reason.to_owned()).at(Place::Column(2, error.column()))
        })?;
        let digest = digest([MAGIC.as_bytes(), &second, &[]]);
        Ok((header, Self { input, digest, sections: 0 }))
    }

    /// Returns the next section; `None` after the last one, where the digest is that of the
    /// certificate.
    pub fn section(&mut self) -> Result<Option<Section>, NotVerified> {
        self.sections += 1;
        let mut head = [0; NUMBERS + blake3::OUT_LEN];
        self.fill(&mut head)?;
        let (numbers, said) = head.split_at(NUMBERS);
        let (words, _) = numbers.as_chunks();
        let [layer, states, length] = [0, 1, 2].map(|word: usize| u32::from_le_bytes(words[word]));
        if states > MOST_STATES || u64::from(length) > 128 * u64::from(states) {
            return Err(self.rejected(Reason::SectionTooLarge));
        }
        let mut payload = vec![0; length as usize];
        self.fill(&mut payload)?;
        self.digest = digest([self.digest.as_bytes(), numbers, &payload]);
        if self.digest.as_bytes() != said {
            return Err(self.rejected(Reason::Digest));
        }
        if states > 0 {
            return Ok(Some(Section { layer, states, payload }));
        }
        match self.input.read(&mut [0])? {
            0 => Ok(None),
            _ => Err(self.rejected(Reason::Beyond)),
        }
    }

    /// Returns the digest so far.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns an error about the section read last.
    pub fn rejected(&self, reason: Reason) -> NotVerified {
        reason.at(Place::Section(self.sections)).into()
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NotVerified> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.rejected(Reason::Truncated),
            _ => error.into(),
        })
    }
}

/// Reads a line with its end, of at most `most` bytes.
fn line(input: &mut impl BufRead, most: u64) -> Result<Vec<u8>, NotVerified> {
    let mut line = Vec::new();
    input.take(most).read_until(b'\n', &mut line)?;
    if line.ends_with(b"\n") { Ok(line) } else { Err(Reason::NoCertificate.into()) }
}
