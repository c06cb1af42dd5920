//! Output as JSON Lines.

use fewest::Instance;
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

/// An instance with its drawing, and what else is known of it.
#[derive(Serialize)]
pub(crate) struct InstanceData<'a, T> {
    puzzle: &'static str,
    instance: &'a str,
    title: Option<&'a str>,
    board: Option<Vec<&'a str>>,
    #[serde(flatten)]
    known: T,
}

impl<'a, T> InstanceData<'a, T> {
    pub(crate) fn new(instance: &'a Instance, drawing: &'a str, known: T) -> Self {
        let Instance { name, title, puzzle } = instance;
        let (puzzle, title, board) = (puzzle.name(), title.as_deref(), board(drawing));
        Self { puzzle, instance: name, title, board, known }
    }
}

/// Drawings of more lines than this are left out of records.
const LINES: usize = 1000;

/// A drawing for a record: line by line, unless there are very many.
pub(crate) fn board(drawing: &str) -> Option<Vec<&str>> {
    (drawing.lines().count() <= LINES).then(|| drawing.lines().collect())
}

/// Writes one record as one line, and flushes it.
pub(crate) fn write(out: &mut dyn Write, r#type: &str, data: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Record { schema: SCHEMA, r#type, data })?;
    out.write_all(b"\n")?;
    out.flush()
}
