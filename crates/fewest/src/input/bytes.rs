//! Reads files and standard input.

use super::error::InputError;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a text that is not a puzzle, from a file, or from standard input if the name is `-`.
/// Returns the text and its name in messages.
///
/// # Errors
/// If the text cannot be read.
pub fn text_of(file: &OsStr) -> Result<(String, String), InputError> {
    let (name, bytes) = if file == "-" {
        ("-".to_owned(), limited("standard input", io::stdin().lock())?)
    } else {
        let path = Path::new(file);
        (path.display().to_string(), contents(path)?)
    };
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}

/// The largest size of a puzzle file; anything larger is something else.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a whole file.
pub(super) fn contents(path: &Path) -> Result<Vec<u8>, InputError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| InputError::unreadable(&name, &error))?;
    limited(&name, file)
}

pub(super) fn limited(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| InputError::unreadable(name, &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(InputError::TooLarge { name: name.to_owned(), limit: MAX_BYTES >> 20 });
    }
    Ok(bytes)
}
