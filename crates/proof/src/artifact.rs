//! The header that stored tables and rules begin with.
//!
//! The first line has the name of the format and its version, then there is a line for each field
//! and one for the digest, then an empty one. The digest is BLAKE3 of the lines above it and of all
//! that follows the empty line.

use std::io::{self, BufRead, Read};

/// Lines that are longer belong to no file.
const LONGEST_LINE: u64 = 1 << 20;

/// What the files of one kind begin with.
pub(crate) struct Format {
    /// The first line.
    pub begin: &'static str,
    /// The names of the fields.
    pub fields: &'static [&'static str],
}

impl Format {
    /// Whether a file that begins so is one, of any version.
    pub fn begins(&self, file: &[u8]) -> bool {
        file.starts_with(self.begin.trim_end_matches("1\n").as_bytes())
    }

    /// A file of text: its header, and the lines below it.
    pub fn write(&self, values: &[String], lines: &str) -> String {
        let fields = self.fields.iter().zip(values);
        let fields = fields.map(|(name, value)| format!("{name} {value}\n"));
        let header = format!("{}{}", self.begin, fields.collect::<String>());
        let mut hasher = blake3::Hasher::new();
        hasher.update(header.as_bytes()).update(lines.as_bytes());
        format!("{header}digest {}\n\n{lines}", hasher.finalize().to_hex())
    }

    /// Reads the header of a file.
    pub fn open<R: BufRead>(&self, file: R) -> Result<Artifact<R>, Broken> {
        let mut artifact = Artifact {
            file,
            line: 0,
            hasher: blake3::Hasher::new(),
            values: vec![],
            digest: String::new(),
        };
        if artifact.line()?.as_deref() != Some(self.begin) {
            return Err(artifact.expected("another first line"));
        }
        for name in self.fields {
            let line = artifact.line()?;
            let value = artifact.value(line, name)?;
            artifact.values.push(value);
        }
        let line = artifact.undigested_line()?;
        artifact.digest = artifact.value(line, "digest")?;
        match artifact.undigested_line()?.as_deref() {
            Some("\n") => Ok(artifact),
            _ => Err(artifact.expected("an empty line")),
        }
    }
}

/// What is wrong with the form of a file.
#[derive(Debug)]
pub(crate) enum Broken {
    /// It cannot be read.
    Unreadable(io::Error),
    /// A line is not what it must be.
    Line {
        /// Its number, from 1.
        line: u64,
        expected: &'static str,
    },
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// A file whose header was read.
pub(crate) struct Artifact<R> {
    file: R,
    /// The number of the line read last.
    pub line: u64,
    hasher: blake3::Hasher,
    /// The values of the fields.
    pub values: Vec<String>,
    digest: String,
}

impl<R: BufRead> Artifact<R> {
    /// The next line with its end; `None` after the last one.
    pub fn line(&mut self) -> Result<Option<String>, Broken> {
        let line = self.undigested_line()?;
        if let Some(line) = &line {
            self.hasher.update(line.as_bytes());
        }
        Ok(line)
    }

    fn undigested_line(&mut self) -> Result<Option<String>, Broken> {
        let mut line = vec![];
        let read = (&mut self.file).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        let text = String::from_utf8(line).ok().filter(|line| line.ends_with('\n'));
        text.map(Some).ok_or_else(|| self.expected("a line of text"))
    }

    /// The value that a line gives a field.
    fn value(&self, line: Option<String>, name: &str) -> Result<String, Broken> {
        let line = line.as_deref().and_then(|line| line.strip_suffix('\n')?.strip_prefix(name));
        let value = line.and_then(|value| value.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| self.expected("another line of the header"))
    }

    /// The words that follow, lowest byte first, of which there must be exactly so many.
    pub fn words(&mut self, count: usize) -> Result<Option<Vec<u64>>, Broken> {
        let mut words = vec![];
        let mut part = vec![0; 1 << 16];
        while words.len() < count {
            let bytes = part.len().min(8 * (count - words.len()));
            match self.file.read_exact(&mut part[..bytes]) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                read => read?,
            }
            self.hasher.update(&part[..bytes]);
            let (some, _) = part[..bytes].as_chunks();
            words.extend(some.iter().map(|word| u64::from_le_bytes(*word)));
        }
        let is_end = self.file.read(&mut [0])? == 0;
        Ok(is_end.then_some(words))
    }

    /// Whether the digest is that of what was read.
    pub fn is_whole(&self) -> bool {
        self.hasher.finalize().to_hex().as_str() == self.digest
    }

    /// That the line read last is not what it must be.
    pub fn expected(&self, expected: &'static str) -> Broken {
        Broken::Line { line: self.line, expected }
    }
}
