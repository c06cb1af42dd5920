//! Reading and writing artifacts.
//!
//! ```text
//! fewest pattern database 1
//! pattern 4x4:1,4,5:0
//! states 5310
//! built-by 0.1.0
//! digest d1c5... (BLAKE3 of the lines above and of all that follows the empty line)
//!
//! (the content)
//! ```

use super::aside::{self, AtomicFile};
use super::error::FileError;
use blake3::{Hash, Hasher};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The longest header that is read.
///
/// # Units
/// Bytes.
const LONGEST_HEADER: u64 = 4096;
/// The size of the pieces of content that [`Content::read`] passes on.
///
/// # Units
/// Bytes.
pub const CHUNK: usize = 1 << 20;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// The name in the first line.
    pub name: &'static str,
    /// The version that is written, and the only one that is read.
    pub version: u32,
    /// The names of the header's fields, one per line.
    pub fields: &'static [&'static str],
}

/// The header of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The values of [`Format::fields`], in order.
    pub values: Vec<String>,
    /// The lines above the digest.
    described: String,
    digest: Hash,
}

impl Format {
    fn described(&self, values: &[String]) -> String {
        let lines = self.fields.iter().zip(values).map(|(name, value)| format!("{name} {value}\n"));
        format!("{} {}\n{}", self.name, self.version, lines.collect::<String>())
    }

    /// Writes a file. An existing one is replaced only once the new one is complete.
    ///
    /// `content` yields the content part by part; it is called twice, since the digest comes before
    /// the content.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write<I: Iterator<Item = Vec<u8>>>(
        &self,
        path: &Path,
        values: &[String],
        content: impl Fn() -> I,
    ) -> Result<(), FileError> {
        let described = self.described(values);
        let mut hasher = Hasher::new();
        hasher.update(described.as_bytes());
        content().for_each(|part| {
            hasher.update(&part);
        });
        let digest = hasher.finalize();
        let fill = || {
            aside::remove_abandoned(aside::folder(path));
            let mut file = BufWriter::new(AtomicFile::new(path)?);
            write!(file, "{described}digest {}\n\n", digest.to_hex())?;
            for part in content() {
                file.write_all(&part)?;
            }
            file.into_inner()?.finish()
        };
        fill().map_err(FileError::io(path))
    }

    /// Reads a file's header. The digest is not checked.
    ///
    /// # Errors
    /// If the file cannot be read, or has another format or version.
    pub fn header(&self, path: &Path) -> Result<Header, FileError> {
        let file = open_regular(path).map_err(FileError::io(path))?;
        self.read_header(path, &mut BufReader::new(file))
    }

    fn read_header(&self, path: &Path, file: &mut impl BufRead) -> Result<Header, FileError> {
        let mut limited = file.take(LONGEST_HEADER);
        let mut line = || {
            let mut line = Vec::new();
            limited.read_until(b'\n', &mut line).map_err(FileError::io(path))?;
            let text = String::from_utf8(line).ok();
            Ok(text.and_then(|line| Some(line.strip_suffix('\n')?.to_owned())))
        };
        let version =
            line()?.and_then(|line| Some(line.strip_prefix(self.name)?.trim().to_owned()));
        let Some(found) = version else {
            return Err(FileError::Other { path: path.to_owned(), expected: self.name });
        };
        if found != self.version.to_string() {
            let (path, expected) = (path.to_owned(), self.version);
            return Err(FileError::Version { path, found, expected });
        }
        let mut values = vec![];
        for (i, name) in self.fields.iter().chain([&"digest"]).enumerate() {
            let line = line()?;
            let value = line.as_deref().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            let error = || FileError::line(path, i + 2, format!("\"{name}\" and a value"));
            values.push(value.ok_or_else(error)?.to_owned());
        }
        let number = values.len() + 1;
        let digest = Hash::from_hex(values.pop().unwrap_or_default())
            .map_err(|_| FileError::line(path, number, "\"digest\" and 64 hexadecimal digits"))?;
        match line()? {
            Some(line) if line.is_empty() => {
                Ok(Header { described: self.described(&values), values, digest })
            }
            _ => Err(FileError::line(path, number + 1, "an empty line")),
        }
    }

    /// Opens a file to read its content.
    ///
    /// # Errors
    /// As [`Format::header`].
    pub fn open(&self, path: &Path) -> Result<Content, FileError> {
        let file = open_regular(path).map_err(FileError::io(path))?;
        let length = file.metadata().map_err(FileError::io(path))?.len();
        let mut file = BufReader::with_capacity(CHUNK, file);
        let header = self.read_header(path, &mut file)?;
        let digest = "digest \n\n".len() + 2 * blake3::OUT_LEN;
        let left = length.saturating_sub((header.described.len() + digest) as u64);
        let mut hasher = Hasher::new();
        hasher.update(header.described.as_bytes());
        Ok(Content { path: path.to_owned(), header, file, hasher, left })
    }
}

/// Opens a file, unless it is a pipe or a device: opening or reading these may block for ever, past
/// any limit or signal.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}

