//! Tables on disk.
//!
//! ```text
//! fewest pattern database 1
//! pattern 4x4:1,4,5:0
//! states 5310
//! built-by 0.1.0
//! digest d1c5... (BLAKE3 of the lines above and of all that follows the empty line)
//!
//! (the words of the table, lowest byte first)
//! ```

use super::shape::{NotAPattern, Pattern};
use super::table::Table;
use blake3::{Hash, Hasher};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const NAME: &str = "fewest pattern database";
/// Of the format.
const VERSION: &str = "1";
/// A header is never longer.
const LONGEST_HEADER: u64 = 4096;

/// What a file says of itself; only its table shows whether that is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The pattern.
    pub pattern: Pattern,
    /// The number of states with a distance.
    pub states: u64,
    /// The version of the library that built it.
    pub built_by: String,
    digest: Hash,
}

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
    #[error("{path}: no pattern database of fewest")]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// It has another format.
    #[error("{path}: a pattern database of format {found}, not {VERSION}; build it again")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// A line of the header is not as it should be.
    #[error("{path}:{line}: expected {expected}; build it again")]
    Header {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// It is of another pattern.
    #[error("{path}: the table of {found}, not of {expected}; build it again")]
    OtherPattern {
        /// The file.
        path: PathBuf,
        /// Its pattern.
        found: Pattern,
        /// The pattern it should have.
        expected: Pattern,
    },
    /// Bytes are missing, or there are more.
    #[error("{path}: {found} bytes of a table that has {expected}; build it again")]
    Length {
        /// The file.
        path: PathBuf,
        /// Its bytes after the header.
        found: u64,
        /// The bytes of the table.
        expected: u64,
    },
    /// Something was changed.
    #[error("{path}: its content does not match its digest; build it again")]
    Altered {
        /// The file.
        path: PathBuf,
    },
}

/// The lines that the digest covers.
fn described(pattern: &Pattern, states: u64, built_by: &str) -> String {
    format!("{NAME} {VERSION}\npattern {pattern}\nstates {states}\nbuilt-by {built_by}\n")
}

/// Writes a table. A file of that name is replaced when the new one is complete.
pub(super) fn write(path: &Path, table: &Table) -> Result<(), FileError> {
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let described = described(table.pattern(), table.states(), env!("CARGO_PKG_VERSION"));
    let mut hasher = Hasher::new();
    hasher.update(described.as_bytes());
    for words in table.words().chunks(CHUNK) {
        hasher.update(&bytes(words));
    }
    let digest = hasher.finalize();
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    let fill = || {
        let mut file = BufWriter::new(File::create(&partial)?);
        write!(file, "{described}digest {}\n\n", digest.to_hex())?;
        for words in table.words().chunks(CHUNK) {
            file.write_all(&bytes(words))?;
        }
        file.into_inner()?.sync_all()?;
        fs::rename(&partial, path)
    };
    fill().map_err(|error| {
        // Nobody else has the use of half a file; that it stays is no further harm.
        let _ = fs::remove_file(&partial);
        io(error)
    })
}

/// Words written or read at a time.
const CHUNK: usize = 1 << 17;

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Reads what a file says of itself.
pub(super) fn header(path: &Path) -> Result<Header, FileError> {
    let file = File::open(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
    read_header(path, &mut BufReader::new(file))
}

fn read_header(path: &Path, file: &mut impl BufRead) -> Result<Header, FileError> {
    let path = || path.to_owned();
    let mut limited = file.take(LONGEST_HEADER);
    let mut line = || {
        let mut line = Vec::new();
        limited
            .read_until(b'\n', &mut line)
            .map_err(|error| FileError::Io { path: path(), error })?;
        Ok(String::from_utf8(line).ok().and_then(|line| Some(line.strip_suffix('\n')?.to_owned())))
    };
    let version = line()?.and_then(|line| Some(line.strip_prefix(NAME)?.trim().to_owned()));
    let Some(version) = version else { return Err(FileError::NotADatabase { path: path() }) };
    if version != VERSION {
        return Err(FileError::Version { path: path(), found: version });
    }
    let mut field = |number: usize, name: &'static str, expected: &'static str| {
        let error = FileError::Header { path: path(), line: number, expected };
        let line = line()?.ok_or(error)?;
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.map(str::to_owned).ok_or(FileError::Header { path: path(), line: number, expected })
    };
    let wrong = |line, expected| FileError::Header { path: path(), line, expected };
    let expected = "a line \"pattern\" and a pattern";
    let text = field(2, "pattern", expected)?;
    let pattern: Pattern = text.parse().map_err(|_: NotAPattern| wrong(2, expected))?;
    // There is one way to write each value: the digest covers what is read.
    if pattern.to_string() != text {
        return Err(wrong(2, expected));
    }
    let expected = "a line \"states\" and a number";
    let text = field(3, "states", expected)?;
    let states: u64 = text.parse().map_err(|_| wrong(3, expected))?;
    if states.to_string() != text {
        return Err(wrong(3, expected));
    }
    let built_by = field(4, "built-by", "a line \"built-by\" and a version")?;
    let expected = "a line \"digest\" and 64 hexadecimal digits";
    let digest = field(5, "digest", expected)?;
    let digest = Hash::from_hex(digest).map_err(|_| wrong(5, expected))?;
    match line()? {
        Some(line) if line.is_empty() => Ok(Header { pattern, states, built_by, digest }),
        _ => Err(wrong(6, "an empty line")),
    }
}

/// Reads the table of a pattern, and checks that it is as it was written.
pub(super) fn read(path: &Path, pattern: &Pattern) -> Result<Table, FileError> {
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    let mut file = BufReader::with_capacity(8 * CHUNK, file);
    let Header { pattern: found, states, built_by, digest } = read_header(path, &mut file)?;
    if found != *pattern {
        let (path, expected) = (path.to_owned(), pattern.clone());
        return Err(FileError::OtherPattern { path, found, expected });
    }
    let described = described(&found, states, &built_by);
    // Memory is taken for the table that the pattern has, not for what a file claims.
    let expected = Table::bytes(pattern).table;
    let header = described.len() as u64 + "digest \n\n".len() as u64 + 2 * blake3::OUT_LEN as u64;
    let wrong_length = |found| FileError::Length { path: path.to_owned(), found, expected };
    if length.checked_sub(header) != Some(expected) {
        return Err(wrong_length(length.saturating_sub(header)));
    }
    let mut hasher = Hasher::new();
    hasher.update(described.as_bytes());
    let mut words = Vec::with_capacity(expected as usize / 8);
    let mut buffer = vec![0; 8 * CHUNK];
    let mut left = expected as usize;
    while left > 0 {
        let part = &mut buffer[..left.min(8 * CHUNK)];
        file.read_exact(part).map_err(io)?;
        hasher.update(part);
        words.extend(part.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)));
        left -= part.len();
    }
    let table = Table::from_words(found, words).ok_or_else(|| wrong_length(expected))?;
    if hasher.finalize() != digest || table.states() != states {
        return Err(FileError::Altered { path: path.to_owned() });
    }
    Ok(table)
}
