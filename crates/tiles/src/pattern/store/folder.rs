//! A folder of tables.

use super::file::{self, Header};
use crate::pattern::build::Table;
use crate::pattern::layout::Pattern;
use fewest_search::artifact::FileError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The tables in a folder, one file each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
}

/// How the names of files end.
const SUFFIX: &str = "pdb";

impl Store {
    /// Returns the tables in this folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the file of a pattern.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        let name = pattern.to_string().replace(':', "_").replace(',', "-");
        self.folder.join(name).with_extension(SUFFIX)
    }

    /// Whether there is a file of that pattern, valid or not.
    pub fn has(&self, pattern: &Pattern) -> bool {
        self.path(pattern).exists()
    }

    /// Reads the table of a pattern.
    ///
    /// # Errors
    /// If the file is missing or was altered. A table that is returned was checked against its
    /// digest.
    pub fn load(&self, pattern: &Pattern) -> Result<Table, FileError> {
        file::read(&self.path(pattern), pattern)
    }

    /// Writes a table; the old file is replaced when the new one is complete.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, table: &Table) -> Result<PathBuf, FileError> {
        let path = self.path(table.pattern());
        let io = |error| FileError::Io { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(io)?;
        file::write(&path, table)?;
        Ok(path)
    }

    /// Returns all files with names of tables, and their headers.
    ///
    /// # Errors
    /// If the folder cannot be read; a missing folder is not an error.
    pub fn list(&self) -> Result<Vec<Stored>, FileError> {
        let io = |error| FileError::Io { path: self.folder.clone(), error };
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries.map_err(io)?,
        };
        let mut paths = vec![];
        for entry in entries {
            let path = entry.map_err(io)?.path();
            paths.extend(Some(path).filter(|path| path.extension() == Some(SUFFIX.as_ref())));
        }
        paths.sort();
        let stored = |path: PathBuf| {
            let bytes = fs::metadata(&path).map_or(0, |data| data.len());
            Stored { header: file::header(&path), path, bytes }
        };
        Ok(paths.into_iter().map(stored).collect())
    }
}

/// A file in a [`Store`].
#[derive(Debug)]
pub struct Stored {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Its header.
    pub header: Result<Header, FileError>,
}
