//! Why a stored file is not used.

use crate::snapshot::Unreadable;
use std::io;
use std::path::{Path, PathBuf};

/// Why a stored file is not used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// It is a file of some other kind.
    #[error("{path}: no {expected}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The format expected.
        expected: &'static str,
    },
    /// It has another version of the format.
    #[error("{path}: of format {found}, not {expected}; it must be made anew")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
        /// The version that is read.
        expected: u32,
    },
    /// A line cannot be read.
    #[error("{path}:{line}: expected {expected}; it must be made anew")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What should be there.
        expected: String,
    },
    /// It describes something else than what was asked for.
    #[error("{path}: for {found}, not for {expected}; it must be made anew")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What it should be for.
        expected: String,
    },
    /// Its content is too short or too long.
    #[error(
        "{path}: {found} bytes where {expected} should follow the header; it must be made anew"
    )]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes after the header.
        found: u64,
        /// Bytes that should be there.
        expected: u64,
    },
    /// What it says cannot be, or cannot be used here.
    #[error("{path}: {error}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Unreadable,
    },
    /// Another process uses it.
    #[error("{path}: another process uses it")]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that is to be used for one search has other files in it.
    #[error("{path}: there are other files in it; it must be empty")]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The ranks of a search have nothing that they saved together.
    #[error(
        "{path}: the ranks have no saved state in common; without the folders of all of them the \
         search begins anew"
    )]
    Apart {
        /// The folder of one of them.
        path: PathBuf,
    },
    /// What another rank of the search has saved is not used.
    #[error("rank {rank}: {error}")]
    Rank {
        /// The other rank.
        rank: usize,
        /// Why.
        error: String,
    },
    /// Its content does not match its digest.
    #[error("{path}: its content does not match its digest; it must be made anew")]
    Altered {
        /// The file.
        path: PathBuf,
    },
}

impl FileError {
    /// Wraps an error of the system with the file's path.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }

    /// A line that cannot be read.
    pub fn line(path: &Path, line: usize, expected: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, expected: expected.into() }
    }
}
