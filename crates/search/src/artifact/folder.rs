//! Folders that belong to a search.

use super::error::FileError;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;

/// Makes a folder, unless it exists. Returns whether it did.
pub(crate) fn make(folder: &Path) -> Result<bool, FileError> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(FileError::io(folder)(error)),
    }
}

/// A folder that is removed at the end if it is empty.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) struct Emptied(pub(crate) PathBuf);

#[cfg(not(target_arch = "wasm32"))]
impl Drop for Emptied {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Keeps other processes out of a folder, if the system supports that.
pub(crate) fn lock(folder: &Path) -> Result<Option<File>, FileError> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(FileError::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Makes the names in a folder durable, if the system supports that.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A text as a value of a manifest. A long or multi-line text is given by its first word and its
/// digest.
pub(crate) fn line(text: String) -> String {
    const LONGEST: usize = 500;
    if text.len() > LONGEST || text.contains(char::is_control) {
        let first = text.split_whitespace().next().unwrap_or_default();
        return format!("{first:.30} {}", blake3::hash(text.as_bytes()).to_hex());
    }
    text
}
