//! The header of stored tables and rules.
//!
//! The first line has the name of the format and its version; one line per field, one for the
//! digest and an empty line follow. The digest is BLAKE3 of the lines above it and of everything
//! after the empty line.

use crate::{NotVerified, Reason, Rejection};
use std::io::{self, BufRead, Read};
use std::str::FromStr;

/// A longer line is in no valid file.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads something in the only form in which it is written.
pub(crate) fn plain<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|read: &T| read.to_string() == text)
}

/// The beginning of all files of one kind.
pub(crate) struct Format {
    /// The first line.
    pub begin: &'static str,
    /// The names of the fields.
    pub fields: &'static [&'static str],
}

impl Format {
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
    pub fn open<R: BufRead>(&self, file: R) -> Result<Artifact<R>, NotVerified> {
        let (hasher, values, digest) = Default::default();
        let mut artifact = Artifact { fields: self.fields, file, line: 0, hasher, values, digest };
        if artifact.line()?.as_deref() != Some(self.begin) {
            return Err(artifact.expected("the first line of this format").into());
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
            _ => Err(artifact.expected("an empty line").into()),
        }
    }
}

/// A file whose header was read.
pub(crate) struct Artifact<R> {
    fields: &'static [&'static str],
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
    pub fn line(&mut self) -> Result<Option<String>, NotVerified> {
        let line = self.undigested_line()?;
        if let Some(line) = &line {
            self.hasher.update(line.as_bytes());
        }
        Ok(line)
    }

    fn undigested_line(&mut self) -> Result<Option<String>, NotVerified> {
        let mut line = vec![];
        let read = (&mut self.file).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        let text = String::from_utf8(line).ok().filter(|line| line.ends_with('\n'));
        text.map(Some).ok_or_else(|| self.expected("a line of text").into())
    }

    /// Returns the value of a field from its line.
    fn value(&self, line: Option<String>, name: &str) -> Result<String, Rejection> {
        let line = line.as_deref().and_then(|line| line.strip_suffix('\n')?.strip_prefix(name));
        let value = line.and_then(|value| value.strip_prefix(' '));
        value.map(str::to_owned).ok_or_else(|| self.expected("the next line of the header"))
    }

    /// Returns the lines that follow up to the end, each as `read` understands it without its end.
    /// The value of a field must be their number, and the digest must be right.
    pub fn lines<T>(
        &mut self,
        counted: &'static str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, NotVerified> {
        let mut lines = vec![];
        while let Some(line) = self.line()? {
            let read = line.strip_suffix('\n').and_then(&read);
            lines.push(read.ok_or_else(|| self.expected(expected))?);
        }
        self.end(counted, lines.len())?;
        Ok(lines)
    }

    /// Checks at the end that the value of a field is the number of lines, and the digest.
    pub fn end(&self, counted: &'static str, lines: usize) -> Result<(), Rejection> {
        let field = self.fields.iter().position(|name| *name == counted).expect("it is a field");
        if self.values[field] != lines.to_string() {
            return Err(Reason::Count(counted).in_line(field as u64 + 2));
        }
        match self.is_whole() {
            true => Ok(()),
            false => Err(Reason::Digest.in_line(self.line)),
        }
    }

    /// Returns the words that follow, lowest byte first; there must be exactly `count`.
    pub fn words(&mut self, count: usize) -> Result<Option<Vec<u64>>, NotVerified> {
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
    fn expected(&self, expected: &'static str) -> Rejection {
        Reason::Expected(expected).in_line(self.line)
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
        assert!(
            matches!(read, Err(NotVerified::Unreadable(error)) if error.to_string() == "broken")
        );
    }
}
