//! Files that say what they are and are not used if anything in them was changed.
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

use blake3::{Hash, Hasher};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// A header is never longer.
const LONGEST_HEADER: u64 = 4096;
/// Bytes read at a time.
pub(crate) const CHUNK: usize = 1 << 20;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path}: no {expected}")]
    Other {
        /// The file.
        path: PathBuf,
        /// What it should be.
        expected: &'static str,
    },
    /// It has another format.
    #[error("{path}: of format {found}, not {expected}; it must be made anew")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
        /// The version that is read.
        expected: u32,
    },
    /// A line of it is not as it should be.
    #[error("{path}:{line}: expected {expected}; it must be made anew")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// What should be there.
        expected: String,
    },
    /// It is about something else.
    #[error("{path}: for {found}, not for {expected}; it must be made anew")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What it should be for.
        expected: String,
    },
    /// Bytes are missing, or there are more.
    #[error(
        "{path}: {found} bytes where {expected} should follow the header; it must be made anew"
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// Its bytes after the header.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Something was changed.
    #[error("{path}: its content does not match its digest; it must be made anew")]
    Altered {
        /// The file.
        path: PathBuf,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }

    pub(crate) fn line(path: &Path, line: usize, expected: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, expected: expected.into() }
    }
}

/// A kind of file.
pub(crate) struct Kind {
    pub name: &'static str,
    pub version: u32,
    /// The names of the lines that say what is in it.
    pub fields: &'static [&'static str],
}

/// What a file says of itself: the values of its fields, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub values: Vec<String>,
    described: String,
    digest: Hash,
}

impl Kind {
    fn described(&self, values: &[String]) -> String {
        let lines = self.fields.iter().zip(values).map(|(name, value)| format!("{name} {value}\n"));
        format!("{} {}\n{}", self.name, self.version, lines.collect::<String>())
    }

    /// Writes a file. One of that name is replaced when the new one is complete.
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
        let partial = path.with_extension(format!("{}.partial", std::process::id()));
        let fill = || {
            let mut file = BufWriter::new(File::create(&partial)?);
            write!(file, "{described}digest {}\n\n", digest.to_hex())?;
            for part in content() {
                file.write_all(&part)?;
            }
            file.into_inner()?.sync_all()?;
            fs::rename(&partial, path)
        };
        fill().map_err(|error| {
            // Nobody has a use for half a file; that it stays does no further harm.
            let _ = fs::remove_file(&partial);
            FileError::io(path)(error)
        })
    }

    /// Reads what a file says of itself.
    pub fn header(&self, path: &Path) -> Result<Header, FileError> {
        let file = File::open(path).map_err(FileError::io(path))?;
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

    /// Opens a file for reading its content.
    pub fn open(&self, path: &Path) -> Result<Content, FileError> {
        let file = File::open(path).map_err(FileError::io(path))?;
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

/// The content of a file, read part by part.
pub(crate) struct Content {
    path: PathBuf,
    pub header: Header,
    file: BufReader<File>,
    hasher: Hasher,
    left: u64,
}

impl Content {
    /// Checks the number of bytes that follow.
    pub fn expect(&self, expected: u64) -> Result<(), FileError> {
        let (path, found) = (self.path.clone(), self.left);
        if found == expected { Ok(()) } else { Err(FileError::Length { path, found, expected }) }
    }

    /// Gives the bytes that follow to `take`, [`CHUNK`] at a time; what it made of them must not be
    /// used before this says so. While one part is checked, the next one is read.
    ///
    /// # Errors
    /// If a byte was changed, those of `take`, and of the file.
    pub fn read(
        self,
        mut take: impl FnMut(&[u8]) -> Result<(), FileError> + Send,
    ) -> Result<(), FileError> {
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
            let go_on = || take(&part).and_then(|()| fill(&mut next));
            rayon::join(check, go_on).1?;
            std::mem::swap(&mut part, &mut next);
        }
        let is_whole = hasher.finalize() == header.digest;
        if is_whole { Ok(()) } else { Err(FileError::Altered { path }) }
    }
}
