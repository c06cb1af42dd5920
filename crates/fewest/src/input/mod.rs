//! Turns what a user types into puzzle instances.
//!
//! An input is, in this order: `-` (standard input), `panex:...`, a built-in level or level set
//! (`water`, `first-steps:3`), a level of an installed game (`katomic:5`, `gnome:Water`), a file
//! (`FILE`, `FILE:5`, `FILE:1-10`), a tile string, or another installed level set by the name of
//! its file. A file whose name comes earlier in this list is reached as `./water`. The domain of a
//! planning task is found beside the task, or given to [`task`].

mod builtin;
mod bytes;
mod entry;
mod error;
mod file;
pub(crate) mod installed;
mod levels;
mod options;
mod pddl;
mod selection;
mod text;
mod unknown;

pub use bytes::text_of;
pub use entry::Entry;
pub use error::{InputError, InputWarning};
pub use options::{Format, InputOptions};
pub use pddl::{kind_of as kind_of_pddl, task};
pub use selection::{Selection, missing};
pub use text::read_text;

use crate::{AnyPuzzle, Instance};
use bytes::limited;
use fewest_rules::{panex, tiles};
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Reads an input: all instances that it stands for, at least one.
///
/// # Errors
/// If there is no such input, or if any of the instances is broken.
///
/// # Examples
/// ```
/// let options = fewest::InputOptions::default();
/// let instances = fewest::read("123456708".as_ref(), options)?;
/// assert_eq!(instances[0].draw(), "1 2 3\n4 5 6\n7 _ 8");
/// # Ok::<(), fewest::InputError>(())
/// ```
pub fn read(input: &OsStr, options: InputOptions) -> Result<Vec<Instance>, InputError> {
    entries(input, options)?.into_iter().map(Entry::into_instance).collect()
}

/// Reads an input as [`read`] does, but keeps broken levels beside good ones; returns at least one.
///
/// # Errors
/// If there is no such input, or nothing in it can be recognised as a level.
pub fn entries(input: &OsStr, options: InputOptions) -> Result<Vec<Entry>, InputError> {
    let Some(text) = input.to_str() else {
        // None of our names look like this.
        return file::read(Path::new(input), options);
    };
    if let Some(notation) = text.strip_prefix(file::PANEX) {
        let prefix = text.len() - notation.len();
        return match panex::parse(notation) {
            // The text is a single number, so no place in it needs to be shown.
            Err(error) if notation.bytes().all(|b| b.is_ascii_digit()) && !notation.is_empty() => {
                Err(InputError::Unsuitable {
                    input: text.to_owned(),
                    reason: error.error.to_string(),
                })
            }
            Ok(instance) => Ok(vec![Entry::only(text.to_owned(), AnyPuzzle::Panex(instance))]),
            Err(error) => Err(InputError::invalid(text, error.at.right(prefix), error.error)),
        };
    }
    let (source, selection) = Selection::split(text);
    if source == "-" {
        let bytes = limited("standard input", io::stdin().lock())?;
        return selection.of(file::parse("stdin", "-", &bytes, options)?, text);
    }
    if let Some(entries) = builtin::entries(text) {
        return entries;
    }
    if installed::GAMES.contains(&source) {
        let set = installed::find(source);
        let set = set.ok_or_else(|| InputError::NotInstalled(source.to_owned()))?;
        return selection.of(set.entries()?, text);
    }
    let [whole, source_path] = [text, source].map(Path::new);
    if whole.exists() {
        return file::read(whole, options);
    }
    if source_path.exists() {
        return selection.of(file::read(source_path, options)?, text);
    }
    if file::is_tile_string(text, options.tiles) {
        let instance = tiles::parse(text, options.tiles)
            .map_err(|error| InputError::invalid(text, error.at, error.error))?;
        return Ok(vec![Entry::only(file::tiles_name(&instance), AnyPuzzle::Tiles(instance))]);
    }
    if let Some(set) = installed::find(source) {
        return selection.of(set.entries()?, text);
    }
    if whole.components().nth(1).is_some() && !unknown::is_address(text) {
        // Clearly a path: let the system say what is wrong with it.
        return file::read(whole, options);
    }
    Err(unknown::error(text))
}
