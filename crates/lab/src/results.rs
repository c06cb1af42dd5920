//! The file of records: it is only ever appended to, and survives being cut off anywhere.

use crate::{Conditions, Record, Task};
use fewest_rules::{Located, TextPosition};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The records of one experiment, as they are in its file.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    records: Vec<Record>,
    /// Bytes of whole lines; what follows was cut off when it was written.
    whole: u64,
}

/// Why results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// A line of the file is no record.
    #[error("{}:{error}", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Where, and what it says.
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
}

impl Results {
    /// Reads the records in `folder`; there are none if it does not exist.
    ///
    /// A last line without its end is left out: whoever wrote it was stopped.
    ///
    /// # Errors
    /// If the file cannot be read, or if any other line is no record.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let path = folder.join("runs.jsonl");
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
                    let error = at.error(format!("no record of a run: {error}"));
                    return Err(ResultsError::Invalid { path, error });
                }
            }
        }
        Ok(Self { path, records, whole: whole as u64 })
    }

    /// All records, oldest first.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The conditions of the last run.
    pub fn last_conditions(&self) -> Option<&Conditions> {
        self.records.last().map(|record| &record.conditions)
    }

    /// The last record of a task under these conditions.
    pub fn find(&self, task: &Task, conditions: &Conditions) -> Option<&Record> {
        let is_it = |record: &&Record| record.task == *task && record.conditions == *conditions;
        self.records.iter().rev().find(is_it)
    }

    /// Opens the file for more records, without what was cut off.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn appender(&self) -> Result<Appender, ResultsError> {
        let open = || {
            fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
            let file = OpenOptions::new().append(true).create(true).open(&self.path)?;
            file.set_len(self.whole)?;
            Ok(file)
        };
        let io = |error| ResultsError::Io { path: self.path.clone(), error };
        Ok(Appender { path: self.path.clone(), file: open().map_err(io)? })
    }
}

/// Adds records to the file.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Adds a record and sees to it that it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), ResultsError> {
        let mut append = || {
            let mut line = serde_json::to_vec(record)?;
            line.push(b'\n');
            // One call, so that a line is whole or cut off, never mixed with another.
            self.file.write_all(&line)?;
            self.file.sync_data()
        };
        append().map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }
}
