//! Errors of folders of work units.

use fewest_rules::Located;
use std::io;
use std::path::{Path, PathBuf};

/// Why work could not be done, or its results could not be used. Finished work is kept.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// A file is not what it should be.
    #[error("{}:{error}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        error: Located<String>,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file in one of the three folders does not have a name like ours.
    #[error("{}: not a work-unit file", .0.display())]
    Foreign(PathBuf),
    /// Work is split into a folder that is not empty.
    #[error("{}: this folder has other files in it; it must be empty", .0.display())]
    NotEmpty(PathBuf),
    /// The folder holds no work.
    #[error("{}: not a folder of work units", .0.display())]
    NoWork(PathBuf),
    /// There is no unit with this number.
    #[error("there is no unit {unit}: there are {units}, counted from 0")]
    NoUnit {
        /// The number.
        unit: u32,
        /// The number of units.
        units: u32,
    },
    /// Results are asked for before all are there.
    #[error("{}: {left} of {units} units are not done", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
        /// Units that have no result.
        left: usize,
        /// All units.
        units: u32,
    },
    /// Two results of one unit differ in more than time.
    #[error("{}: contradicts {}", second.display(), first.display())]
    Disagreeing {
        /// One of them.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// The program cannot be started.
    #[error("{}: {error}", program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The command of a unit ended without a result. The unit was put back.
    #[error("unit {unit} has no result: {reason}")]
    NoResult {
        /// The unit.
        unit: u32,
        /// What happened, in one line.
        reason: String,
    },
}

impl WorkError {
    /// For use with `map_err`: an error with a file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |error| Self::Io { path, error }
    }
}
