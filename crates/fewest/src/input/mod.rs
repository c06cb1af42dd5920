//! From what a user types to puzzle instances.
//!
//! An input is, in this order: `-` (standard input), `panex:...`, a built-in level (`water`), a
//! level of an installed game (`katomic:5`, `gnome:Water`), a file (`FILE`, `FILE:5`,
//! `FILE:1-10`), a tile string, or another installed level set by the name of its file. A file
//! with one of the earlier names is reached as `./water`.

mod error;
pub(crate) mod file;
mod selection;

pub use error::InputError;
pub use file::Format;
pub use selection::Selection;

use crate::{Family, Instance, sets};
use fewest_rules::{atomix, panex, tiles};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What the text of an input does not say itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InputOptions {
    /// The format of files and of standard input; detected if `None`.
    pub format: Option<Format>,
    /// How tile puzzles are read.
    pub tiles: tiles::Options,
}

/// One level of a source of levels, good or broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the source, from 1.
    pub number: u32,
    /// What it is called in output.
    pub name: String,
    /// What its source calls it, if anything.
    pub title: Option<String>,
    /// The puzzle, or what is wrong with it.
    pub family: Result<Family, InputError>,
}

impl Entry {
    /// The instance, if the level is not broken.
    ///
    /// # Errors
    /// What is wrong with the level.
    pub fn into_instance(self) -> Result<Instance, InputError> {
        let Self { name, title, family, .. } = self;
        Ok(Instance { name, title, family: family? })
    }

    fn only(name: String, family: Family) -> Self {
        Self { number: 1, name, title: None, family: Ok(family) }
    }
}

/// Reads an input: all instances it stands for, at least one.
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

/// Reads an input as [`read`] does, but keeps broken levels beside good ones; at least one.
///
/// # Errors
/// If there is no such input, or nothing can be told about any level in it.
pub fn entries(input: &OsStr, options: InputOptions) -> Result<Vec<Entry>, InputError> {
    let Some(text) = input.to_str() else {
        // No name of ours is like this.
        return file::read(Path::new(input), options);
    };
    if let Some(notation) = text.strip_prefix("panex:") {
        let prefix = text.len() - notation.len();
        return match panex::parse(notation) {
            Ok(instance) => Ok(vec![Entry::only(text.to_owned(), Family::Panex(instance))]),
            Err(error) => Err(InputError::invalid(text, error.at.right(prefix), error.error)),
        };
    }
    let (source, selection) = Selection::split(text);
    if source == "-" {
        let bytes = limited("standard input", io::stdin().lock())?;
        return selection.of(file::parse("stdin", "-", &bytes, options)?, text);
    }
    if let Some(level) = atomix::builtin(text) {
        let title = level.name().map(str::to_owned);
        return Ok(vec![Entry { title, ..Entry::only(text.to_owned(), Family::Atomix(level)) }]);
    }
    if sets::GAMES.contains(&source) {
        let set = sets::find(source);
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
    if file::is_tile_string(text) {
        let instance = tiles::parse(text, options.tiles)
            .map_err(|error| InputError::invalid(text, error.at, error.error))?;
        return Ok(vec![Entry::only(file::tiles_name(&instance), Family::Tiles(instance))]);
    }
    if let Some(set) = sets::find(source) {
        return selection.of(set.entries()?, text);
    }
    if whole.components().nth(1).is_some() {
        // Clearly a path: let the system say what is wrong with it.
        return file::read(whole, options);
    }
    Err(InputError::Unknown { input: text.to_owned(), sets: sets::names() })
}

/// Reads a text that is no puzzle, from a file or, if it is called `-`, from standard input;
/// gives its name in messages beside it.
///
/// # Errors
/// If it cannot be read.
pub fn text_of(file: &OsStr) -> Result<(String, String), InputError> {
    let (name, bytes) = if file == "-" {
        ("-".to_owned(), limited("standard input", io::stdin().lock())?)
    } else {
        let path = Path::new(file);
        (path.display().to_string(), contents(path)?)
    };
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}

/// No puzzle file is larger; whatever is, is something else.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file whole.
pub(crate) fn contents(path: &Path) -> Result<Vec<u8>, InputError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| InputError::unreadable(&name, &error))?;
    limited(&name, file)
}

fn limited(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| InputError::unreadable(name, &error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(InputError::TooLarge { name: name.to_owned(), limit: MAX_BYTES >> 20 });
    }
    Ok(bytes)
}
