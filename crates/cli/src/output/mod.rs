//! What the command writes: records, reports, messages with their exit codes, pictures and levels.

pub(crate) mod exit;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod level_files;
pub(crate) mod pictures;
mod terminal;

pub(crate) use terminal::{check, is_abandoned, printable, shown, tell};
