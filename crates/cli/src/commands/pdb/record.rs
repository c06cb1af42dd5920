//! The records of `pdb build --json`.

use crate::output::json;
use fewest::tiles::pattern::Table;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::time::Instant;

/// The type of the records.
const TYPE: &str = "table";

/// A stored table. Except for the time, it is the same for any builder, at any time.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) pattern: String,
    /// The states with a distance.
    pub(super) states: u64,
    /// The BLAKE3 digest of all entries.
    digest: String,
    /// The time to build and store it, or to read it if it is stored already.
    seconds: f64,
}

/// A line of the output of `pdb build --json`.
#[derive(Deserialize)]
struct Line {
    r#type: String,
    data: Record,
}

impl Record {
    /// The record of a table that was begun at `began`.
    pub(super) fn new(table: &Table, began: Instant) -> Self {
        let (pattern, states) = (table.pattern().to_string(), table.states());
        Self { pattern, states, digest: table.digest(), seconds: began.elapsed().as_secs_f64() }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        json::write(out, TYPE, self)
    }

    /// Reads a `table` record.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let Line { r#type, data } =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let is_table = r#type == TYPE;
        is_table
            .then_some(data)
            .ok_or_else(|| format!("the record is of type {type:?}, not {TYPE:?}"))
    }
}
