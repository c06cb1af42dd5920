//! The header of stored tables and rules.
//!
//! The first line has the name of the format and its version; one line per field, one for the
//! digest and an empty line follow. The digest is BLAKE3 of the lines above it and of everything
//! after the empty line.

use std::io::{self, BufRead, Read};

/// A longer line is in no valid file.
const LONGEST_LINE: u64 = 1 << 20;

/// The beginning of all files of one kind.
pub(crate) struct Format {
    /// The first line.
    pub begin: &'static str,
    /// The names of the fields.
    pub fields: &'static [&'static str],
}

impl Format {
    /// Whether a file that begins with these bytes has this format, in any version.
    pub fn begins(&self, file: &[u8]) -> bool {
        file.starts_with(self.begin.trim_end_matches("1\n").as_bytes())
    }

    /// Returns the text of a file: its header, and the lines below it.
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
            return Err(artifact.expected("the first line of this format"));
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
    /// A line is not as it must be.
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
    /// Returns the next line with its end; `None` after the last one.
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

    /// Returns the value of a field from its line.
    fn value(&self, line: Option<String>, name: &str) -> Result<String, Broken> {
        let line = line.as_deref().and_then(|line| line.strip_suffix('\n')?.strip_prefix(name));
        let value = line.and_then(|value| value.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| self.expected("the next line of the header"))
    }

    /// Returns the words that follow, lowest byte first; there must be exactly `count`.
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

    /// Whether the digest matches what was read.
    pub fn is_whole(&self) -> bool {
        self.hasher.finalize().to_hex().as_str() == self.digest
    }

    /// Returns an error about the line read last.
    pub fn expected(&self, expected: &'static str) -> Broken {
        Broken::Line { line: self.line, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { begin: "fewest words 1\n", fields: &[] };

    fn file(words: &[u64]) -> Vec<u8> {
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let digest = blake3::hash(&[FORMAT.begin.as_bytes(), &words].concat()).to_hex();
        [format!("{}digest {digest}\n\n", FORMAT.begin).as_bytes(), &words].concat()
    }

    /// The number of words read at a time, one more, one less, and others.
    #[test]
    fn words_are_all_there_is() {
        for count in [0, 1, 8_191, 8_192, 8_193, 20_000] {
            let words: Vec<u64> =
                (0..count).map(|number: u64| number.wrapping_mul(u64::MAX / 3)).collect();
            let file = file(&words);
            let mut artifact = FORMAT.open(&file[..]).unwrap();
            assert_eq!(artifact.words(words.len()).unwrap(), Some(words.clone()));
            assert!(artifact.is_whole());
            let more = [&file[..], b"x"].concat();
            for other in [&more[..], &file[..file.len() - 1]] {
                let read = FORMAT.open(other).and_then(|mut artifact| artifact.words(words.len()));
                // Without words, the missing byte belongs to the header.
                assert!(matches!(read, Ok(None)) || count == 0 && read.is_err(), "{count}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_called_short() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let file = file(&[1, 2]);
        let reader = io::BufReader::new(file[..file.len() - 3].chain(Failing));
        let read = FORMAT.open(reader).unwrap().words(2);
        assert!(matches!(read, Err(Broken::Unreadable(error)) if error.to_string() == "broken"));
    }
}
