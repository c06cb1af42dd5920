//! Folders that belong to a search.

use super::aside::is_partial_name;
use super::error::FileError;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

/// Keeps other processes out of a folder, where the system has that.
pub(crate) fn lock(folder: &Path) -> Result<Option<File>, FileError> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(FileError::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Makes the names in a folder durable, where the system has that.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Whether a file of this name was being written when its process ended.
pub(crate) fn is_partial(name: &str) -> bool {
    is_partial_name(name)
}

/// Removes such files from a folder that no other process uses.
pub(crate) fn remove_partial(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_partial) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A text as a value of a manifest: one that is long, or has several lines, by its first word and
/// its digest.
pub(crate) fn line(text: String) -> String {
    const LONGEST: usize = 500;
    if text.len() > LONGEST || text.contains(char::is_control) {
        let first = text.split_whitespace().next().unwrap_or_default();
        return format!("{first:.30} {}", blake3::hash(text.as_bytes()).to_hex());
    }
    text
}
