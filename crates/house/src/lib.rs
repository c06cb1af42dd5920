//! Rules that no compiler checks: which crate and which folder may use which, and how files are
//! written.
//!
//! Every rule takes the root of the tree and returns its [`Finding`]s; none means that it is kept.

pub mod crates;
pub mod files;
pub mod front_door;
pub mod rooms;
pub mod source;
pub mod words;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// One place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The rules, by the names that the command line uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Dependencies between crates follow the table in [`crates`].
    Crates,
    /// Uses between the folders of a crate go one way.
    Rooms,
    /// The library's root shows few public modules.
    FrontDoor,
    /// Files are short and hold nothing unfinished.
    Files,
    /// No word that the glossary retires.
    Words,
}

impl Rule {
    /// Every rule, in the order in which they are checked.
    pub const ALL: [Self; 5] =
        [Self::Crates, Self::Rooms, Self::FrontDoor, Self::Files, Self::Words];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crates => "crates",
            Self::Rooms => "rooms",
            Self::FrontDoor => "front-door",
            Self::Files => "files",
            Self::Words => "words",
        }
    }

    /// Finds where the tree at `root` breaks the rule.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn check(self, root: &Path) -> io::Result<Vec<Finding>> {
        match self {
            Self::Crates => crates::check(root),
            Self::Rooms => rooms::check(root),
            Self::FrontDoor => front_door::check(root),
            Self::Files => files::check(root),
            Self::Words => words::check(root),
        }
    }
}

/// The paths of all files below a folder, sorted.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
