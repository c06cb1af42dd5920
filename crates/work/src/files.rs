//! Files: read whole, written aside.

use crate::WorkError;
use fewest_rules::TextPosition;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The most bytes of our files: the longest has the moves to every position of a layer.
const LONGEST: u64 = 1 << 30;

/// Reads a file of JSON.
///
/// # Errors
/// If it cannot be read; where and why it is not valid.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, WorkError> {
    check_is_regular(path)?;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(WorkError::io(path))?;
    file.take(LONGEST).read_to_end(&mut bytes).map_err(WorkError::io(path))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let at = TextPosition { line: error.line().max(1), column: error.column().max(1) };
        // The place is shown before the message already.
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(&*text, |(text, _)| text).to_owned();
        WorkError::Invalid { path: path.to_owned(), error: at.error(text) }
    })
}

/// Checks that a path is not a pipe or a device: opening or reading these may take for ever.
///
/// # Errors
/// If it is one. A file that cannot be opened is an error only for the caller that opens it.
pub(crate) fn check_is_regular(path: &Path) -> Result<(), WorkError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(invalid(path, "not a regular file")),
        _ => Ok(()),
    }
}

/// The error for something wrong in a JSON file.
pub(crate) fn invalid(path: &Path, reason: impl Into<String>) -> WorkError {
    let error = TextPosition::START.error(reason.into());
    WorkError::Invalid { path: path.to_owned(), error }
}

/// Writes a file of JSON as [`replace`] does.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> Result<(), WorkError> {
    let write = || {
        let mut text = serde_json::to_vec(value)?;
        text.push(b'\n');
        replace(path, &text)
    };
    write().map_err(WorkError::io(path))
}

/// Writes a file, which appears, or replaces an earlier one, once it is complete and on the disk.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Like any new file, readable not only by its owner.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut aside = builder.tempfile_in(path.parent().unwrap_or(Path::new(".")))?;
    aside.write_all(bytes)?;
    aside.as_file().sync_all()?;
    aside.persist(path).map(drop).map_err(|error| error.error)
}

/// Whether a file was there; a missing file is not an error, as others may have renamed it.
pub(crate) fn is_there(done: io::Result<()>) -> io::Result<bool> {
    match done {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
