//! Errors of stored files.

use crate::snapshot::Unreadable;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a stored file is not used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is of another kind.
    #[error("{path}: not a {expected}")]
    Other {
        /// The file.
        path: PathBuf,
        /// The format expected.
        expected: &'static str,
    },
    /// The file has another version of the format.
    #[error("{path}: written in format {found}, but format {expected} is needed; make it again")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: String,
        /// The version that can be read.
        expected: u32,
    },
    /// A line cannot be read.
    #[error("{path}:{line}: expected {expected}; make it again")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What should be there.
        expected: String,
    },
    /// The file is for something other than what was asked for.
    #[error("{path}: made for {found}, not for {expected}; make it again")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// What it is for.
        found: String,
        /// What it should be for.
        expected: String,
    },
    /// The content is too short or too long.
    #[error("{path}: {found} bytes after the header instead of {expected}; make it again")]
    Length {
        /// The file.
        path: PathBuf,
        /// Bytes after the header.
        found: u64,
        /// Bytes that should be there.
        expected: u64,
    },
    /// The content is impossible, or cannot be used here.
    #[error("{path}: {error}")]
    Content {
        /// The file.
        path: PathBuf,
        /// The error.
        error: Unreadable,
    },
    /// Another process uses the folder.
    #[error("{path}: another process is using it")]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// The folder for a search has other files in it.
    #[error("{path}: this folder has other files in it; it must be empty")]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The ranks of a search have no common saved state.
    #[error(
        "{path}: the ranks have no saved state in common; delete the folders of all ranks to start \
         again"
    )]
    Apart {
        /// The folder of one of the ranks.
        path: PathBuf,
    },
    /// A file that another rank of the search saved is not used.
    #[error("rank {rank}: {error}")]
    Rank {
        /// The other rank.
        rank: usize,
        /// The reason.
        error: String,
    },
    /// The content does not match its digest.
    #[error("{path}: its content does not match its digest; make it again")]
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

    /// Returns the error for a line that cannot be read.
    pub fn line(path: &Path, line: usize, expected: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, expected: expected.into() }
    }
}
