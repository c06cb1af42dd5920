//! Levels and level sets that come with fewest.

use super::entry::Entry;
use super::error::InputError;
use super::file;
use super::options::{Format, InputOptions};
use super::selection::Selection;
use crate::AnyPuzzle;
use fewest_rules::atomix::{self, BuiltinSet};

/// The entries of a text that names a built-in level (`water`), or levels of a built-in set
/// (`first-steps`, `first-steps:3`).
pub(super) fn entries(text: &str) -> Option<Result<Vec<Entry>, InputError>> {
    if let Some(level) = atomix::builtin(text) {
        let title = level.name().map(str::to_owned);
        let only = Entry::only(text.to_owned(), AnyPuzzle::Atomix(level));
        return Some(Ok(vec![Entry { title, ..only }]));
    }
    let (source, selection) = Selection::split(text);
    let set = BuiltinSet::find(source)?;
    let format = Some(Format::Atomix(atomix::Format::KAtomic));
    let options = InputOptions { format, ..InputOptions::default() };
    let entries = file::parse(set.name, set.name, set.text.as_bytes(), options);
    Some(entries.and_then(|entries| selection.of(entries, text)))
}