/// Takes a part of a file's content, and says whether it wants more.
type Take<'a> = dyn FnMut(&[u8]) -> Result<ControlFlow<()>, FileError> + Send + 'a;

/// The content of an open file.
#[derive(Debug)]
pub struct Content {
    path: PathBuf,
    /// The header.
    pub header: Header,
    file: BufReader<File>,
    hasher: Hasher,
    left: u64,
}

impl Content {
    /// Checks the length of the content, before memory is reserved for it.
    ///
    /// # Errors
    /// [`FileError::Length`].
    pub fn expect(&self, expected: u64) -> Result<(), FileError> {
        let (path, found) = (self.path.clone(), self.left);
        if found == expected { Ok(()) } else { Err(FileError::Length { path, found, expected }) }
    }

    /// Passes the content to `take`, [`CHUNK`] bytes at a time, and checks the digest.
    ///
    /// The content must not be used unless this succeeds. The digest of one part is computed
    /// while the next one is read.
    ///
    /// # Errors
    /// If the digest does not match, the file cannot be read, or `take` fails.
    pub fn read(
        self,
        mut take: impl FnMut(&[u8]) -> Result<(), FileError> + Send,
    ) -> Result<(), FileError> {
        self.read_while(|part| take(part).map(ControlFlow::Continue))
    }

    /// Does the same until `take` stops it. Then the rest is not read, and the digest is not
    /// checked: the caller must be able to verify by itself what was read.
    ///
    /// # Errors
    /// As [`Content::read`].
    pub fn read_while(
        self,
        mut take: impl FnMut(&[u8]) -> Result<ControlFlow<()>, FileError> + Send,
    ) -> Result<(), FileError> {
        self.read_parts(&mut take)
    }

    fn read_parts(self, take: &mut Take<'_>) -> Result<(), FileError> {
        let Self { path, header, mut file, mut hasher, mut left } = self;
        let mut fill = |part: &mut Vec<u8>| {
            part.resize(CHUNK.min(left.try_into().unwrap_or(CHUNK)), 0);
            left -= part.len() as u64;
            file.read_exact(part).map_err(FileError::io(&path))
        };
        let [mut part, mut next] = [vec![], vec![]];
        fill(&mut part)?;
        while !part.is_empty() {
            let check = || {
                hasher.update(&part);
            };
            let use_and_fill = || match take(&part)? {
                ControlFlow::Continue(()) => fill(&mut next).map(ControlFlow::Continue),
                broken_off => Ok(broken_off),
            };
            if rayon::join(check, use_and_fill).1?.is_break() {
                return Ok(());
            }
            std::mem::swap(&mut part, &mut next);
        }
        let is_whole = hasher.finalize() == header.digest;
        if is_whole { Ok(()) } else { Err(FileError::Altered { path }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { name: "fewest sample", version: 3, fields: &["of", "parts"] };

    fn write(path: &Path, parts: &[Vec<u8>]) {
        let values = ["numbers and letters".to_owned(), parts.len().to_string()];
        FORMAT.write(path, &values, || parts.iter().cloned()).unwrap();
    }

    fn read(path: &Path) -> Result<(Vec<String>, Vec<u8>), FileError> {
        let content = FORMAT.open(path)?;
        let values = content.header.values.clone();
        let mut bytes = vec![];
        content.read(|part| {
            bytes.extend_from_slice(part);
            Ok(())
        })?;
        Ok((values, bytes))
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample");
        for parts in [vec![], vec![vec![7; 3], vec![], vec![0, 255]], vec![vec![1; 3 * CHUNK + 1]]]
        {
            write(&path, &parts);
            let (values, bytes) = read(&path).unwrap();
            assert_eq!(values, ["numbers and letters".to_owned(), parts.len().to_string()]);
            assert_eq!(bytes, parts.concat());
            assert_eq!(FORMAT.header(&path).unwrap().values, values);
            let content = FORMAT.open(&path).unwrap();
            let length = bytes.len() as u64;
            assert!(content.expect(length).is_ok());
            assert!(
                matches!(content.expect(length + 1), Err(FileError::Length { found, .. }) if found == length)
            );
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file stays");
    }

    #[test]
    fn no_altered_or_cut_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample");
        write(&path, &[b"some content".to_vec()]);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            fs::write(&path, altered).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
            fs::write(&path, &bytes[..at]).unwrap();
            assert!(read(&path).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn other_formats_and_versions_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample");
        write(&path, &[]);
        let newer = Format { version: 4, ..FORMAT };
        assert!(matches!(newer.header(&path), Err(FileError::Version { .. })));
        let other = Format { name: "fewest checkpoint", ..FORMAT };
        assert!(matches!(other.open(&path), Err(FileError::Other { .. })));
        let fields = Format { fields: &["of", "pieces"], ..FORMAT };
        assert!(matches!(fields.header(&path), Err(FileError::Line { line: 3, .. })));
        let missing = folder.path().join("missing");
        assert!(matches!(FORMAT.header(&missing), Err(FileError::Io { .. })));
    }
}
