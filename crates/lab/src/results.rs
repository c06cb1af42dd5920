//! The file of records: it is only ever appended to, and survives being cut off anywhere.

use crate::{Conditions, Record, Task};
use fewest_rules::{Located, TextPosition};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in the folder of an experiment.
const FILE: &str = "runs.jsonl";

/// The records of one experiment, as they are in its file.
#[derive(Debug)]
pub struct Results {
    records: Vec<Record>,
    /// Bytes of whole lines; the rest was cut off when it was written.
    whole: u64,
}

/// Why results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// A line of the file is not a record.
    #[error("{}:{error}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        error: Located<String>,
    },
    /// Another run adds records to the file.
    #[error(
        "{}: another \"fewest lab run\" is writing there; wait for its end, or choose another folder \
         with --results",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Results {
    /// Reads the records in `folder`; there are none if it does not exist.
    ///
    /// A last line without its end is left out: its writer was stopped.
    ///
    /// # Errors
    /// If the file cannot be read, or if any other line is not a record.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let path = folder.join(FILE);
        let text = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(ResultsError::Io { path, error }),
        };
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut records = Vec::new();
        for (i, line) in text[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
            match serde_json::from_slice(line) {
                Ok(record) => records.push(record),
                Err(error) => {
                    let at = TextPosition { line: i + 1, column: error.column().max(1) };
                    let error = at.error(format!("not a record of a run: {error}"));
                    return Err(ResultsError::Invalid { path, error });
                }
            }
        }
        Ok(Self { records, whole: whole as u64 })
    }

    /// Reads the records in `folder` and opens their file for more, without what was cut off at its
    /// end.
    ///
    /// No other process can do so until the appender is dropped or its process ends in any way.
    ///
    /// # Errors
    /// As [`Results::read`]; [`ResultsError::InUse`]; and if the file cannot be written.
    pub fn to_append(folder: &Path) -> Result<(Self, Appender), ResultsError> {
        let path = folder.join(FILE);
        let io = |error| ResultsError::Io { path: path.clone(), error };
        fs::create_dir_all(folder).map_err(io)?;
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ResultsError::InUse { path }),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let results = Self::read(folder)?;
        file.set_len(results.whole).map_err(io)?;
        Ok((results, Appender { path, file }))
    }

    /// All records, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The conditions of the last run.
    pub fn last_conditions(&self) -> Option<&Conditions> {
        self.records.last().map(|record| &record.conditions)
    }

    /// The last record of a task under these conditions. One of another puzzle does not count.
    pub fn find(&self, task: &Task, conditions: &Conditions) -> Option<&Record> {
        let is_it =
            |record: &&Record| record.task.agrees_with(task) && record.conditions == *conditions;
        self.records.iter().rev().find(is_it)
    }
}

/// Adds records to the file, which is locked meanwhile.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Adds a record and makes sure that it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; then no part of it is left.
    pub fn append(&mut self, record: &Record) -> Result<(), ResultsError> {
        let append = |mut file: &File| {
            let whole = file.metadata()?.len();
            let mut line = serde_json::to_vec(record)?;
            line.push(b'\n');
            // One call, so that a line is whole or cut off, never mixed with another.
            let written = file.write_all(&line).and_then(|()| file.sync_data());
            if written.is_err() {
                // The rest would be taken for the beginning of the next line.
                file.set_len(whole)?;
            }
            written
        };
        append(&self.file).map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }
}
