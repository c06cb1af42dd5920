//! Output as JSON Lines.

use serde::Serialize;
use std::io::{self, Write};

/// The version of the records; a change that breaks readers raises it.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Record<'a, T> {
    schema: u32,
    r#type: &'a str,
    data: &'a T,
}

/// Drawings of more lines than this are left out of records.
const LINES: usize = 1000;

/// A drawing for a record: line by line, unless there are very many.
pub(crate) fn board(drawing: &str) -> Option<Vec<&str>> {
    (drawing.lines().count() <= LINES).then(|| drawing.lines().collect())
}

/// Writes one record as one line, and flushes it.
pub(crate) fn write<T: Serialize>(
    out: &mut impl Write,
    r#type: &str,
    data: &T,
) -> Result<(), io::Error> {
    serde_json::to_writer(&mut *out, &Record { schema: SCHEMA, r#type, data })?;
    out.write_all(b"\n")?;
    out.flush()
}
